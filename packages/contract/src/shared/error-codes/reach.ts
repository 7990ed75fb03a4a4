import { block } from './block.ts'

export const developer = /* @__PURE__ */ block(702_410_000, {
  tooManyApps: 1,
  noChannel: 2,
  channelTaken: 3,
  wholeAccount: 4,
  badHub: 5,
  unknownDoc: 6,
})

export const share = /* @__PURE__ */ block(702_100_000, {
  noSuchLink: 1,
  offline: 2,
  passwordNeeded: 3,
  wrongPassword: 4,
  visitOver: 5,
  noAnswer: 6,
  shortcutGone: 7,
  noVoice: 8,
})

export const webhook = /* @__PURE__ */ block(702_401_000, {
  tooMany: 1,
})

export const channel = /* @__PURE__ */ block(702_420_000, {
  unknown: 1,
  notSetUp: 2,
  missingField: 3,
  badField: 4,
  wrongMode: 5,
  needsAddress: 6,
  notTested: 7,
  failedCheck: 8,
  tooMany: 9,
  noLetter: 10,
  alreadyUsed: 11,
  secretElsewhere: 12,
  noLab: 13,
})

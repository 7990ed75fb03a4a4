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
  notHeard: 9,
  onlyEnglish: 10,
})

export const connector = /* @__PURE__ */ block(702_430_000, {
  tooMany: 1,
  severalByOne: 2,
  noSpaces: 3,
  inUse: 4,
  closed: 5,
  nothingToReview: 6,
  reasonNeeded: 7,
  rejected: 8,
  undecided: 9,
  noAnswer: 10,
  superseded: 11,
  badOauth: 12,
  secretMoved: 13,
  notAuthorized: 14,
  authorizationLost: 15,
  unknownChoice: 16,
  tooManyKeys: 17,
  withdrawn: 18,
})

export const miniProgram = /* @__PURE__ */ block(702_431_000, {
  tooMany: 1,
  taken: 2,
  noDomain: 3,
  noPage: 4,
  unknownChannel: 5,
})

export const preview = /* @__PURE__ */ block(702_432_000, {
  ended: 1,
  notPreviewed: 2,
})

export const webhook = /* @__PURE__ */ block(702_401_000, {
  tooMany: 1,
})

export const voice = /* @__PURE__ */ block(702_440_000, {
  notSound: 1,
  tooLarge: 2,
  noSuchModel: 3,
  noVoice: 4,
  notOffered: 5,
  onlyRate: 6,
  noneSpeaks: 7,
})

export const realtime = /* @__PURE__ */ block(702_441_000, {
  tooMuchSound: 1,
  notAsSaid: 3,
  nothingHeard: 4,
  noTurn: 5,
  noLanguages: 6,
  noTranslator: 7,
  roomOver: 8,
  liveOver: 9,
  onlySound: 10,
  noPictures: 11,
  cannotSee: 12,
  notAPicture: 13,
})

/** Rooms over WebRTC. */
export const webrtc = /* @__PURE__ */ block(702_582_000, {
  notOffered: 1,
  noPort: 2,
  notAnOffer: 3,
  soundOnChannel: 4,
})

/** Recognition of speakers. */
export const voiceprint = /* @__PURE__ */ block(702_443_000, {
  notSamples: 1,
  tooLarge: 2,
  noSpeech: 3,
  tooManyGroups: 4,
  full: 5,
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

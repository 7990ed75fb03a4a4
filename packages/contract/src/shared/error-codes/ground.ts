import { block } from './block.ts'

/** A batch reports the highest code, so codes are ordered by how little the caller can do about them. */
export const collaborator = /* @__PURE__ */ block(702_011_000, {
  already: 1,
  isOwner: 2,
  notACollaborator: 3,
  notInSpace: 4,
  limit: 5,
  wrongKind: 6,
  roleTooHigh: 7,
  groupElsewhere: 8,
})

export const contentRule = /* @__PURE__ */ block(702_012_000, {
  refused: 1,
})

export const instance = /* @__PURE__ */ block(702_013_000, {
  mailUnreachable: 1,
  mailRefusedLogin: 2,
  mailRefusedAddress: 3,
  mailFailed: 4,
  mailPasswordNeeded: 5,
})

export const oauth = /* @__PURE__ */ block(702_031_000, {
  appLimit: 1,
  badRedirect: 2,
  redirectNotRegistered: 3,
  unknownClient: 4,
  responseType: 5,
  needChallenge: 6,
  wrongFlow: 7,
  requestGone: 8,
  badKey: 9,
  keyTaken: 10,
  secretLimit: 11,
  unknownPermission: 12,
})

export const factor = /* @__PURE__ */ block(702_549_000, {
  secondStep: 1,
  wrongCode: 2,
  challengeOver: 3,
  stepUpNeeded: 4,
  alreadyOn: 5,
  notOn: 6,
})

export const passkey = /* @__PURE__ */ block(702_545_000, {
  notAvailable: 1,
  refused: 2,
  unknown: 3,
  over: 4,
  copied: 5,
  limit: 6,
})

export const passport = /* @__PURE__ */ block(700_013_000, {
  wrongPair: 1,
  locked: 2,
  emailTaken: 3,
  weakPassword: 4,
  registrationClosed: 5,
  invitationNeeded: 6,
  domainNotAllowed: 7,
  userNameTaken: 8,
  wrongCode: 9,
  imageTooLarge: 10,
  notAnImage: 11,
  emptyFile: 12,
  disabled: 13,
  wrongOldPassword: 14,
  notYourself: 15,
  wrongPassword: 16,
  ownsTeams: 17,
  successorNeeded: 18,
  noSuccessor: 19,
})

/** Accounts that are subject to rules of an enterprise. */
export const companyAccount = /* @__PURE__ */ block(702_576_000, {
  breached: 1,
  lastSuperAdmin: 2,
})

export const passwordAge = /* @__PURE__ */ block(702_561_000, {
  expired: 1,
})

export const resource = /* @__PURE__ */ block(702_090_000, {
  undone: 1,
})

export const space = /* @__PURE__ */ block(702_010_000, {
  teamLimit: 1,
  personalStays: 2,
  ownerStays: 3,
  ownerByTransfer: 4,
  successorNeeded: 5,
  notAMember: 6,
  noSuchUser: 7,
  linkInvalid: 8,
  notYourself: 9,
  full: 10,
  noNewTeams: 11,
  personalIsOffered: 12,
  noMail: 13,
})

export const token = /* @__PURE__ */ block(702_032_000, {
  limit: 1,
  expiryPast: 2,
  unknownPermission: 3,
})

export const upload = /* @__PURE__ */ block(702_033_000, {
  emptyFile: 1,
  imageTooLarge: 2,
  fileTooLarge: 3,
  notAnImage: 4,
  wrongType: 5,
  unreadable: 6,
  incomplete: 7,
  damaged: 8,
  alreadyThere: 9,
  notComplete: 10,
  badToken: 11,
  unknownScene: 12,
  partMissing: 13,
  iconLimit: 14,
  notAnIcon: 15,
  tooManyPixels: 16,
})

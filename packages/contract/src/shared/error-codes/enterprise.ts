import { block } from './block.ts'

/** Refusals of the access check. */
export const enterpriseAccess = /* @__PURE__ */ block(702_540_000, {
  noAccess: 1,
  closing: 2,
})

export const enterprise = /* @__PURE__ */ block(702_541_000, {
  limit: 1,
  ownerCreates: 2,
  wrongName: 3,
  notClosing: 4,
  organizationLimit: 5,
  organizationDepth: 6,
  organizationTaken: 7,
  organizationLoop: 8,
  rootStays: 9,
  groupLimit: 10,
  groupTaken: 11,
  groupElsewhere: 12,
  notInEnterprise: 13,
  settingType: 14,
  settingValue: 15,
  ssoElsewhere: 16,
  spaceElsewhere: 17,
  spaceNotYours: 18,
  personalSpace: 19,
})

export const enterprisePeople = /* @__PURE__ */ block(702_542_000, {
  lastSuperAdmin: 1,
  superAdminOnly: 2,
  notYourself: 3,
  guestAlone: 4,
  cannotJoin: 5,
  managedElsewhere: 6,
  receiverNeeded: 7,
  badReceiver: 8,
  linkGone: 9,
  denied: 10,
  alreadyIn: 11,
  applied: 12,
  applyLater: 13,
  decided: 14,
  invitationOver: 15,
  notAGuest: 16,
  noSuchUser: 17,
  instanceOwner: 18,
  leaving: 19,
})

export const programAccess = /* @__PURE__ */ block(702_543_000, {
  identityLimit: 1,
  spaceOutside: 3,
  chooseEnterprise: 4,
  notInstalled: 5,
  nothingDeclared: 6,
  notInstallable: 7,
  installationLimit: 8,
  badAssertion: 9,
  expiryPast: 10,
  unknownPermission: 11,
  botOutside: 12,
  organizationOutside: 13,
})

export const sso = /* @__PURE__ */ block(702_546_000, {
  badDomain: 1,
  publicDomain: 2,
  domainTaken: 3,
  recordMissing: 4,
  domainInUse: 5,
  notVerified: 6,
  badMetadata: 7,
  weakCertificate: 8,
  expiredCertificate: 9,
  noProvider: 10,
  plainLdap: 11,
  badFilter: 12,
  kindChanged: 13,
  unknownClaim: 14,
  unknownGroup: 15,
  connectionLimit: 16,
  testFirst: 17,
  activateFirst: 18,
  breakGlassFirst: 19,
  lastBreakGlass: 20,
  badBreakGlass: 21,
  directoryOff: 22,
  secretElsewhere: 23,
})

export const signOn = /* @__PURE__ */ block(702_547_000, {
  required: 1,
  refused: 2,
  over: 3,
  wrongPair: 4,
  unverifiedEmail: 5,
  foreignEmail: 6,
  notInvited: 7,
  linkFirst: 8,
  linkedElsewhere: 9,
  suspended: 10,
})

export const provisioning = /* @__PURE__ */ block(702_548_000, {
  tokenLimit: 1,
})

/** Forwarding of the audit record to other systems. */
export const auditStream = /* @__PURE__ */ block(702_577_000, {
  refused: 1,
  limit: 2,
  secretNeeded: 3,
  badAuthority: 4,
})

/** Rules about sessions, passwords, networks and second factors. */
export const enterpriseSecurity = /* @__PURE__ */ block(702_575_000, {
  addressRefused: 1,
  signInAgain: 2,
  factorNeeded: 3,
  badRange: 4,
  ownAddress: 5,
  emptyList: 6,
  ownFactor: 7,
  noBreachServer: 8,
})

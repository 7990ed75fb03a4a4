import { block } from './block.ts'

/** Files that are parsed as documents. */
export const document = /* @__PURE__ */ block(702_060_000, {
  unknownType: 1,
  legacyOffice: 2,
  empty: 3,
  tooLarge: 4,
  bomb: 5,
  entities: 6,
  encrypted: 7,
  corrupt: 8,
  tooManyPages: 9,
  tooSlow: 10,
  outOfMemory: 11,
  tooWide: 12,
  tooLong: 13,
  notATable: 14,
  noSheet: 15,
  overlap: 16,
  scannedPages: 20,
  scan: 21,
  tooManyScans: 22,
})

/** Outgoing requests. */
export const egress = /* @__PURE__ */ block(700_130_000, {
  badUrl: 1,
  schemeRefused: 2,
  userinfoRefused: 3,
  hostRefused: 4,
  portRefused: 5,
  badHeader: 6,
  badMethod: 7,
  badRequest: 8,
  secretElsewhere: 9,
  unreachable: 10,
  tooManyRedirects: 11,
  downgradeRefused: 12,
  bodyNotForwarded: 13,
  redirectRefused: 14,
  tooLarge: 15,
  tooSlow: 16,
  stalled: 17,
  brokenAnswer: 18,
  notJson: 19,
  busy: 20,
})

/** Refusals of the server itself. The platform's clients react to some of these numbers. */
export const kit = /* @__PURE__ */ block(700_012_000, {
  notSignedIn: 6,
  noAccess: 14,
  badInput: 400,
  badBody: 401,
  bodyTooDeep: 402,
  crossSite: 403,
  notFound: 404,
  conflict: 409,
  bodyTooLarge: 413,
  wrongType: 415,
  needsSocket: 426,
  tooMany: 429,
  tooManySockets: 430,
  internal: 500,
  draining: 503,
  busy: 504,
  diskFull: 507,
  readOnly: 508,
})

/** Failed calls of a model provider. */
export const provider = /* @__PURE__ */ block(700_140_000, {
  badKey: 1,
  unknownModel: 2,
  rateLimited: 3,
  serverError: 5,
  refusedRequest: 6,
  tooLong: 7,
  emptyAnswer: 8,
  brokenChunk: 9,
  cutOff: 10,
  failedMidway: 11,
  noFirstChunk: 12,
  stalled: 13,
  unreachable: 14,
  filtered: 15,
  notAnEventStream: 16,
  wrongVectors: 17,
  notSound: 18,
  noRanking: 19,
  noPicture: 20,
  noTranscript: 21,
  noSuchFormat: 22,
  noClone: 23,
  halfKey: 24,
  unreadableSound: 25,
  engineFailed: 26,
  onlyEnglish: 27,
  noMandarin: 28,
})

/** Recordings that cannot be decoded. */
export const sound = /* @__PURE__ */ block(702_562_000, {
  tooLong: 1,
  noDecoder: 2,
})

/** User code in the sandbox. */
export const sandbox = /* @__PURE__ */ block(700_131_000, {
  timedOut: 1,
  outOfMemory: 2,
  threw: 3,
  noMain: 4,
  neverSettles: 5,
  crashed: 6,
  circular: 10,
  tooDeep: 11,
  badType: 12,
  badKey: 13,
  outputTooLarge: 14,
  inputTooLarge: 15,
  badParams: 16,
  busy: 20,
  stopped: 21,
  notAvailable: 22,
  closed: 23,
})

/** Search engines that people run themselves. */
export const searchEngine = /* @__PURE__ */ block(700_141_000, {
  refused: 1,
  unreadable: 2,
  notStored: 3,
})

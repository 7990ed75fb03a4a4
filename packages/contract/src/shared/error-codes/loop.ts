import { block } from './block.ts'

export const dataset = /* @__PURE__ */ block(702_500_000, {
  nameTaken: 1,
  locked: 2,
  schemaFixed: 3,
  rowsDoNotFit: 4,
  badItem: 5,
  badVersion: 6,
  notNewer: 7,
  nothingChanged: 8,
  otherSpace: 9,
  jobRuns: 10,
  full: 11,
  otherAccount: 12,
})

export const datasetIo = /* @__PURE__ */ block(702_501_000, {
  badFile: 1,
  notRunning: 2,
  noFile: 3,
  allRejected: 4,
  fieldsChanged: 5,
  otherForm: 6,
  noCommonField: 7,
})

export const datasetDedup = /* @__PURE__ */ block(702_504_000, {
  tooMany: 1,
  notEnded: 2,
  otherFile: 3,
  removed: 4,
  notRunning: 5,
})

export const datasetColumn = /* @__PURE__ */ block(702_503_000, {
  busy: 1,
  notRunning: 2,
  multiTurn: 3,
})

export const label = /* @__PURE__ */ block(702_502_000, {
  nameTaken: 1,
  notNewer: 2,
  deprecated: 3,
  notOptions: 4,
})

export const annotation = /* @__PURE__ */ block(702_505_000, {
  closed: 1,
  ofOther: 2,
  notDisputed: 3,
})

export const datasetCrowd = /* @__PURE__ */ block(702_506_000, {
  notConnected: 1,
  refused: 2,
  unreadable: 3,
  multiTurn: 4,
  noRows: 5,
  tooMany: 6,
  notRunning: 7,
  running: 8,
})

export const datasetInfer = /* @__PURE__ */ block(702_507_000, {
  notForBatches: 1,
  refused: 2,
  tooMany: 3,
})

export const datasetStorage = /* @__PURE__ */ block(702_508_000, {
  notConnected: 1,
  refused: 2,
  noSuchFile: 3,
  badPath: 4,
})

export const promptReleaseTask = /* @__PURE__ */ block(702_522_000, {
  badStep: 1,
  ownRelease: 2,
  ownVersion: 3,
  needsComment: 4,
  notYours: 5,
  superseded: 6,
  notCancellable: 7,
  notUndone: 8,
  twice: 9,
})

export const promptRun = /* @__PURE__ */ block(702_523_000, {
  noPrompt: 1,
  noMessage: 2,
  toolRounds: 3,
  noRows: 4,
  notRunning: 5,
  noEvaluator: 6,
})

export const traceIngest = /* @__PURE__ */ block(702_510_000, {
  mixedSpaces: 1,
  badTime: 2,
  noSpace: 3,
  badBody: 4,
  wrongType: 5,
  tooManySpans: 6,
  tooLarge: 7,
  badSpan: 8,
  wrongEncoding: 9,
  backlog: 10,
})

export const alarm = /* @__PURE__ */ block(702_518_000, {
  nameTaken: 1,
  tooMany: 2,
  notAMember: 3,
  nobodyToTell: 4,
})

export const automation = /* @__PURE__ */ block(702_513_000, {
  nameTaken: 1,
  tooManyTasks: 2,
  badTransition: 3,
  nothingToDo: 4,
  badPath: 5,
  noEvaluator: 6,
  costLimit: 8,
  badTimes: 9,
  spansMissing: 10,
})

export const intent = /* @__PURE__ */ block(702_517_000, {
  stale: 1,
  nameTaken: 2,
})

export const traceDashboard = /* @__PURE__ */ block(702_512_000, {
  badRange: 1,
  tooFine: 2,
  tooManyPoints: 3,
  notByOption: 4,
  notOfPrompts: 5,
  notByGroup: 6,
})

export const observation = /* @__PURE__ */ block(702_511_000, {
  badFilter: 1,
  badPage: 2,
  badRange: 3,
  viewNameTaken: 4,
  tooManyViews: 5,
  systemView: 6,
  noTraceId: 7,
})

export const evaluator = /* @__PURE__ */ block(702_514_000, {
  nameTaken: 1,
  badVersion: 2,
  notNewer: 3,
  nothingChanged: 4,
  oneKind: 5,
  badRole: 6,
  noFunction: 7,
  badRegex: 8,
  contentsMissing: 9,
  noModel: 10,
  noScore: 11,
  outOfScale: 12,
  timeout: 13,
  badTrajectory: 14,
  noTemplate: 15,
  notYours: 16,
  tooMany: 17,
})

export const experiment = /* @__PURE__ */ block(702_515_000, {
  nameTaken: 1,
  emptyVersion: 2,
  noDataset: 3,
  noTarget: 4,
  noEvaluator: 5,
  notMapped: 6,
  noField: 7,
  nothingToScore: 8,
  evaluatorGone: 9,
  tooMany: 10,
  notRunning: 11,
  running: 12,
  notYours: 13,
  sameEvaluator: 14,
  badPath: 15,
  badFilter: 16,
  datasetGone: 17,
})

export const evalTarget = /* @__PURE__ */ block(702_516_000, {
  noSource: 1,
  notPublished: 2,
  asksUser: 3,
  timedOut: 4,
  cancelled: 5,
  failed: 6,
  noOutput: 7,
  notRun: 8,
})

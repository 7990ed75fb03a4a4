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
  abandoned: 6,
})

export const datasetColumn = /* @__PURE__ */ block(702_503_000, {
  busy: 1,
  notRunning: 2,
  multiTurn: 3,
  cannotSee: 4,
  pictureTooLarge: 5,
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
  tooMany: 4,
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
  noPictures: 4,
})

export const datasetStorage = /* @__PURE__ */ block(702_508_000, {
  notConnected: 1,
  refused: 2,
  noSuchFile: 3,
  badPath: 4,
})

export const datasetReach = /* @__PURE__ */ block(702_588_000, {
  strictStays: 1,
  strictIsNotPublic: 2,
})

export const datasetArchive = /* @__PURE__ */ block(702_595_000, {
  tooLarge: 1,
})

export const datasetBundle = /* @__PURE__ */ block(702_557_000, {
  tooLarge: 1,
})

export const datasetJobs = /* @__PURE__ */ block(702_552_000, {
  tooMany: 1,
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
  noPlan: 10,
  notWaiting: 11,
  notAnApprover: 12,
})

export const promptGate = /* @__PURE__ */ block(702_586_000, {
  noEvaluator: 1,
})

export const promptRun = /* @__PURE__ */ block(702_523_000, {
  noPrompt: 1,
  noMessage: 2,
  toolRounds: 3,
  noRows: 4,
  notRunning: 5,
  noEvaluator: 6,
  noMcpServer: 7,
  badArguments: 8,
  noPlugin: 9,
  noTool: 10,
  badImage: 11,
  needsGrant: 12,
})

export const promptVariableSet = /* @__PURE__ */ block(702_525_000, {
  nameTaken: 1,
  tooMany: 2,
  tooLong: 3,
})

export const promptOptimise = /* @__PURE__ */ block(702_535_000, {
  noDataset: 1,
  tooFewRows: 2,
  noEvaluator: 3,
  running: 4,
  notRunning: 5,
  noResult: 6,
  nothingToChange: 7,
  ended: 8,
})

export const promptAssist = /* @__PURE__ */ block(702_536_000, {
  noOriginal: 1,
  badForm: 2,
  noFeedback: 3,
  lost: 4,
  nothingSaid: 5,
  ofOther: 6,
})

export const promptLark = /* @__PURE__ */ block(702_537_000, {
  notSetUp: 1,
  refused: 2,
  forged: 3,
  noSecret: 4,
  unknownPerson: 5,
  badCode: 6,
  boundElsewhere: 7,
})

export const promptMembers = /* @__PURE__ */ block(702_538_000, {
  ownerRole: 1,
  foreignPath: 2,
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
  valueCut: 11,
})

export const alarm = /* @__PURE__ */ block(702_518_000, {
  nameTaken: 1,
  tooMany: 2,
  notAMember: 3,
  nobodyToTell: 4,
})

export const traceChart = /* @__PURE__ */ block(702_550_000, {
  titleTaken: 1,
  tooMany: 2,
  badSplit: 3,
  badModel: 4,
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
  givenElsewhere: 18,
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
  badRuntime: 9,
})

export const evaluatorSet = /* @__PURE__ */ block(702_530_000, {
  noRule: 1,
  badType: 2,
  noPrompt: 3,
  notYours: 4,
  tooMany: 5,
})

export const evalType = /* @__PURE__ */ block(702_531_000, {
  nameTaken: 1,
  notRegistered: 2,
  noAddress: 3,
  failed: 4,
  pulls: 5,
  badSchema: 6,
  notYours: 7,
  addressNotAllowed: 8,
})

export const evalPlan = /* @__PURE__ */ block(702_532_000, {
  readOnly: 1,
  noDataset: 2,
  noRules: 3,
  noObject: 4,
  otherDataset: 6,
  notYours: 7,
  notPassed: 8,
  neverPulled: 10,
  badObject: 11,
  batchStopped: 12,
  otherBot: 13,
  notWhole: 14,
  makerGone: 15,
})

export const experimentReport = /* @__PURE__ */ block(702_533_000, {
  twoAtLeast: 1,
  noRule: 2,
  badFilter: 3,
  notAllowed: 4,
  running: 6,
})

export const evalGeneration = /* @__PURE__ */ block(702_534_000, {
  notRunning: 1,
  noColumns: 2,
  nothingToLearn: 3,
})

export const resultTable = /* @__PURE__ */ block(702_580_000, {
  running: 1,
  notEnded: 2,
  noTable: 3,
  secret: 4,
  tooWide: 5,
  badCell: 6,
  gone: 7,
  lostRows: 8,
})

export const pairwise = /* @__PURE__ */ block(702_581_000, {
  notSame: 1,
  sameTwice: 2,
  notEnded: 3,
  running: 4,
  noWinner: 5,
})

export const checkup = /* @__PURE__ */ block(702_555_000, {
  running: 1,
  disabled: 2,
  tooMany: 3,
  workflowMode: 4,
  notRunning: 5,
  stillRuns: 6,
  unknownFilter: 7,
  badCase: 8,
  nothingToAsk: 9,
  noSetup: 10,
})

export const liteBatch = /* @__PURE__ */ block(702_556_000, {
  hasRun: 1,
  mixedObjects: 2,
  tooManyObjects: 3,
  badStatus: 4,
  noObjects: 5,
  noDatasets: 6,
  noRule: 7,
  tooManyRows: 8,
  tooManyDatasets: 9,
  notRunning: 10,
  stillRuns: 11,
  noTestRows: 12,
  notOperable: 13,
  notYours: 14,
  template: 15,
  limit: 16,
})

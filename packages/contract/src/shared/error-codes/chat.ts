import { block } from './block.ts'

export const agent = /* @__PURE__ */ block(702_040_000, {
  stepLimit: 1,
  tokenLimit: 2,
  timeLimit: 3,
  noTools: 4,
  hookFailed: 5,
  hookRefused: 6,
  noWorkflows: 7,
  noChatflow: 8,
  noStartAgent: 9,
  agentGone: 10,
  shortcutGone: 11,
})

export const conversation = /* @__PURE__ */ block(702_050_000, {
  nothingSaid: 1,
  badContent: 2,
  onlyLast: 3,
  notPublished: 4,
  tooManyFiles: 5,
  nothingRunning: 6,
  cutOff: 8,
  fileGone: 9,
  badParts: 10,
  nothingCompared: 11,
  comparesDrafts: 12,
})

export const model = /* @__PURE__ */ block(702_030_000, {
  modelGone: 1,
  modelOff: 2,
  baseUrlNeeded: 3,
  keyNeeded: 4,
  modelNameNeeded: 5,
  codeInSandbox: 6,
  notAChatModel: 7,
  noSpeechModel: 8,
  modelExhausted: 9,
  noBound: 10,
  expansionOver: 11,
  nothingToEstimateFrom: 12,
  notShareable: 13,
  notYourTeam: 14,
  wrongKind: 15,
  noTranscriptionModel: 16,
})

/** Voices cloned from recordings. */
export const clone = /* @__PURE__ */ block(702_442_000, {
  noCloner: 1,
  quota: 2,
  tooOften: 3,
  pending: 4,
  otherModel: 5,
})

/** Fine-tuning of models. */
export const tuning = /* @__PURE__ */ block(702_034_000, {
  badLine: 1,
  tooFew: 2,
  tooLarge: 3,
  cannotTrain: 4,
  noExamples: 5,
  ended: 6,
  runs: 7,
})

export const spanValues = /* @__PURE__ */ block(702_551_000, {
  away: 1,
  tooMany: 2,
})

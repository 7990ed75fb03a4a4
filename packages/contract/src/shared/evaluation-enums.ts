/** Wire numbers of evaluation. */
export const EvaluatorType = { prompt: 1, code: 2 } as const
export const CodeLanguage = { python: 1, javascript: 2 } as const
export const TemplateType = { prompt: 1, code: 2 } as const
/** All clients know 1 and 2; the others are extensions of this product. */
export const TargetType = {
  bot: 1,
  prompt: 2,
  workflow: 4,
  external: 6,
  appWorkflow: 101,
  stored: 102,
  model: 103,
  visitor: 104,
} as const
export type TargetType = (typeof TargetType)[keyof typeof TargetType]
/** The state of a bot or workflow that runs: its current draft, or the published version. */
export const TargetState = { draft: 1, published: 2 } as const
export const ExperimentStatus = {
  pending: 2,
  processing: 3,
  success: 11,
  failed: 12,
  terminated: 13,
  systemTerminated: 14,
} as const
export type ExperimentStatus = (typeof ExperimentStatus)[keyof typeof ExperimentStatus]
export const TurnState = { queueing: 0, success: 1, fail: 2, processing: 3, terminal: 4 } as const
export type TurnState = (typeof TurnState)[keyof typeof TurnState]
export const ItemState = { queueing: 0, processing: 1, success: 2, fail: 3, terminal: 5 } as const
export const RetryMode = { all: 1, failed: 2, items: 3 } as const
export const RecordStatus = { success: 1, fail: 2 } as const
export const Aggregator = { average: 1, sum: 2, max: 3, min: 4, distribution: 5 } as const

/** Rules that a text does or does not meet. Each can be negated. */
export const textRules = [
  'equals',
  'contains',
  'icontains',
  'regex',
  'starts_with',
  'contains_any',
  'contains_all',
  'icontains_any',
  'icontains_all',
  'is_json',
  'contains_json',
  'is_json_object',
] as const
export type TextRule = (typeof textRules)[number]
/** Rules that need no text to compare with. */
export const rulesAlone: readonly TextRule[] = ['is_json', 'contains_json', 'is_json_object']
/** Rules that compare with several texts. */
export const rulesOfMany: readonly TextRule[] = ['contains_any', 'contains_all', 'icontains_any', 'icontains_all']

export const similarityMetrics = ['exact', 'edit_distance', 'token_f1', 'rouge_l', 'bleu', 'trigrams'] as const
export type SimilarityMetric = (typeof similarityMetrics)[number]
/** The type of a result: a score on a scale, a number, one of several options, or a text. */
export const ResultType = { score: 1, value: 2, option: 3, text: 4 } as const
export type ResultType = (typeof ResultType)[keyof typeof ResultType]
export const metricNames = ['latency_ms', 'tokens', 'cost', 'calls'] as const
export const specChecks = ['language', 'refusal', 'redundancy', 'persona_leak', 'declines'] as const
export type SpecCheck = (typeof specChecks)[number]
export const trajectoryChecks = ['tools', 'order', 'parameters'] as const
export type TrajectoryCheck = (typeof trajectoryChecks)[number]

/** The outputs of a target, by the names that mappings use. */
export const targetOutputs = ['actual_output', 'trajectory'] as const
/** Measurements of a run and the persona of the target, for evaluators that use them. */
export const targetFacts = [...metricNames, 'persona'] as const

export const EVALUATION_LIMITS = {
  evaluators: 10,
  compared: 8,
  trials: 20,
  items: 50,
  defaultItems: 5,
  parallelEvaluators: 10,
  defaultEvaluators: 3,
  retries: 5,
  running: 20,
  waiting: 200,
  evaluatorName: 50,
  experimentName: 100,
  note: 500,
  contents: 50,
  batchGet: 100,
} as const
/** With fewer rows, a difference is not significant. */
export const MIN_PAIRS = 15

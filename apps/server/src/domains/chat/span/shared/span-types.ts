export const SpanStatus = { done: 1, failed: 2, stopped: 3 } as const
export type SpanStatus = (typeof SpanStatus)[keyof typeof SpanStatus]
/** Origin of a trace: a turn of a bot, a run of a workflow, or a program that sends spans. */
export type TraceSource = 'turn' | 'run' | 'loop' | 'otlp'
/**
 * `evaluation`: scores by evaluators, which are never scored themselves. `arena`: battles. Neither counts as bot use.
 */
export type Scene = 'debug' | 'online' | 'task' | 'evaluation' | 'arena'

/** The object of a trace, by which figures are separated. */
interface TraceObject {
  objectKind: 'bot' | 'workflow' | 'service'
  /** The id of a bot or workflow, or the name of a service. */
  objectKey: string
  objectVersion: string
  connectorId: string
}

/** A span to store. Times are in microseconds. */
export interface NewSpan extends TraceObject {
  spaceId: string
  traceId: string
  spanId: string
  /** Empty for a root. */
  parentId: string
  startedAt: number
  durationUs: number
  firstUs: number
  kind: string
  rawType: string
  name: string
  source: TraceSource
  status: SpanStatus
  errorCode: number
  errorMsg: string
  /** The error message in Chinese; empty if there is none. */
  errorZh: string
  modelId: string
  model: string
  provider: string
  inputTokens: number
  outputTokens: number
  cachedTokens: number
  reasoningTokens: number
  cost: number
  scene: Scene
  service: string
  userKey: string
  threadId: string
  logId: string
  promptKey: string
  promptVersion: string
  input: string
  output: string
  attributes: Record<string, unknown>
}

/**
 * The head of a complete trace: a finished turn or run. Heads of traces sent in pieces are computed from their spans.
 */
export interface NewHead extends TraceObject {
  spaceId: string
  traceId: string
  rootId: string
  source: 'turn' | 'run'
  name: string
  scene: Scene
  userId: string
  threadId: string
  messageId: string | null
  logId: string
  status: SpanStatus
  errorCode: number
  errorMsg: string
  /** The error message in Chinese; empty if there is none. */
  errorZh: string
  startedAt: number
  durationUs: number
  firstUs: number
  inputTokens: number
  outputTokens: number
  cost: number
  spanCount: number
  failedCount: number
  models: string
  input: string
  output: string
  feedback: number
  /** The calling span of a program. */
  parent?: { traceId: string; spanId: string } | undefined
}
export interface SpanBatch {
  spans: NewSpan[]
  heads: NewHead[]
}
export const emptySpan = {
  parentId: '',
  firstUs: 0,
  rawType: '',
  errorCode: 0,
  errorMsg: '',
  errorZh: '',
  modelId: '',
  model: '',
  provider: '',
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  reasoningTokens: 0,
  cost: 0,
  service: '',
  userKey: '',
  threadId: '',
  logId: '',
  promptKey: '',
  promptVersion: '',
  input: '',
  output: '',
} as const satisfies Partial<NewSpan>

/** Kinds whose tokens and cost count. Other kinds repeat the usage of the calls below them. */
export const isCounted = (kind: string): boolean => kind === 'model' || kind === 'embedding' || kind === 'rerank'

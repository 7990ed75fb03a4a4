import { type Scene, SpanStatus } from '#domains/chat/span/shared/span-types.ts'

export const TraceStatus = SpanStatus
export type TraceStatus = SpanStatus
export type SpanKind = 'turn' | 'agent' | 'model' | 'tool' | 'retrieval' | 'hook' | 'skill' | 'workflow'
export type TraceScene = Exclude<Scene, 'evaluation' | 'arena'>

/** One turn of a bot. Times in milliseconds. */
export interface TraceRow {
  id: string
  spaceId: string
  botId: string
  botVersion: string
  conversationId: string
  messageId: string
  userId: string
  scene: Scene
  connectorId: string
  status: TraceStatus
  errorCode: number
  errorMsg: string
  errorZh: string
  startedAt: number
  durationMs: number
  firstTokenMs: number
  inputTokens: number
  outputTokens: number
  cost: number
  spanCount: number
  failedCount: number
  modelNames: string
  input: string
  output: string
  feedback: number
}
export interface SpanRow {
  id: string
  traceId: string
  parentId: string | null
  kind: SpanKind
  name: string
  status: TraceStatus
  errorCode: number
  errorMsg: string
  errorZh: string
  /** Milliseconds from the start of the trace. */
  offsetMs: number
  durationMs: number
  firstTokenMs: number
  modelId: string | null
  modelName: string
  inputTokens: number
  outputTokens: number
  cachedTokens: number
  reasoningTokens: number
  cost: number
  input: string
  output: string
  attributes: Record<string, unknown>
}

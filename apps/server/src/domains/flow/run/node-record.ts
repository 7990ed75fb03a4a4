import type { BlobValue } from './run-types.ts'

export const NodeStatus = { waiting: 1, running: 2, success: 3, failed: 4 } as const

/** One execution of a node in a run. */
export interface NodeRecord {
  /** Unique in the run, also within loops and called workflows. */
  path: string
  nodeId: string
  type: string
  title: string
  status: number
  startedAt: number
  durationMs?: number
  input?: unknown
  output?: unknown
  /** The text of a message, shown instead of the output. */
  text?: string | BlobValue
  raw?: string | BlobValue
  error?: string
  /** Absent if the error has no Chinese message. */
  errorZh?: string
  errorCode?: number
  errorLevel?: 'Warn' | 'Error' | 'pending'
  tokensIn?: number
  tokensOut?: number
  /** Index of the round in the loop or batch around the node. */
  round?: number
  /** Depth of workflow calls above the node, and the called workflow it belongs to. */
  depth?: number
  workflowId?: string
  port?: string
  modelCalls?: ModelCall[]
  extra?: Record<string, unknown>
  isPinned?: true
  attempts?: number
}

/** One call of a model by a node. */
export interface ModelCall {
  modelId: string
  modelName: string
  startedAt: number
  durationMs: number
  firstTokenMs: number
  tokensIn: number
  tokensOut: number
  tokensCached?: number
  tokensReasoning?: number
  costIn: number
  costOut: number
  error?: string
}

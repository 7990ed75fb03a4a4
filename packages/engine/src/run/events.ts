import type { TokenUsage } from '#ports.ts'
import type { Warning } from '#values/convert.ts'
import type { Values } from '#values/own.ts'
import type { InterruptType } from './outcome.ts'

export interface Failure {
  code: number
  message: string
  /** The Chinese message. Absent for messages of a program, a model or a server. */
  messageZh?: string | undefined
  nodeId: string
  path: string
}

/** Location of an event. `path` is unique in the run; `index` is the iteration of the innermost loop or batch. */
export interface NodeRef {
  nodeId: string
  nodeType: string
  title: string
  path: string
  index: number | undefined
  /** Nesting depth of workflows; 0 is the started one. */
  depth: number
  workflowId: string
  at: number
}

export interface InterruptEvent {
  id: string
  type: InterruptType
  nodeId: string
  path: string
  title: string
  icon: string
  data: string
}

export type RunEvent =
  | (NodeRef & { type: 'node.started'; input: unknown })
  | (NodeRef & {
      type: 'node.finished'
      input: unknown
      output: Values
      /** Shown instead of the output for nodes with an answer text. */
      text: string | undefined
      raw: string | undefined
      warnings: readonly Warning[]
      usage: TokenUsage | undefined
      ms: number
      port: string | undefined
      attempts: number
      /** Set if the node failed and its error setting replaced the output. */
      error: Failure | undefined
      extra: Values | undefined
      /** The output was given and the node did not run. */
      pinned: boolean
    })
  | (NodeRef & {
      type: 'node.failed'
      input: unknown
      error: Failure
      usage: TokenUsage | undefined
      ms: number
      attempts: number
    })
  | (NodeRef & { type: 'node.cancelled'; input: unknown; ms: number })
  | (NodeRef & { type: 'node.skipped' })
  | (NodeRef & { type: 'node.retried'; attempt: number; error: Failure })
  /** A piece of text at `offset` characters; `finish` is true only for the last piece of this node. */
  | (NodeRef & { type: 'message'; text: string; finish: boolean; seq: number; offset: number })
  | (NodeRef & { type: 'interrupt'; interrupt: InterruptEvent })
  | { type: 'run.finished'; output: Values; text: string | undefined; usage: TokenUsage; at: number }
  | { type: 'run.failed'; error: Failure; usage: TokenUsage; at: number }
  | { type: 'run.cancelled'; usage: TokenUsage; at: number }
  | { type: 'run.interrupted'; interrupts: readonly InterruptEvent[]; usage: TokenUsage; at: number }

export type RunResult =
  | { status: 'success'; output: Values; text: string | undefined; usage: TokenUsage }
  | { status: 'failed'; error: Failure; usage: TokenUsage }
  | { status: 'cancelled'; usage: TokenUsage }
  | { status: 'interrupted'; interrupts: readonly InterruptEvent[]; checkpoint: Checkpoint; usage: TokenUsage }

/** A node that was started or finished; nodes that were not started are absent. */
export interface SavedNode {
  /** d done, s skipped, r running, w waits for a person, e text begun before the node was ready */
  s: 'd' | 's' | 'r' | 'w' | 'e'
  /** Output, port, input, attempt, state of the node, event id, characters already sent, tokens used. */
  o?: unknown
  p?: string
  i?: unknown
  a?: number
  x?: unknown
  e?: string
  /** The user's answer, while the node processes it. */
  q?: string
  c?: [sent: number]
  u?: TokenUsage
  /** Graphs this node has started, by key. */
  k?: Record<string, SavedFrame>
}
export interface SavedFrame {
  nodes: Record<string, SavedNode>
  /** Iteration in a loop or batch. */
  n?: number
  b?: true
  /** Present for a called workflow. */
  workflow?: { id: string; version: string; input: Values }
  /** Answer or output of an End node that has finished. */
  r?: { output: Values; text: string | undefined }
}

/** Plain JSON with everything another process needs to continue the run from this point. */
export interface Checkpoint {
  v: 1
  runId: string
  workflowId: string
  version: string
  input: Values
  frame: SavedFrame
  interrupts: InterruptEvent[]
  usage: TokenUsage
  /** Next message number of each node; absent in older checkpoints. */
  sequence?: Record<string, number>
  steps: number
  size: number
  files: Record<string, string>
}

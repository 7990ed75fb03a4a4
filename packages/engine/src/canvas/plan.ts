import type { TypeInfo } from '#values/types.ts'

export type GlobalScope = 'app' | 'user' | 'system'
export interface GlobalRef {
  scope: GlobalScope
  name: string
}

/** Source of a value, resolved as far as possible before any run. */
export type Source =
  | { from: 'literal'; value: unknown }
  /** Output of a node, `up` graphs outward (0: the same graph). */
  | { from: 'node'; up: number; index: number; id: string; path: readonly string[] }
  /** Values that the surrounding loop or batch (`up` graphs outward) passes to its body. */
  | { from: 'scope'; up: number; what: 'index' | 'item' | 'variable' | 'input'; name: string; path: readonly string[] }
  | { from: 'global'; scope: GlobalScope; name: string; path: readonly string[] }
  | { from: 'object'; fields: readonly { name: string; type: TypeInfo; source: Source }[] }
  | { from: 'nothing' }

export interface InputSpec {
  name: string
  type: TypeInfo
  source: Source
}

export interface Edge {
  to: number
  /** Undefined if the edge is taken whatever branch the node takes. */
  port: string | undefined
}

export interface ErrorSetting {
  process: 'throw' | 'default' | 'branch'
  /** The parsed default data, or the raw text if it is not JSON. */
  data: unknown
  rawData: string
  retries: number
}

export interface WorkflowRef {
  workflowId: string
  version: string
  nodeId: string
}

import type { NodeKind } from '#nodes/node-kind.ts'
import type { TypeInfo, Variable } from '#values/types.ts'

export type GlobalScope = 'app' | 'user' | 'system'
interface GlobalRef {
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
  /** Undefined when the edge is taken whatever the node decides. */
  port: string | undefined
}

export interface ErrorSetting {
  process: 'throw' | 'default' | 'branch'
  /** Parsed default data, or the raw text when it is no JSON. */
  data: unknown
  rawData: string
  retries: number
}

export interface PlanNode {
  index: number
  id: string
  type: string
  title: string
  icon: string
  kind: NodeKind
  config: unknown
  inputs: readonly InputSpec[]
  outputs: readonly Variable[]
  globals: readonly GlobalRef[]
  error: ErrorSetting | undefined
  /** 0: no limit of its own. */
  timeoutMs: number
  edges: readonly Edge[]
  /** Nodes that read this one without an edge between them. */
  dataTo: readonly number[]
  /** Emitting nodes whose text may start while this node is still writing. */
  streamTo: readonly number[]
  /** Nodes with an edge or a reference into this one. */
  from: readonly number[]
  /** Nodes whose output this one (or its body) reads. */
  reads: readonly number[]
  body: Graph | undefined
}

export interface Graph {
  nodes: readonly PlanNode[]
  index: ReadonlyMap<string, number>
  /** Number of edges and references each node waits for. */
  degree: readonly number[]
  /** 1 for nodes that begin with the graph. */
  entry: readonly number[]
  roots: readonly number[]
  /** Nodes whose outputs the surrounding loop or batch collects. */
  exports: ReadonlySet<number>
  start: number
  end: number
}

/** A compiled canvas: immutable, shared by any number of runs. */
export interface Plan {
  root: Graph
  inputs: readonly Variable[]
  terminate: 'variables' | 'answer'
  /** Some End or Output node wants its text streamed. */
  streaming: boolean
  nodeCount: number
  /** Every node by id, also those inside loops and batches. */
  nodes: ReadonlyMap<string, PlanNode>
  /** Workflows this one calls, as node or as tool. */
  uses: readonly WorkflowRef[]
  /** Names of files given as literals. */
  files: ReadonlyMap<string, string>
  /** Whatever the owner of the plan wants to find again: the id and version it was compiled from. */
  workflowId: string
  version: string
}

export interface WorkflowRef {
  workflowId: string
  version: string
  nodeId: string
}

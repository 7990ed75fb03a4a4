import type { Graph, NodeBehaviour } from '#model.ts'
import type { InputSpec, Source, WorkflowRef } from '#canvas/plan.ts'
import type { RawEdge, RawNode } from '#canvas/parse.ts'
import type { FaultOptions } from '#errors.ts'
import type { Variable } from '#values/types.ts'

/** Context of a node type at compile time. */
export interface CompileScope {
  node: RawNode
  /** Type of the surrounding loop or batch, if any. */
  parentType: string | undefined
  /** The source of one block input (`{type, schema, value}`). */
  source(blockInput: unknown): Source
  /** A named input. */
  input(name: string, blockInput: unknown): InputSpec
  /** The inputs in a list of parameters (`{name, input}`). */
  inputs(params: unknown): InputSpec[]
  /** The source for a reference inside a text, such as `block_output_12.a`. */
  reference(nodeId: string, path: readonly string[]): Source
  global(scope: string, path: readonly string[]): Source | undefined
  outputs(): Variable[]
  /** Compiles the graph inside a loop or batch. */
  body(
    blocks: readonly RawNode[],
    edges: readonly RawEdge[],
    scope: BodyScope,
  ): { graph: Graph; inside(blockInput: unknown): Source }
  uses(ref: Omit<WorkflowRef, 'nodeId'>): void
  fail(message: string, options?: FaultOptions): never
}

/** Names that a loop or batch defines for the nodes inside it. */
export interface BodyScope {
  items: ReadonlySet<string>
  variables: ReadonlySet<string>
}

export interface Compiled<C> {
  config: C
  inputs?: InputSpec[]
  /** Declared outputs if they differ from `data.outputs`. */
  outputs?: Variable[]
  /** Ports of a branching node; without them every edge is taken. */
  ports?: readonly string[]
  body?: Graph
  timeoutMs?: number
  retries?: number
}

/** A node type: how it is compiled and how it behaves in a run. */
export interface NodeKind<C = unknown> extends NodeBehaviour<C> {
  compile(scope: CompileScope): Compiled<C>
}

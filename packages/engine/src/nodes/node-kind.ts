import type { Graph, InputSpec, Source, WorkflowRef } from '#canvas/plan.ts'
import type { RawEdge, RawNode } from '#canvas/parse.ts'
import type { PortName } from '#ports.ts'
import type { Frame, Task } from '#run/state.ts'
import type { Outcome, Waiting } from '#run/outcome.ts'
import type { EngineError } from '#errors.ts'
import type { NodeType } from '#node-type.ts'
import type { Values } from '#values/own.ts'
import type { Variable } from '#values/types.ts'

/** Context of a node type at compile time. */
export interface CompileScope {
  node: RawNode
  /** Type of the loop or batch around, if any. */
  parentType: string | undefined
  /** The value and the declared type of one block input (`{type, schema, value}`). */
  source(blockInput: unknown): Source
  /** An input under a name of its own. */
  input(name: string, blockInput: unknown): InputSpec
  /** All of a list of parameters (`{name, input}`). */
  inputs(params: unknown): InputSpec[]
  /** A source for a reference written inside a text, such as `block_output_12.a`. */
  reference(nodeId: string, path: readonly string[]): Source
  global(scope: string, path: readonly string[]): Source | undefined
  outputs(): Variable[]
  /** The graph inside a loop or batch. */
  body(
    blocks: readonly RawNode[],
    edges: readonly RawEdge[],
    scope: BodyScope,
  ): { graph: Graph; inside(blockInput: unknown): Source }
  uses(ref: Omit<WorkflowRef, 'nodeId'>): void
  fail(message: string, code?: number): never
}

/** Names that a loop or batch gives to the nodes inside it. */
export interface BodyScope {
  items: ReadonlySet<string>
  variables: ReadonlySet<string>
}

export interface Compiled<C> {
  config: C
  inputs?: InputSpec[]
  /** Declared outputs when they differ from `data.outputs`. */
  outputs?: Variable[]
  /** Ports of a branching node; without them every edge is taken. */
  ports?: readonly string[]
  body?: Graph
  timeoutMs?: number
  retries?: number
}

export interface NodeKind<C = unknown> {
  type: NodeType
  needs: readonly PortName[]
  /** Missing inputs get the zero value of their type. */
  zeroInputs: boolean
  /** Missing declared outputs become null. */
  nullOutputs: boolean
  timeoutMs?: number
  /** Acts on the world outside: a durable run is saved before and after it. */
  effect?: boolean
  /** Emits text to the person who started the run. */
  emits?: boolean
  /** The output that is the answer of a workflow this node has called, if there is one. */
  answerField?(config: C): string | undefined
  /** A settled stream of one field may flow through before the node itself has run. */
  relays?(config: C, field: string): readonly Source[] | undefined
  compile(scope: CompileScope): Compiled<C>
  run(task: Task, config: C): Outcome | Waiting | Promise<Outcome | Waiting>
  /** A graph started by this node has come to its end. */
  childDone?(task: Task, child: Frame): void
  /** A graph started by this node has failed; without this the node fails the same way. */
  childFailed?(task: Task, child: Frame, error: EngineError): void
  /** All graphs of this node wait for a person; true if it could begin another one meanwhile. */
  whileHalted?(task: Task): boolean
  /** The branch that goes with an output which stands in for a failure. */
  portFor?(output: Values, config: C): string | undefined
  /** The inputs as a person should see them, when that is not the input map. */
  showInput?(task: Task, config: C): unknown
}

import type { ErrorSetting, Edge, GlobalRef, InputSpec, Source, WorkflowRef } from '#canvas/plan.ts'
import type { EngineError } from '#errors.ts'
import type { NodeType } from '#node-type.ts'
import type { Awaitable, Call, Clock, RunMode, ServicePorts, TokenUsage } from '#ports.ts'
import type { Checkpoint, InterruptEvent, RunEvent, RunResult } from '#run/events.ts'
import type { Limits } from '#run/limits.ts'
import type { Outcome, Waiting } from '#run/outcome.ts'
import type { Warning } from '#values/convert.ts'
import type { Values } from '#values/own.ts'
import type { Variable } from '#values/types.ts'

// Plans contain behaviours, behaviours work on tasks, and tasks belong to runs of plans: these types need each other.

/** The behaviour of a node type in a run. */
export interface NodeBehaviour<C = unknown> {
  type: NodeType
  needs: readonly PortName[]
  /** Missing inputs are replaced by the zero value of their type. */
  zeroInputs: boolean
  /** Missing declared outputs become null. */
  nullOutputs: boolean
  timeoutMs?: number
  /** The node has effects outside the run: a durable run saves a checkpoint before and after it. */
  effect?: boolean
  /** Emits text to the person who started the run. */
  emits?: boolean
  /** The output that receives the answer of a called workflow, if there is one. */
  answerField?(config: C): string | undefined
  /** Sources whose streamed text a field passes on before the node itself has run. */
  relays?(config: C, field: string): readonly Source[] | undefined
  /** Resolves when an attempt may start. The time limit of the node starts after that. */
  ready?(task: Task, config: C): Promise<void> | undefined
  run(task: Task, config: C): Outcome | Waiting | Promise<Outcome | Waiting>
  /** Called when a graph started by this node has finished. */
  childDone?(task: Task, child: Frame): void
  /** Called when a graph started by this node has failed; without it the node fails with the same error. */
  childFailed?(task: Task, child: Frame, error: EngineError): void
  /** Called when all graphs of this node wait for a person; returns true if it could start another one meanwhile. */
  whileHalted?(task: Task): boolean
  /** The branch for an output that replaces a failure. */
  portFor?(output: Values, config: C): string | undefined
  /** The inputs as shown to people, if that differs from the input map. */
  showInput?(task: Task, config: C): unknown
}

export interface PlanNode {
  index: number
  id: string
  type: string
  title: string
  icon: string
  kind: NodeBehaviour
  config: unknown
  inputs: readonly InputSpec[]
  outputs: readonly Variable[]
  globals: readonly GlobalRef[]
  error: ErrorSetting | undefined
  /** 0: the node has no time limit of its own. */
  timeoutMs: number
  edges: readonly Edge[]
  /** Nodes that read this one without an edge to them. */
  dataTo: readonly number[]
  /** Emitting nodes that may start to show the text of this node while it is still being written. */
  streamTo: readonly number[]
  /** An emitting node inside a loop or batch shows the text of this node. */
  isShown: boolean
  /** Nodes with an edge or a reference into this one. */
  from: readonly number[]
  /** Nodes whose outputs this node or its body reads. */
  reads: readonly number[]
  body: Graph | undefined
}

export interface Graph {
  nodes: readonly PlanNode[]
  index: ReadonlyMap<string, number>
  /** Number of edges and references each node waits for. */
  degree: readonly number[]
  /** 1 for nodes that start with the graph. */
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
  /** Some End or Output node streams its text. */
  streaming: boolean
  nodeCount: number
  /** All nodes by id, including those inside loops and batches. */
  nodes: ReadonlyMap<string, PlanNode>
  /** Workflows that this plan calls, as a node or as a tool. */
  uses: readonly WorkflowRef[]
  /** Names of files given as literals. */
  files: ReadonlyMap<string, string>
  /** Id and version of the workflow the plan was compiled from, for its owner. */
  workflowId: string
  version: string
}

/** How much of the text of an emitting node has been sent. */
export interface Emission {
  part: number
  /** Characters of the current placeholder that were already sent. */
  offset: number
  sent: number
  /** Characters sent before a restart, which must not be sent again. */
  skip: number
}

/** One running graph: the workflow itself, a called workflow, or one round of a loop or batch. */
export interface Frame {
  run: RunState
  graph: Graph
  plan: Plan
  /** Prefix of the paths of its nodes. */
  path: string
  /** The frame whose nodes this one may reference (loops and batches only). */
  outer: Frame | undefined
  owner: Task | undefined
  /** The key of the frame at its owner. */
  key: string
  index: number | undefined
  depth: number
  state: number[]
  pending: number[]
  active: number[]
  outputs: unknown[]
  ports: (string | undefined)[]
  left: number
  tasks: Map<number, Task>
  emissions: Map<number, Emission> | undefined
  /** End positions of streamed pieces of text, by node and output. */
  cuts: Map<number, Map<string, number[]>> | undefined
  /** The input of the workflow. */
  input: Values
  result: { output: Values; text: string | undefined } | undefined
  /** The error of the frame until it is reported to the owner. */
  failure: EngineError | undefined
  breaking: boolean
  closed: boolean
  /** Given outputs by node id. */
  pinned: ReadonlyMap<string, PinnedNode> | undefined
  /** Given inputs by node id. */
  edited: ReadonlyMap<string, Values> | undefined
}

export interface PinnedNode {
  output: Values
  port?: string | undefined
  text?: string | undefined
}

/** One execution of a node. */
export interface Task {
  run: RunState
  frame: Frame
  node: PlanNode
  attempt: number
  input: Values
  globals: Map<string, unknown> | undefined
  warnings: Warning[]
  startedAt: number
  /** State of the node as plain JSON, restored after a restart. */
  state: unknown
  children: Map<string, Frame> | undefined
  /** The streamed text so far, by output field. */
  stream: Map<string, string> | undefined
  abort: AbortController | undefined
  cancelTimer: (() => void) | undefined
  /** The user's answer to the interrupt of this node. */
  answer: string | undefined
  eventId: string | undefined
  usage: TokenUsage | undefined
  waiters: Map<string, Waiter> | undefined
  /** Pending port calls of this node. */
  inFlight: number
  closed: boolean
}
interface Waiter {
  resolve(frame: Frame): void
  reject(error: EngineError): void
}

export interface RunState {
  id: string
  plan: Plan
  ports: Ports
  clock: Clock
  mode: RunMode
  limits: Limits
  /** Values that ports need: space, user, bot, connector … */
  context: Values
  stream: boolean
  failFast: boolean
  chat: boolean
  authInterrupt: boolean
  root: Frame
  queueFrames: Frame[]
  queueNodes: number[]
  head: number
  /** Pending port calls of all nodes. */
  active: number
  driving: boolean
  paused: boolean
  status: 'running' | 'ended'
  steps: number
  size: number
  usage: TokenUsage
  /** Number of the next message of each node, counted over all rounds. */
  sequence: Map<string, number>
  interrupts: InterruptEvent[]
  files: Map<string, string>
  emit: (event: RunEvent) => void
  finish: (result: RunResult) => void
  cleanups: (() => void)[]
  /** Creates a checkpoint; called when nothing can continue without a person. */
  snapshot: () => Checkpoint
  /** Starts a node. Set once, so that the scheduler does not depend on how nodes are run. */
  execute: (frame: Frame, index: number) => void
  failTask: (task: Task, error: EngineError) => void
}

export interface WorkflowPort {
  /** `version` "" means the draft in debug runs and the newest published version in release runs. */
  load(ref: { workflowId: string; version: string }, call: Call): Awaitable<Plan | undefined>
  /** Describes a workflow as a tool for models. */
  describe?(ref: { workflowId: string; version: string }, call: Call): Awaitable<{ name: string; description: string }>
}

export interface Ports extends ServicePorts {
  workflows?: WorkflowPort
}
export type PortName = Exclude<keyof Ports, 'clock' | 'newId'>

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

// A plan names what its nodes do, that works on tasks, and a task belongs to a run of a plan: types that refer to each other stand here together.

/** What a node of one type does in a run. */
export interface NodeBehaviour<C = unknown> {
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
  /** What has to be there before an attempt. The time limit of the node counts from then on. */
  ready?(task: Task, config: C): Promise<void> | undefined
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
  /** 0: no limit of its own. */
  timeoutMs: number
  edges: readonly Edge[]
  /** Nodes that read this one without an edge between them. */
  dataTo: readonly number[]
  /** Emitting nodes whose text may start while this node is still writing. */
  streamTo: readonly number[]
  /** A streaming node inside a loop or batch shows its text. */
  isShown: boolean
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

/** How much of an emitting node's text has been sent. */
export interface Emission {
  part: number
  /** Characters of the current placeholder already sent. */
  offset: number
  sent: number
  /** Sent before a restart: not to be sent again. */
  skip: number
}

/** One graph being run: the workflow itself, a called workflow, or one round of a loop or batch. */
export interface Frame {
  run: RunState
  graph: Graph
  plan: Plan
  /** Prefix of the paths of its nodes. */
  path: string
  /** The frame whose nodes this one may reference (loops and batches only). */
  outer: Frame | undefined
  owner: Task | undefined
  /** Name under which the owner knows it. */
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
  /** Ends of the pieces of text that were streamed, by node and output. */
  cuts: Map<number, Map<string, number[]>> | undefined
  /** Input of a workflow. */
  input: Values
  result: { output: Values; text: string | undefined } | undefined
  /** Its error, until it has been reported. */
  failure: EngineError | undefined
  breaking: boolean
  closed: boolean
  /** Outputs given from outside, by node id. */
  pinned: ReadonlyMap<string, PinnedNode> | undefined
  /** Inputs given from outside, by node id. */
  edited: ReadonlyMap<string, Values> | undefined
}

export interface PinnedNode {
  output: Values
  port?: string | undefined
  text?: string | undefined
}

/** One node at work. */
export interface Task {
  run: RunState
  frame: Frame
  node: PlanNode
  attempt: number
  input: Values
  globals: Map<string, unknown> | undefined
  warnings: Warning[]
  startedAt: number
  /** Plain JSON that the node wants to find again after a restart. */
  state: unknown
  children: Map<string, Frame> | undefined
  /** Text written so far by output field, while it is streamed. */
  stream: Map<string, string> | undefined
  abort: AbortController | undefined
  callOff: (() => void) | undefined
  /** The user's answer, or undefined. */
  answer: string | undefined
  eventId: string | undefined
  usage: TokenUsage | undefined
  waiters: Map<string, Waiter> | undefined
  /** Port calls of this node under way. */
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
  /** Numbers of the outside world that ports need: space, user, bot, connector … */
  context: Values
  stream: boolean
  failFast: boolean
  chat: boolean
  authInterrupt: boolean
  root: Frame
  queueFrames: Frame[]
  queueNodes: number[]
  head: number
  /** Port calls under way. */
  active: number
  driving: boolean
  paused: boolean
  status: 'running' | 'ended'
  steps: number
  size: number
  usage: TokenUsage
  /** Number of the next message of each node, whatever round it is in. */
  sequence: Map<string, number>
  interrupts: InterruptEvent[]
  files: Map<string, string>
  emit: (event: RunEvent) => void
  finish: (result: RunResult) => void
  callOff: (() => void)[]
  /** Called once nothing can go on without a person. */
  snapshot: () => Checkpoint
  /** Starts a node; set once, so that the scheduler need not know how nodes are run. */
  execute: (frame: Frame, index: number) => void
  failTask: (task: Task, error: EngineError) => void
}

export interface WorkflowPort {
  /** `version` "" means the draft in debug runs and the newest published version in release runs. */
  load(ref: { workflowId: string; version: string }, call: Call): Awaitable<Plan | undefined>
  /** A workflow as a tool for models. */
  describe?(ref: { workflowId: string; version: string }, call: Call): Awaitable<{ name: string; description: string }>
}

export interface Ports extends ServicePorts {
  workflows?: WorkflowPort
}
export type PortName = Exclude<keyof Ports, 'clock' | 'newId'>

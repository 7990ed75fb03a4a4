import type { Graph, Plan, PlanNode } from '#canvas/plan.ts'
import type { EngineError } from '#errors.ts'
import type { Clock, Ports, RunMode, TokenUsage } from '#ports.ts'
import type { Warning } from '#values/convert.ts'
import type { Values } from '#values/own.ts'
import type { Emission } from './emission.ts'
import type { Checkpoint, InterruptEvent, RunEvent, RunResult } from './events.ts'
import type { Limits } from './limits.ts'

/** States of a node in a frame. Numbers, since a frame holds one for every node. */
export const idle = 0
export const queued = 1
export const running = 2
export const halted = 3
export const done = 4
export const skipped = 5

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

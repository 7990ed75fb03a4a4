import type { Frame, PinnedNode, Plan, Ports, RunState } from '#model.ts'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { reach } from '#canvas/reach.ts'
import { CanvasError, EngineError, toEngineError } from '#errors.ts'
import type { Clock, RunMode } from '#ports.ts'
import { readInputs } from '#nodes/start.ts'
import type { Values } from '#values/own.ts'
import { snapshot } from './checkpoint.ts'
import type { Checkpoint, RunEvent, RunResult } from './events.ts'
import { beginFrame, createFrame, enqueue } from './frame.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { cancelRun, drive, failRun } from './schedule.ts'
import { skipped } from './state.ts'
import { execute, fail } from './task.ts'

export interface RunOptions {
  runId: string
  ports: Ports
  mode?: RunMode
  limits?: Partial<Limits>
  signal?: AbortSignal
  onEvent?: (event: RunEvent, run: Run) => void
  /** Passed to every port call unchanged. */
  context?: Values
  /** Stream pieces of text as they are written (default: if the canvas asks for it). */
  stream?: boolean
  /** Refuse inputs of the wrong type instead of passing null. */
  failFast?: boolean
  /** The run answers in a conversation, so forms are answered in text. */
  chat?: boolean
  /** A plugin that needs a permission interrupts the run instead of failing. */
  authInterrupt?: boolean
  /** Given outputs of nodes that do not run, by node id. */
  pinned?: Readonly<Record<string, PinnedNode>>
  /** Given inputs that replace the resolved ones, by node id and input name. */
  edited?: Readonly<Record<string, Values>>
}

export interface StartOptions extends RunOptions {
  input: Values
  /** Runs this node alone; its inputs come from `edited` and the outputs it refers to from `pinned`. */
  only?: string
  /** Runs again from this node on; nodes that do not follow it use the recorded outputs in `pinned`. */
  from?: string
}

export interface Run {
  id: string
  result: Promise<RunResult>
  /** Everything needed to continue from here in another process. */
  checkpoint(): Checkpoint
  cancel(): void
}

const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
}

/** Starts a run and works until it has to wait for the first time. */
export function start(plan: Plan, options: StartOptions): Run {
  if (options.only === undefined && options.from === undefined) checkInput(plan, options.input, options)
  const { state, run } = createRun(plan, options, options.input)
  const { root } = state
  if (options.only !== undefined) beginOnly(root, options.only)
  else {
    if (options.from !== undefined) root.pinned = recordedBefore(plan, options.from, root.pinned)
    beginFrame(root)
  }
  launch(state, options.signal)
  return run
}

/** Throws if the plan cannot run with this input, before any node runs. */
export function checkInput(
  plan: Plan,
  input: Values,
  { failFast = false, pinned }: Pick<RunOptions, 'failFast' | 'pinned'> = {},
): void {
  const entry = plan.root.nodes[plan.root.start]!
  if (pinned && Object.hasOwn(pinned, entry.id)) return
  try {
    readInputs(plan.inputs, input, failFast)
  } catch (thrown) {
    const error = toEngineError(thrown)
    error.nodeId ??= entry.id
    throw error
  }
}

export function createRun(plan: Plan, options: RunOptions, input: Values): { state: RunState; run: Run } {
  let finish!: (result: RunResult) => void
  const result = new Promise<RunResult>((resolve) => (finish = resolve))
  const { onEvent } = options
  let listening = true
  const tell = (event: RunEvent) => {
    if (!listening) return
    try {
      onEvent!(event, run)
    } catch (thrown) {
      // A listener that throws must not leave the run half done.
      listening = false
      failRun(state, toEngineError(thrown))
    }
  }
  const state: RunState = {
    id: options.runId,
    plan,
    ports: options.ports,
    clock: options.ports.clock ?? systemClock,
    mode: options.mode ?? 'debug',
    limits: options.limits ? { ...defaultLimits, ...options.limits } : defaultLimits,
    context: options.context ?? {},
    stream: options.stream ?? plan.streaming,
    failFast: options.failFast ?? false,
    chat: options.chat ?? false,
    authInterrupt: options.authInterrupt ?? false,
    root: undefined as unknown as Frame,
    queueFrames: [],
    queueNodes: [],
    head: 0,
    active: 0,
    driving: false,
    paused: false,
    status: 'running',
    steps: 0,
    size: 0,
    usage: { input: 0, output: 0 },
    sequence: new Map(),
    interrupts: [],
    files: new Map(plan.files),
    emit: onEvent ? tell : () => {},
    finish,
    cleanups: [],
    snapshot: () => snapshot(state),
    execute,
    failTask: fail,
  }
  const run: Run = { id: state.id, result, checkpoint: state.snapshot, cancel: () => cancelRun(state) }
  const root = createFrame(state, { graph: plan.root, plan, path: '', depth: 0, input })
  if (options.pinned) root.pinned = new Map(Object.entries(options.pinned))
  if (options.edited) root.edited = new Map(Object.entries(options.edited))
  state.root = root
  return { state, run }
}

/** Sets up the time limit and cancellation, then starts the work. */
export function launch(state: RunState, signal: AbortSignal | undefined): void {
  const { totalMs } = state.limits
  if (signal?.aborted) return cancelRun(state)
  if (signal) {
    const cancel = () => cancelRun(state)
    signal.addEventListener('abort', cancel, { once: true })
    state.cleanups.push(() => signal.removeEventListener('abort', cancel))
  }
  if (totalMs > 0) {
    const timeout = () =>
      failRun(
        state,
        new EngineError(ErrorCode.engine.workflowTimeout, `the run took longer than ${totalMs} ms`, {
          zh: `运行超过 ${totalMs / 1000} 秒`,
        }),
      )
    state.cleanups.push(state.clock.after(totalMs, timeout))
  }
  drive(state)
}

/** Starts one node and marks all others as skipped; a node inside a loop or batch gets a round of its own. */
function beginOnly(root: Frame, nodeId: string): void {
  const inside = root.graph.nodes.find((node) => node.body?.index.has(nodeId))
  const index = root.graph.index.get(nodeId)
  if (index === undefined && !inside) throw new CanvasError(`there is no node ${nodeId} to run`, nodeId)
  let frame = root
  if (inside) {
    const { run, plan, edited, pinned } = root
    frame = createFrame(run, { graph: inside.body!, plan, path: '', depth: 0, outer: root, input: root.input })
    Object.assign(frame, { edited, pinned })
    run.root = frame
    fillSkipped(root, -1)
  }
  const at = index ?? inside!.body!.index.get(nodeId)!
  fillSkipped(frame, at)
  const nodes = frame.graph.nodes.slice()
  nodes[at] = { ...nodes[at]!, edges: [], dataTo: [], streamTo: [] }
  // The output of the node is the result of the run.
  frame.graph = { ...frame.graph, nodes, end: at }
  frame.active[at] = 1
  enqueue(frame, at)
}

function fillSkipped(frame: Frame, except: number): void {
  frame.graph.nodes.forEach((node, i) => {
    frame.outputs[i] = frame.pinned?.get(node.id)?.output
    if (i !== except) frame.state[i] = skipped
  })
  frame.left = 1
}

/** Nodes reachable from `from` run again; all others keep their recorded outputs. */
function recordedBefore(plan: Plan, from: string, recorded: Frame['pinned']): Frame['pinned'] {
  const first = plan.root.index.get(from)
  if (first === undefined) throw new CanvasError(`there is no node ${from} to run again from`, from)
  const kept = new Map(recorded)
  for (const i of reach(plan.root, first, true)) kept.delete(plan.root.nodes[i]!.id)
  return kept
}

import type { Frame, PinnedNode, PlanNode, Task } from '#model.ts'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { EngineError, toEngineError } from '#errors.ts'
import { nameOf } from '#canvas/parse.ts'
import type { ErrorSetting } from '#canvas/plan.ts'
import { convert, createSink } from '#values/convert.ts'
import { sizeOf } from '#values/json.ts'
import { isObject, setOwn, type Values } from '#values/own.ts'
import { zeroOf } from '#values/zero.ts'
import { callOf, pathOf } from './call.ts'
import { resolveInputs } from './evaluate.ts'
import type { Failure } from './events.ts'
import { nodeRef } from './node-ref.ts'
import { type Outcome, waiting } from './outcome.ts'
import { closeChildren, closeTask, drive, failFrame, failRun, settle, toFailure } from './schedule.ts'
import { done, halted, running } from './state.ts'

export function createTask(frame: Frame, node: PlanNode): Task {
  const { run } = frame
  return {
    run,
    frame,
    node,
    attempt: 0,
    input: {},
    globals: undefined,
    warnings: [],
    startedAt: run.clock.now(),
    state: undefined,
    children: undefined,
    stream: undefined,
    abort: undefined,
    cancelTimer: undefined,
    answer: undefined,
    eventId: undefined,
    usage: undefined,
    waiters: undefined,
    inFlight: 0,
    closed: false,
  }
}

/** Starts a node that is ready. */
export function execute(frame: Frame, index: number): void {
  const { run } = frame
  const node = frame.graph.nodes[index]!
  if (++run.steps > run.limits.steps) {
    return failRun(
      run,
      limitError(node, `the run has taken more than ${run.limits.steps} steps`, `运行超过 ${run.limits.steps} 步`),
    )
  }
  const pin = frame.pinned?.get(node.id)
  if (pin) return usePinned(frame, node, pin)
  const task = createTask(frame, node)
  frame.state[index] = running
  frame.tasks.set(index, task)
  if (node.globals.length === 0) return enter(task)
  hold(task, readGlobals(task), () => enter(task))
}

export const limitError = (node: PlanNode, message: string, zh: string): EngineError =>
  new EngineError(ErrorCode.engine.executeFail, `node ${nameOf(node)}: ${message}`, {
    zh: `节点 ${nameOf(node)}：${zh}`,
    nodeId: node.id,
    retryable: false,
  })

function usePinned(frame: Frame, node: PlanNode, pin: PinnedNode): void {
  const task = createTask(frame, node)
  try {
    resolveInputs(task)
  } catch {
    // A pinned node does not need its inputs.
  }
  conclude(task, { output: pin.output, port: pin.port, text: pin.text }, undefined, true)
}

async function readGlobals(task: Task): Promise<void> {
  const { node, run } = task
  const port = run.ports.variables
  if (!port) {
    throw new EngineError(
      ErrorCode.engine.operationFail,
      `node ${nameOf(node)} needs "variables", which is not available here`,
      { zh: `节点 ${nameOf(node)} 需要变量，此处不可用` },
    )
  }
  task.globals = new Map()
  const call = callOf(task)
  for (const { scope, name } of node.globals) task.globals.set(`${scope}.${name}`, await port.read(scope, name, call))
}

/** Waits for a promise on behalf of a task; nothing happens if the task was closed meanwhile. */
function hold<T>(task: Task, promise: Promise<T>, then: (value: T) => void): void {
  task.inFlight++
  task.run.active++
  const back = (go: () => void) => {
    if (task.closed) return
    task.inFlight--
    task.run.active--
    guarded(task, go)
  }
  promise.then(
    (value) => back(() => then(value)),
    (thrown: unknown) => back(() => fail(task, toEngineError(thrown))),
  )
}

/** Runs one step from outside the queue and continues. A bug in the engine ends the run, never the process. */
function guarded(task: Task, go: () => void): void {
  try {
    go()
  } catch (thrown) {
    failRun(task.run, toEngineError(thrown))
  }
  drive(task.run)
}

function enter(task: Task): void {
  let broken: EngineError | undefined
  try {
    resolveInputs(task)
  } catch (thrown) {
    broken = toEngineError(thrown)
  }
  announce(task)
  if (broken) giveUp(task, broken)
  else attempt(task)
}

function announce(task: Task): void {
  const { frame, node, run } = task
  // A node whose text began early has already been announced.
  if (frame.emissions?.has(node.index)) return
  run.emit({ type: 'node.started', ...nodeRef(frame, node), input: shownInput(task) })
}

const shownInput = (task: Task): unknown => task.node.kind.showInput?.(task, task.node.config) ?? task.input

export function attempt(task: Task): void {
  const { kind, config } = task.node
  let ready: ReturnType<NonNullable<typeof kind.ready>>
  try {
    ready = kind.ready?.(task, config)
  } catch (thrown) {
    return fail(task, toEngineError(thrown))
  }
  if (ready) hold(task, ready, () => begin(task))
  else begin(task)
}

function begin(task: Task): void {
  const { kind, config } = task.node
  let result: ReturnType<typeof kind.run>
  try {
    result = kind.run(task, config)
  } catch (thrown) {
    return fail(task, toEngineError(thrown))
  }
  if (result === waiting) return armTimer(task)
  if (result instanceof Promise) {
    armTimer(task)
    hold(task, result, (outcome) => {
      if (outcome !== waiting) finish(task, outcome)
    })
  } else {
    finish(task, result)
  }
}

/** Starts the time limit, which covers all attempts of the node. */
export function armTimer(task: Task): void {
  const { timeoutMs } = task.node
  if (timeoutMs <= 0 || task.cancelTimer || task.closed) return
  task.cancelTimer = task.run.clock.after(timeoutMs, () => {
    if (task.closed) return
    const late = { zh: `节点运行超过 ${timeoutMs / 1000} 秒`, retryable: false }
    guarded(task, () => fail(task, new EngineError(ErrorCode.engine.nodeTimeout, 'node timeout', late)))
  })
}

export function finish(task: Task, outcome: Outcome): void {
  if (task.closed) return
  if (outcome.interrupt) return halt(task, outcome)
  const { node } = task
  let { output, port } = outcome
  if (node.kind.nullOutputs) output = fillNull(node, output)
  if (node.error && node.error.process !== 'throw') output = { ...output, isSuccess: true }
  if (node.error?.process === 'branch') port ??= 'default'
  conclude(task, { ...outcome, output, port }, undefined, false)
}

function fillNull(node: PlanNode, output: Values): Values {
  let filled: Values | undefined
  for (const { name } of node.outputs) {
    if (Object.hasOwn(output, name) && output[name] !== undefined) continue
    if (node.error && (name === 'errorBody' || name === 'isSuccess')) continue
    setOwn((filled ??= { ...output }), name, null)
  }
  return filled ?? output
}

function halt(task: Task, outcome: Outcome): void {
  const { run, frame, node } = task
  const id = run.ports.newId?.() ?? `${run.id}-${run.steps}-${run.interrupts.length}`
  const interrupt = {
    id,
    type: outcome.interrupt!.type,
    nodeId: node.id,
    path: pathOf(task),
    title: node.title,
    icon: node.icon,
    data: outcome.interrupt!.data,
  }
  task.cancelTimer?.()
  task.cancelTimer = undefined
  task.eventId = id
  task.answer = undefined
  frame.state[node.index] = halted
  run.interrupts.push(interrupt)
  run.emit({ type: 'interrupt', ...nodeRef(frame, node), interrupt })
}

/** Finishes a node with an output that was computed, pinned, or set in place of a failure. */
function conclude(task: Task, outcome: Outcome, error: Failure | undefined, pinned: boolean): void {
  const { run, frame, node } = task
  const { index } = node
  const size = pinned ? 0 : sizeOf(outcome.output, run.limits.outputSize)
  run.size += size
  if (run.size > run.limits.totalSize) {
    return failRun(
      run,
      limitError(
        node,
        `the outputs of this run are larger than ${run.limits.totalSize} characters together`,
        `本次运行的输出合计超过 ${run.limits.totalSize} 个字符`,
      ),
    )
  }
  if (size > run.limits.outputSize) {
    const { outputSize } = run.limits
    const tooLarge = limitError(
      node,
      `its output is larger than ${outputSize} characters`,
      `输出超过 ${outputSize} 个字符`,
    )
    return error ? failRun(run, tooLarge) : giveUp(task, tooLarge)
  }
  closeTask(task, error !== undefined)
  frame.tasks.delete(index)
  frame.state[index] = done
  frame.outputs[index] = outcome.output
  frame.ports[index] = outcome.port
  if (index === frame.graph.end) frame.result = { output: outcome.output, text: outcome.text }
  run.emit({
    type: 'node.finished',
    ...nodeRef(frame, node),
    input: shownInput(task),
    output: outcome.output,
    text: outcome.text,
    raw: outcome.raw,
    warnings: outcome.warnings ? [...task.warnings, ...outcome.warnings] : task.warnings,
    usage: task.usage,
    ms: run.clock.now() - task.startedAt,
    port: outcome.port,
    attempts: task.attempt + 1,
    error,
    extra: outcome.extra,
    pinned,
  })
  frame.emissions?.delete(index)
  settle(frame, index)
}

/** Handles a failed attempt: retry, use other data, take the error branch, or fail. */
export function fail(task: Task, error: EngineError): void {
  if (task.closed) return
  const { run, node, frame } = task
  error.nodeId ??= node.id
  error.path ??= pathOf(task)
  const setting = node.error
  if (!setting || !error.retryable || task.attempt >= setting.retries) return giveUp(task, error)
  task.attempt++
  closeChildren(task)
  // After an answer the state is kept, so that questions are not asked again.
  if (task.answer === undefined) task.state = undefined
  task.stream = undefined
  task.abort = undefined
  run.emit({ type: 'node.retried', ...nodeRef(frame, node), attempt: task.attempt, error: toFailure(error) })
  attempt(task)
}

function giveUp(task: Task, error: EngineError): void {
  const { node, frame, run } = task
  error.nodeId ??= node.id
  error.path ??= pathOf(task)
  const failure = toFailure(error)
  const setting = node.error
  if (setting && setting.process !== 'throw' && error.code !== ErrorCode.engine.cancelled) {
    return conclude(task, fallbackOutcome(node, setting, failure), failure, false)
  }
  const ms = run.clock.now() - task.startedAt
  // Emitted before the state changes: a checkpoint taken by the listener repeats the attempt.
  run.emit({
    type: 'node.failed',
    ...nodeRef(frame, node),
    input: shownInput(task),
    error: failure,
    usage: task.usage,
    ms,
    attempts: task.attempt + 1,
  })
  closeTask(task)
  frame.tasks.delete(node.index)
  failFrame(frame, error)
}

function fallbackOutcome(node: PlanNode, setting: ErrorSetting, failure: Failure): Outcome {
  const output: Values = setting.process === 'default' ? defaultData(node, setting) : {}
  const filled = node.kind.nullOutputs ? fillNull(node, output) : output
  const port = setting.process === 'branch' ? 'branch_error' : node.kind.portFor?.(filled, node.config)
  const errorBody = { errorMessage: failure.message, errorCode: failure.code }
  return { output: { ...filled, isSuccess: false, errorBody }, port }
}

function defaultData(node: PlanNode, setting: ErrorSetting): Values {
  const output: Values = {}
  const data = isObject(setting.data) ? setting.data : undefined
  for (const { name, type } of node.outputs) {
    if (name === 'errorBody' || name === 'isSuccess') continue
    if (data) {
      if (Object.hasOwn(data, name)) setOwn(output, name, convert(data[name], type, name, createSink()))
    } else {
      setOwn(output, name, type.kind === 'string' ? setting.rawData : zeroOf(type))
    }
  }
  return output
}

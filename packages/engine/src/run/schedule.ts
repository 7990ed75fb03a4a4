import type { Frame, RunState, Task } from '#model.ts'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { EngineError, toEngineError } from '#errors.ts'
import { nameOf } from '#canvas/parse.ts'
import { nodeRef } from './node-ref.ts'
import type { Failure, RunResult } from './events.ts'
import { enqueue } from './frame.ts'
import { done, skipped } from './state.ts'

const compactAt = 4096

/** Works until nothing is ready and yields after each slice of time. */
export function drive(run: RunState): void {
  if (run.driving || run.paused || run.status === 'ended') return
  run.driving = true
  try {
    do drainQueue(run)
    while (run.status === 'running' && !run.paused && handleIdle(run))
  } catch (thrown) {
    // A bug in the engine must end this run with a message, never the process.
    failRun(run, toEngineError(thrown))
  } finally {
    run.driving = false
  }
}

function drainQueue(run: RunState): void {
  const began = performance.now()
  let count = 0
  while (run.head < run.queueNodes.length && run.status === 'running') {
    if ((++count & 63) === 0 && performance.now() - began > run.limits.sliceMs) return pause(run)
    const frame = run.queueFrames[run.head]!
    const index = run.queueNodes[run.head]!
    run.head++
    if (run.head >= compactAt) compact(run)
    if (frame.closed) continue
    if (frame.active[index] === 0) skip(frame, index)
    else run.execute(frame, index)
  }
}

function compact(run: RunState): void {
  run.queueFrames = run.queueFrames.slice(run.head)
  run.queueNodes = run.queueNodes.slice(run.head)
  run.head = 0
}

function pause(run: RunState): void {
  run.paused = true
  const go = () => {
    run.paused = false
    drive(run)
  }
  if (typeof setImmediate === 'function') setImmediate(go)
  else setTimeout(go, 0)
}

/** Handles an empty queue: the run waits for ports or a person, or is stuck. Returns true if there is work again. */
function handleIdle(run: RunState): boolean {
  if (run.active > 0) return false
  if (run.interrupts.length) {
    if (startMoreWhileHalted(run.root)) return true
    const interrupts = run.interrupts.slice()
    const checkpoint = run.snapshot()
    run.emit({ type: 'run.interrupted', interrupts, usage: run.usage, at: run.clock.now() })
    endRun(run, { status: 'interrupted', interrupts, checkpoint, usage: run.usage })
    return false
  }
  const stuck = run.root.graph.nodes.find((_, i) => run.root.state[i]! < done)
  const name = stuck ? nameOf(stuck) : 'none'
  failRun(
    run,
    new EngineError(ErrorCode.engine.executeFail, `no node can go on (waiting: ${name})`, {
      zh: `没有节点可以继续运行（等待中：${stuck ? name : '无'}）`,
      ...(stuck && { nodeId: stuck.id }),
    }),
  )
  return false
}

/** Lets nodes with several graphs start those that need not wait for a person. */
function startMoreWhileHalted(frame: Frame): boolean {
  let hasStarted = false
  for (const task of frame.tasks.values()) {
    if (!task.children) continue
    for (const child of task.children.values()) hasStarted = startMoreWhileHalted(child) || hasStarted
    if (task.node.kind.whileHalted?.(task)) hasStarted = true
  }
  return hasStarted
}

function skip(frame: Frame, index: number): void {
  const node = frame.graph.nodes[index]!
  frame.state[index] = skipped
  frame.run.emit({ type: 'node.skipped', ...nodeRef(frame, node) })
  settle(frame, index)
}

/** Releases the nodes that waited for this one; `frame.state` and `frame.ports` already hold its result. */
export function settle(frame: Frame, index: number): void {
  const node = frame.graph.nodes[index]!
  const finished = frame.state[index] === done
  const port = frame.ports[index]
  const { pending, active } = frame
  for (const edge of node.edges) {
    if (finished && (edge.port === undefined || edge.port === port)) active[edge.to]!++
    if (--pending[edge.to]! === 0) enqueue(frame, edge.to)
  }
  for (const to of node.dataTo) if (--pending[to]! === 0) enqueue(frame, to)
  if (--frame.left === 0) endFrame(frame)
}

export function endFrame(frame: Frame): void {
  const { owner, run, graph } = frame
  if (graph.end >= 0 && !frame.result) {
    const end = graph.nodes[graph.end]!
    failFrame(
      frame,
      new EngineError(ErrorCode.engine.executeFail, `node ${nameOf(end)} was never reached`, {
        nodeId: end.id,
        zh: `没有运行到节点 ${nameOf(end)}`,
      }),
    )
    return
  }
  frame.closed = true
  if (!owner) {
    const { output, text } = frame.result!
    run.emit({ type: 'run.finished', output, text, usage: run.usage, at: run.clock.now() })
    endRun(run, { status: 'success', output, text, usage: run.usage })
    return
  }
  const waiter = owner.waiters?.get(frame.key)
  if (waiter) return waiter.resolve(frame)
  // Just after a restart there is no waiter yet: the finished graph stays until its owner asks for it.
  if (!owner.node.kind.childDone) return
  owner.children?.delete(frame.key)
  owner.node.kind.childDone(owner, frame)
}

/** Handles a failed graph: stops its other nodes and leaves the consequence to its owner. */
export function failFrame(frame: Frame, error: EngineError): void {
  if (frame.closed) return
  closeFrame(frame)
  const { owner, run } = frame
  if (!owner) return failRun(run, error)
  const waiter = owner.waiters?.get(frame.key)
  if (!waiter && !owner.node.kind.childDone) {
    // Just after a restart there is no waiter yet: the owner will ask for the failure.
    frame.failure = error
    return
  }
  owner.children?.delete(frame.key)
  if (waiter) waiter.reject(error)
  else if (owner.node.kind.childFailed) owner.node.kind.childFailed(owner, frame, error)
  else run.failTask(owner, error)
}

function closeFrame(frame: Frame): void {
  if (frame.closed) return
  frame.closed = true
  for (const task of frame.tasks.values()) cancelTask(task)
  frame.tasks.clear()
}

function cancelTask(task: Task): void {
  if (task.closed) return
  const { run, node, frame } = task
  run.emit({
    type: 'node.cancelled',
    ...nodeRef(frame, node),
    input: task.input,
    ms: run.clock.now() - task.startedAt,
  })
  closeTask(task)
}

/** Closes a task: late results are ignored, and pending calls are aborted. */
export function closeTask(task: Task, stop = true): void {
  if (task.closed) return
  task.closed = true
  task.run.active -= task.inFlight
  task.inFlight = 0
  task.cancelTimer?.()
  if (stop) task.abort?.abort()
  closeChildren(task)
  if (task.eventId) {
    const { interrupts } = task.run
    const at = interrupts.findIndex((interrupt) => interrupt.id === task.eventId)
    if (at >= 0) interrupts.splice(at, 1)
  }
}

export function closeChildren(task: Task): void {
  if (task.children) for (const child of task.children.values()) closeFrame(child)
  task.children = undefined
  task.waiters = undefined
}

export function failRun(run: RunState, error: EngineError): void {
  if (run.status === 'ended') return
  const failure = toFailure(error)
  closeFrame(run.root)
  // A node timeout ends the run with the code for a workflow timeout.
  const code = failure.code === ErrorCode.engine.nodeTimeout ? ErrorCode.engine.workflowTimeout : failure.code
  const shown = { ...failure, code }
  run.emit({ type: 'run.failed', error: shown, usage: run.usage, at: run.clock.now() })
  endRun(run, { status: 'failed', error: shown, usage: run.usage })
}

export function cancelRun(run: RunState): void {
  if (run.status === 'ended') return
  closeFrame(run.root)
  run.emit({ type: 'run.cancelled', usage: run.usage, at: run.clock.now() })
  endRun(run, { status: 'cancelled', usage: run.usage })
}

function endRun(run: RunState, result: RunResult): void {
  run.status = 'ended'
  for (const cleanUp of run.cleanups) cleanUp()
  if (result.status === 'interrupted') closeQuietly(run.root)
  run.finish(result)
}

/** Closes an interrupted run, which continues from its checkpoint: only the timers have to be stopped. */
function closeQuietly(frame: Frame): void {
  for (const task of frame.tasks.values()) {
    task.cancelTimer?.()
    task.closed = true
    if (task.children) for (const child of task.children.values()) closeQuietly(child)
  }
}

export function toFailure(error: EngineError, path = ''): Failure {
  const { code, message, zh, nodeId = '' } = error
  return { code, message, ...(zh !== undefined && { messageZh: zh }), nodeId, path: error.path ?? path }
}

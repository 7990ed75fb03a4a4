import type { Frame, Graph, Plan, Task } from '#model.ts'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { EngineError } from '#errors.ts'
import { nameOf } from '#canvas/parse.ts'
import type { Values } from '#values/own.ts'
import { pathOf } from './call.ts'
import { beginFrame, createFrame } from './frame.ts'
import { drive } from './schedule.ts'

const attemptMark = (task: Task): string => (task.attempt ? `~${task.attempt}` : '')

/** Starts one round of a loop or batch. */
export function beginRound(task: Task, body: Graph, index: number): Frame {
  const { frame } = task
  const child = createFrame(task.run, {
    graph: body,
    plan: frame.plan,
    path: `${pathOf(task)}${attemptMark(task)}#${index}/`,
    depth: frame.depth,
    outer: frame,
    owner: task,
    key: String(index),
    index,
  })
  ;(task.children ??= new Map()).set(child.key, child)
  beginFrame(child)
  return child
}

/** Starts a called workflow. `key` distinguishes several calls of one node. */
export function beginWorkflow(task: Task, plan: Plan, key: string, input: Values): Frame {
  const { frame, run } = task
  const depth = frame.depth + 1
  if (depth > run.limits.depth) {
    throw new EngineError(
      ErrorCode.engine.executeFail,
      `node ${nameOf(task.node)}: workflows call each other more than ${run.limits.depth} deep`,
      {
        zh: `节点 ${nameOf(task.node)}：工作流相互调用超过 ${run.limits.depth} 层`,
        nodeId: task.node.id,
        retryable: false,
      },
    )
  }
  const child = createFrame(run, {
    graph: plan.root,
    plan,
    path: `${pathOf(task)}${attemptMark(task)}${key && `@${key}`}/`,
    depth,
    owner: task,
    key,
    input,
  })
  for (const [url, name] of plan.files) run.files.set(url, name)
  ;(task.children ??= new Map()).set(key, child)
  beginFrame(child)
  return child
}

/**
 * Waits for a workflow that is called inside an asynchronous node. While the child waits for a person, the node does
 * not count as working. After a restart the node calls this with the same key and finds the child in its old state.
 */
export function runWorkflow(task: Task, plan: Plan, key: string, input: Values): Promise<Frame> {
  const known = task.children?.get(key)
  const { run } = task
  if (known?.closed) {
    task.children?.delete(key)
    return known.failure ? Promise.reject(known.failure) : Promise.resolve(known)
  }
  const result = new Promise<Frame>((resolve, reject) => {
    const back =
      <T>(then: (value: T) => void) =>
      (value: T) => {
        task.waiters?.delete(key)
        task.children?.delete(key)
        task.inFlight++
        run.active++
        then(value)
      }
    ;(task.waiters ??= new Map()).set(key, { resolve: back(resolve), reject: back(reject) })
  })
  if (!known) beginWorkflow(task, plan, key, input)
  task.inFlight--
  run.active--
  // Deferred, since the caller is still inside its own step.
  queueMicrotask(() => drive(run))
  return result
}

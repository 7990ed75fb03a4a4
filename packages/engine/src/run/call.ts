import type { PortName, Ports, Task } from '#model.ts'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { EngineError } from '#errors.ts'
import { nameOf } from '#canvas/parse.ts'
import type { Call } from '#ports.ts'
import { spend } from './usage.ts'

export const pathOf = (task: Task): string => task.frame.path + task.node.id

/** The call context of a node. */
export function callOf(task: Task, step = ''): Call {
  const { run, node, frame, attempt } = task
  const path = frame.path + node.id
  return {
    runId: run.id,
    workflowId: frame.plan.workflowId,
    nodeId: node.id,
    nodeTitle: node.title,
    path,
    attempt,
    key: `${run.id}/${path}/${attempt}${step && `/${step}`}`,
    signal: (task.abort ??= new AbortController()).signal,
    mode: run.mode,
    context: run.context,
    use: (usage) => spend(task, usage),
  }
}

/** The port that a node needs; throws an error that names both if it is missing. */
export function need<K extends PortName>(task: Task, name: K): NonNullable<Ports[K]> {
  const port = task.run.ports[name]
  if (port) return port as NonNullable<Ports[K]>
  throw missingPort(task, name)
}

export function missingPort(task: Task, what: string): EngineError {
  return new EngineError(
    ErrorCode.engine.operationFail,
    `node ${nameOf(task.node)} needs "${what}", which is not available here`,
    { nodeId: task.node.id, retryable: false, zh: `节点 ${nameOf(task.node)} 需要「${what}」，此处不可用` },
  )
}

import { errors } from '#kit/errors.ts'
import { readParams } from './task-params.ts'
import type { TaskPorts } from './task-runner.service.ts'

interface ServedWorkflow {
  run(
    input: Record<string, unknown>,
    caller: { userId: string; botId: string; logId: string; connectorUid: string },
  ): Promise<{ output: string } | { problem: string }>
}
export interface TaskWorkflowDeps {
  workflows: { find(workflowId: string): Promise<ServedWorkflow> }
  spaceOf(id: string): Promise<string | undefined>
  canUser(userId: string, kind: 'workflow', id: string, can: 'testRunWorkflow'): Promise<boolean>
}

/** Runs the workflow of a due task: its published version, in the space of the bot, on behalf of the task's user. */
export function createTaskWorkflow(deps: TaskWorkflowDeps): NonNullable<TaskPorts['runWorkflow']> {
  return async ({ userId, botId, workflowId, params, taskId }) => {
    const input = readParams(params)
    const [home, space] = [await deps.spaceOf(workflowId), await deps.spaceOf(botId)]
    // The user may have lost the right since the task was created, and the workflow may have been moved.
    const isAllowed = home && home === space && (await deps.canUser(userId, 'workflow', workflowId, 'testRunWorkflow'))
    if (!isAllowed) throw errors.notFound({ what: 'workflow' })
    const workflow = await deps.workflows.find(workflowId)
    const caller = { userId, botId, logId: `task-${taskId ?? botId}`, connectorUid: userId }
    const answer = await workflow.run(input, caller)
    if ('problem' in answer) throw new Error(answer.problem)
    return answer.output
  }
}

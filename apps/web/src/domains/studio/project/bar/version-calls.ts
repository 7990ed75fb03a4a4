import { ProjectTaskStatus } from '@orrery/contract/shared/project-enums'
import { api } from '#lib/api.ts'
import { textOf } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { refreshProject } from '../project.queries.ts'

const pause = 400

/** Waits until a background task has finished. */
async function waitForTask(taskId: string): Promise<void> {
  for (;;) {
    const { task_status: status } = await api.projectTask.info({ task_id: taskId })
    if (status === ProjectTaskStatus.success) return
    if (status !== ProjectTaskStatus.processing) throw new Error(textOf('project')('task.failed'))
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

export async function archiveProject(projectId: string, description: string): Promise<void> {
  const { task_id: taskId } = await api.project.archive({ project_id: projectId, description })
  await waitForTask(taskId)
  await refreshProject(projectId)
}

/** Rolls the project back and refetches all queries, because any part of the project may have changed. */
export async function rollBackProject(projectId: string, version: string): Promise<void> {
  const { task_id: taskId } = await api.project.rollback({ project_id: projectId, rollback_version: version })
  await waitForTask(taskId)
  await queryClient.invalidateQueries()
}

import { CopyStatus } from '@orrery/contract/shared/plugin-enums'
import { api } from '#lib/api.ts'
import { textOf } from '#lib/i18n.ts'
import { createStore } from '#lib/store.ts'
import { toast } from '#ui/toast-store.ts'
import { refreshResources } from '../project.queries.ts'

/** The copying or moving of a resource, in progress or failed. */
export interface ResourceJob {
  taskId: string
  projectId: string
  name: string
  isFailed: boolean
}
type WidgetRequest = Parameters<typeof api.library.copy>[0] & { projectId: string; name: string; done: string }

export const resourceJobs = createStore<readonly ResourceJob[]>([])

const pause = 500
const drop = (taskId: string) => resourceJobs.set(resourceJobs.current().filter((item) => item.taskId !== taskId))
const put = (job: ResourceJob) => {
  const others = resourceJobs.current().filter((item) => item.taskId !== job.taskId)
  resourceJobs.set([...others, job])
}

async function follow(job: ResourceJob, done: string): Promise<void> {
  for (;;) {
    const { task_detail: task } = await api.library.copyDetail({ task_id: job.taskId })
    if (task.status === CopyStatus.processing) await new Promise((resolve) => setTimeout(resolve, pause))
    else {
      if (task.status === CopyStatus.failed) return put({ ...job, isFailed: true })
      drop(job.taskId)
      if (task.status === CopyStatus.succeeded) toast.ok(done)
      return refreshResources(job.projectId)
    }
  }
}
const watch = (job: ResourceJob, done: string) => {
  put({ ...job, isFailed: false })
  // Without an answer the outcome is unknown, and the person can retry.
  follow(job, done).catch(() => put({ ...job, isFailed: true }))
}

/** Starts to copy or move a resource, and shows the result. */
export async function beginJob({ projectId, name, done, ...input }: WidgetRequest): Promise<void> {
  const { task_id: taskId, failed_reasons: failed } = await api.library.copy(input, { toast: true })
  if (!taskId) {
    toast.error(textOf('project')('job.failed', { name }), { description: failed[0]?.reason })
    return
  }
  watch({ taskId, projectId, name, isFailed: false }, done)
}

export async function retryJob(job: ResourceJob): Promise<void> {
  const { failed_reasons: failed } = await api.library.copyRetry({ task_id: job.taskId }, { toast: true })
  if (failed.length)
    toast.error(textOf('project')('job.failed', { name: job.name }), { description: failed[0]!.reason })
  else watch(job, textOf('project')('job.done', { name: job.name }))
}

/** Cancels a job. A failed job is only removed from the list. */
export async function cancelJob(job: ResourceJob): Promise<void> {
  if (!job.isFailed) await api.library.copyCancel({ task_id: job.taskId }, { toast: true })
  drop(job.taskId)
}

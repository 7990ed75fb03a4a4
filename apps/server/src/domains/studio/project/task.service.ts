import { IntelligenceStatus, ProjectTaskStatus, ProjectTaskType } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { createLeasedWork } from '#kit/work/leased-work.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { projectErrors } from './project.errors.ts'
import type { ProjectRepo } from './project.repo.ts'
import type { ProjectService } from './project.service.ts'
import type { TaskRow } from './project.table.ts'

export type Work = (task: TaskRow) => Promise<void>

export interface TaskDeps {
  repo: ProjectRepo
  projects: ProjectService
  resources: ResourceService
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
}

/**
 * Long-running work on projects. Each task is a row with a lease, so that it survives a restart and runs in one process
 * at a time.
 */
export function createProjectTasks(deps: TaskDeps) {
  const { repo, resources, clock } = deps
  const works = new Map<number, Work>()
  const isCopy = (type: number) => type === ProjectTaskType.copyProject || type === ProjectTaskType.crossSpaceCopy

  const leased = createLeasedWork({ ...deps, name: 'project-task', store: repo.taskLeases, work })
  const setHead = async (id: string | null, userId: string, status: number) => {
    if (id && (await resources.get(id))) await resources.touch(id, userId, { status })
  }
  /** Removes what an earlier attempt created, to avoid duplicates. */
  async function clear(task: TaskRow) {
    for (const id of Object.values(task.made)) if (id !== task.madeId) await resources.remove(id)
    await repo.setTask(task.id, { made: {} })
  }
  async function work(taskId: string, fence: number): Promise<void> {
    const task = await repo.task(taskId)
    if (task?.fence !== fence) return
    try {
      await works.get(task.type)!(task)
      const done = { status: ProjectTaskStatus.success, reason: '', leaseUntil: 0, updatedAt: clock.now() }
      const isDone = await repo.setTask(taskId, done, [ProjectTaskStatus.processing], fence)
      if (isCopy(task.type)) {
        if (isDone) await setHead(task.madeId, task.userId, IntelligenceStatus.using)
        else await cleanUpCancelled(taskId, fence)
      }
    } catch (cause) {
      if (!(cause instanceof AppError)) deps.log.warn({ err: cause, taskId }, 'a task of a project failed')
      const reason = cause instanceof AppError ? cause.message : 'It could not be done. Try again'
      const failed = { status: ProjectTaskStatus.failed, reason: reason.slice(0, 500), leaseUntil: 0 }
      const change = { ...failed, updatedAt: clock.now() }
      const isMine = await repo.setTask(taskId, change, [ProjectTaskStatus.processing], fence)
      if (!isCopy(task.type)) return
      if (isMine) await setHead(task.madeId, task.userId, IntelligenceStatus.copyFailed)
      else await cleanUpCancelled(taskId, fence)
    }
  }
  /** Cleans up a task that was cancelled while this process worked on it, unless another process has taken it over. */
  async function cleanUpCancelled(taskId: string, fence: number) {
    const task = await repo.task(taskId)
    if (task?.fence === fence) await cleanUp(task)
  }
  async function cleanUp(task: TaskRow) {
    await clear(task)
    if (isCopy(task.type) && task.madeId) await resources.remove(task.madeId)
  }

  return {
    register: (type: number, work: Work) => void works.set(type, work),
    run: leased.run,
    start: leased.start,
    async begin(input: {
      type: number
      userId: string
      projectId: string
      spaceId: string
      madeId?: string | undefined
      versionId?: string | undefined
      name?: string
    }): Promise<string> {
      const id = deps.newId()
      const now = clock.now()
      await repo.insertTask({
        id,
        type: input.type,
        userId: input.userId,
        projectId: input.projectId,
        spaceId: input.spaceId,
        madeId: input.madeId ?? null,
        versionId: input.versionId ?? null,
        name: input.name ?? '',
        status: ProjectTaskStatus.processing,
        createdAt: now,
        updatedAt: now,
      })
      await leased.enqueue(id)
      return id
    },
    /** A task of this person. Throws "not found" for tasks of others. */
    async own(id: string, userId: string): Promise<TaskRow> {
      const task = await repo.task(id)
      if (!task || task.userId !== userId) throw errors.notFound({ what: 'task' })
      return task
    },
    async retry(task: TaskRow): Promise<void> {
      const change = { status: ProjectTaskStatus.processing, reason: '', retries: task.retries + 1 }
      await clear(task)
      if (!(await repo.setTask(task.id, { ...change, updatedAt: clock.now() }, [ProjectTaskStatus.failed])))
        throw projectErrors.taskState()
      await setHead(task.madeId, task.userId, IntelligenceStatus.copying)
      await leased.enqueue(task.id)
    },
    /** Cancels a task in progress, or cleans up a failed one. */
    async cancel(task: TaskRow): Promise<void> {
      const from = [ProjectTaskStatus.processing, ProjectTaskStatus.failed]
      const change = { status: ProjectTaskStatus.canceled, updatedAt: clock.now() }
      if (!(await repo.setTask(task.id, change, from))) throw projectErrors.taskState()
      // With a valid lease, the process that works on the task cleans up.
      if (task.leaseUntil <= clock.now()) await cleanUp(task)
    },
    /** The newest copy task that created a project. */
    copyOf: async (projectId: string) =>
      (await repo.tasksOf(projectId, [ProjectTaskType.copyProject, ProjectTaskType.crossSpaceCopy])).find(
        (task) => task.madeId === projectId,
      ),
  }
}
export type ProjectTasks = ReturnType<typeof createProjectTasks>

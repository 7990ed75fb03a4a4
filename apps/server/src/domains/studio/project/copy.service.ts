import { IntelligenceStatus, ProjectTaskType } from '@orrery/contract'
import type { AppError, Locale } from '#kit/errors.ts'
import { errors } from '#kit/errors.ts'
import { copyName } from '#domains/studio/bot/shared/copy-name.ts'
import type { BundleService, Created } from '#domains/library/bundle/bundle.service.ts'
import type { CreationOptionsFor } from '#domains/library/bundle/shared/creation-options.ts'
import type { BundleItem } from '#domains/ground/resource/shared/resource-content.ts'
import type { ResourceRow } from '#domains/ground/resource/resource.table.ts'
import type { ProjectRepo } from './project.repo.ts'
import type { ProjectService, ProjectRequest } from './project.service.ts'
import type { TaskRow } from './project.table.ts'
import type { ProjectTasks } from './task.service.ts'

export interface CopyDeps {
  repo: ProjectRepo
  projects: ProjectService
  tasks: ProjectTasks
  bundles: BundleService
  mayCopy(userId: string, id: string): Promise<boolean>
  mayCreate(userId: string, spaceId: string): Promise<boolean>
  copyIcon(key: string, userId: string, spaceId: string): Promise<string>
  /** How content becomes resources on this instance. */
  creationOptions: CreationOptionsFor
  /** Adds variables and names of conversations to the project. */
  fill(projectId: string, item: BundleItem, userId: string): Promise<void>
  /** Restores the interface, once everything it uses exists. */
  draw(projectId: string, item: BundleItem, ids: Created['ids'], userId: string): Promise<void>
}

/** Copies projects: the project is created at once, its contents are copied in the background. */
export function createProjectCopies(deps: CopyDeps) {
  const { projects, tasks, bundles, repo } = deps

  async function work(task: TaskRow) {
    const { userId, projectId, spaceId } = task
    // Check the rights at the time of copying, not at the time of the request.
    if (!(await deps.mayCopy(userId, projectId)) || !(await deps.mayCreate(userId, spaceId))) throw errors.noAccess()
    const source = await projects.get(projectId)
    const isOutside = source.spaceId !== spaceId
    const follows = async (row: ResourceRow) =>
      row.projectId === projectId || (isOutside && row.spaceId !== spaceId && (await deps.mayCopy(userId, row.id)))
    const { items } = await bundles.collect({ roots: [projectId], userId, withRows: false, follows })
    const whole = items.find((item) => item.id === projectId)!
    const given = new Map([[projectId, task.madeId!]])
    await deps.fill(task.madeId!, { ...whole, name: task.name }, userId)
    // Dependencies from outside the project become part of the copy, not of the space.
    const parts = items.filter((item) => item !== whole).map((item) => ({ ...item, project: projectId }))
    const input = deps.creationOptions({ spaceId, userId, projectId: task.madeId! })
    const { ids } = await bundles.create(parts, {
      ...input,
      given,
      publishes: false,
      onCreated: (from, to) => repo.noteMade(task, from, to),
    })
    await deps.draw(task.madeId!, whole, ids, userId)
  }
  tasks.register(ProjectTaskType.copyProject, work)
  tasks.register(ProjectTaskType.crossSpaceCopy, work)

  return {
    async begin(
      projectId: string,
      to: { spaceId: string; userId: string; locale: Locale },
      input: ProjectRequest,
    ): Promise<{ taskId: string; id: string; refusal?: AppError }> {
      const source = await projects.getReady(projectId)
      const name = input.name ?? copyName(source.name, to.locale)
      const made = await projects.create({
        spaceId: to.spaceId,
        userId: to.userId,
        name,
        description: input.description ?? source.description,
        iconUri: input.iconUri ?? (source.iconUri && (await deps.copyIcon(source.iconUri, to.userId, to.spaceId))),
        sort: source.subType,
        status: IntelligenceStatus.copying,
      })
      if (made.refusal !== undefined) return { taskId: '', ...made }
      const type = to.spaceId === source.spaceId ? ProjectTaskType.copyProject : ProjectTaskType.crossSpaceCopy
      const taskId = await tasks.begin({
        type,
        userId: to.userId,
        projectId,
        spaceId: to.spaceId,
        madeId: made.id,
        name,
      })
      return { taskId, id: made.id }
    },
  }
}
export type ProjectCopies = ReturnType<typeof createProjectCopies>

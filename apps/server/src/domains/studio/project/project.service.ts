import { IntelligenceStatus, PROJECT_LIMITS, ProjectTaskStatus, ProjectTaskType } from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { type AppError, errors } from '#kit/errors.ts'
import type { ContentGuard } from '#domains/ground/content-rule/content-rule.service.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { ResourceRow } from '#domains/ground/resource/resource.table.ts'
import { projectErrors } from './project.errors.ts'
import type { ProjectRepo } from './project.repo.ts'

/** Sub-types of projects: built here, or an application that is built elsewhere. */
export const ProjectSort = { own: 0, ocean: 1 } as const

export interface ProjectDeps {
  repo: ProjectRepo
  resources: ResourceService
  audit: AuditService
  clock: Clock
  requireIcon(key: string, userId: string): Promise<void>
  defaultIcon(name: string): Promise<string>
  content: Pick<ContentGuard, 'check'>
  bus: Bus
  /** Ends the activity of a part that was moved to the bin with the project. */
  endPart(row: ResourceRow): Promise<void>
}
export interface ProjectRequest {
  name?: string | undefined
  description?: string | undefined
  iconUri?: string | undefined
}

/** Creates, edits and deletes projects. Versions, copies and publications are separate services. */
export function createProjectService(deps: ProjectDeps) {
  const { resources, repo } = deps
  async function get(id: string): Promise<ResourceRow> {
    const head = await resources.get(id)
    if (head?.kind !== 'project') throw errors.notFound({ what: 'project' })
    return head
  }
  const refusalOf = ({ name, description }: ProjectRequest) => deps.content.check('project', { name, description })
  /** Evicts a project from the caches of all processes. */
  const forget = (id: string) => deps.bus.publish('app', id)
  return {
    get,
    forget,
    /** The project, for a change. Throws while the project is being copied. */
    async getReady(id: string): Promise<ResourceRow> {
      const head = await get(id)
      if (head.status === IntelligenceStatus.copying) throw projectErrors.stillCopying()
      return head
    },
    async create(
      input: ProjectRequest & {
        id?: string
        spaceId: string
        userId: string
        name: string
        sort?: number
        status?: number
      },
    ): Promise<{ id: string; refusal?: AppError }> {
      const refusal = await refusalOf(input)
      if (refusal !== undefined) return { id: '', refusal }
      if (input.iconUri) await deps.requireIcon(input.iconUri, input.userId)
      const head = await resources.create({
        id: input.id,
        kind: 'project',
        spaceId: input.spaceId,
        ownerId: input.userId,
        name: input.name,
        description: input.description ?? '',
        iconUri: input.iconUri || (await deps.defaultIcon(input.name)),
        subType: input.sort ?? ProjectSort.own,
        ...(input.status !== undefined && { status: input.status }),
      })
      return { id: head.id }
    },
    async update(id: string, userId: string, input: ProjectRequest): Promise<AppError | undefined> {
      const head = await get(id)
      const refusal = await refusalOf(input)
      if (refusal !== undefined) return refusal
      if (input.iconUri && input.iconUri !== head.iconUri) await deps.requireIcon(input.iconUri, userId)
      await resources.touch(id, userId, {
        ...(input.name !== undefined && { name: input.name }),
        ...(input.description !== undefined && { description: input.description }),
        ...(input.iconUri && { iconUri: input.iconUri }),
      })
      return undefined
    },
    /** Moves a project to the bin with everything inside. */
    async remove(id: string, userId: string) {
      await get(id)
      const parts = await repo.inside(id)
      await resources.discard(id, userId)
      for (const part of parts) await deps.endPart(part)
      await forget(id)
      await repo.endTasks(id)
    },
    inside: repo.inside,
    openTasks: (id: string) =>
      repo
        .tasksOf(id, [
          ProjectTaskType.copyProject,
          ProjectTaskType.archive,
          ProjectTaskType.rollback,
          ProjectTaskType.crossSpaceCopy,
        ])
        .then((rows) => rows.filter((row) => row.status === ProjectTaskStatus.processing)),
    maxName: PROJECT_LIMITS.name,
  }
}
export type ProjectService = ReturnType<typeof createProjectService>

import { isId, ProjectHistoryType, ProjectTaskType, PublishRecordStatus } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { BundleService } from '#domains/library/bundle/bundle.service.ts'
import type { CreationOptionsFor } from '#domains/library/bundle/shared/creation-options.ts'
import type { BundleItem } from '#domains/ground/resource/shared/resource-content.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { projectErrors } from './project.errors.ts'
import type { ProjectRepo, VersionFilter } from './project.repo.ts'
import type { ProjectService } from './project.service.ts'
import type { TaskRow } from './project.table.ts'
import type { ProjectTasks } from './task.service.ts'

export interface VersionDeps {
  repo: ProjectRepo
  projects: ProjectService
  tasks: ProjectTasks
  bundles: BundleService
  resources: ResourceService
  newId: NewId
  clock: Clock
  creationOptions: CreationOptionsFor
}

/** Versions of a project: save, list, restore. */
export function createProjectVersions(deps: VersionDeps) {
  const { repo, projects, tasks, bundles, resources, newId, clock } = deps
  /** The project and the resources inside it, as content. */
  async function pack(projectId: string, userId: string): Promise<BundleItem[]> {
    const follows = (row: { projectId: string | null }) => row.projectId === projectId
    return (await bundles.collect({ roots: [projectId], userId, withRows: false, follows })).items
  }
  async function keep(
    projectId: string,
    userId: string,
    description: string,
  ): Promise<{ id: string; version: string }> {
    const id = newId()
    await repo.insertVersion({
      id,
      projectId,
      kind: ProjectHistoryType.archive,
      version: id,
      description,
      status: PublishRecordStatus.publishDone,
      items: await pack(projectId, userId),
      createdBy: userId,
      createdAt: clock.now(),
    })
    return { id, version: id }
  }

  tasks.register(ProjectTaskType.archive, async (task) => {
    const row = task.versionId ? await repo.version(task.versionId) : undefined
    if (row && !row.items) {
      const items = await pack(task.projectId, task.userId)
      await repo.updateVersion(row.id, { items, status: PublishRecordStatus.publishDone })
    }
  })

  /**
   * Restores a version: existing parts are restored, missing ones are created again, and workflows and plugins added
   * since then are discarded. Knowledge bases and tables added since then stay, since they contain data of people.
   */
  async function restoreVersion({ projectId, userId, versionId }: TaskRow) {
    const version = versionId ? await repo.version(versionId) : undefined
    if (!version?.items) throw errors.notFound({ what: 'version' })
    const { spaceId } = await projects.get(projectId)
    await keep(projectId, userId, `Before the roll back to ${version.version}`)
    const now = new Map((await repo.inside(projectId)).map((row) => [row.id, row]))
    const parts = version.items.filter((item) => item.id !== projectId)
    const there = parts.filter((item) => now.has(item.id))
    const ids = new Map<string, string | undefined>(there.map((item) => [item.id, item.id]))
    const gone = parts.filter((item) => !now.has(item.id))
    if (gone.length) {
      const given = new Map(there.map((item) => [item.id, item.id]))
      const input = deps.creationOptions({ spaceId, userId, projectId })
      const made = await bundles.create(
        gone.map((item) => ({ ...item, project: '' })),
        { ...input, given, publishes: false },
      )
      for (const [from, to] of made.ids) ids.set(from, to)
    }
    for (const item of there) await bundles.restore(item.id, item, ids, userId)
    const whole = version.items.find((item) => item.id === projectId)
    if (whole) await bundles.restore(projectId, whole, ids, userId)
    const kept = new Set(there.map((item) => item.id))
    for (const row of now.values())
      if (!kept.has(row.id) && (row.kind === 'workflow' || row.kind === 'plugin'))
        await resources.discard(row.id, userId)
  }
  tasks.register(ProjectTaskType.rollback, restoreVersion)

  return {
    pack,
    async archive(projectId: string, userId: string, description: string) {
      const { spaceId } = await projects.getReady(projectId)
      const id = newId()
      await repo.insertVersion({
        id,
        projectId,
        kind: ProjectHistoryType.archive,
        version: id,
        description,
        status: PublishRecordStatus.auditing,
        items: null,
        createdBy: userId,
        createdAt: clock.now(),
      })
      const taskId = await tasks.begin({ type: ProjectTaskType.archive, userId, projectId, spaceId, versionId: id })
      return { taskId, version: id }
    },
    async rollback(projectId: string, userId: string, version: string): Promise<string> {
      const { spaceId } = await projects.getReady(projectId)
      if (await repo.isPublishing(projectId)) throw projectErrors.publishing()
      const row = await repo.versionNamed(projectId, version)
      if (!row?.items) throw projectErrors.noVersion({ version })
      return tasks.begin({ type: ProjectTaskType.rollback, userId, projectId, spaceId, versionId: row.id })
    },
    async history(projectId: string, filter: VersionFilter & { cursor: string; size: number }) {
      const before = isId(filter.cursor) ? filter.cursor : undefined
      const rows = await repo.versions(projectId, { ...filter, before, size: filter.size + 1 })
      const total = await repo.countVersions(projectId, filter)
      const page = rows.slice(0, filter.size)
      const hasMore = rows.length > filter.size
      return { rows: page, total, hasMore, cursor: hasMore ? page.at(-1)!.id : '' }
    },
  }
}
export type ProjectVersions = ReturnType<typeof createProjectVersions>

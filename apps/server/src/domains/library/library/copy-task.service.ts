import { CopyScene, CopyStatus, isLibraryKind, type ResourceKind, resTypeOf } from '@orrery/contract'
import { and, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { createQueue } from '#kit/work/queue.ts'
import { resource, type ResourceRow } from '#domains/ground/resource/resource.table.ts'
import type { ResourceKinds } from '#domains/ground/resource/shared/resource-kind.ts'
import type { ResourceCopies } from './copy.service.ts'
import { libraryErrors } from './library.errors.ts'
import { resourceCopy } from './library.table.ts'

/** Scenes that move the resource itself into or out of a project of its space. */
const movesInside = new Set<number>([CopyScene.moveToLibrary, CopyScene.moveToProject])

export interface CopyTaskDeps {
  db: Db
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
  kinds: Pick<ResourceKinds, 'find'>
  copies: Pick<ResourceCopies, 'copy'>
  /** Resources of a project may be copied by those who may copy resources of the project. */
  mayCopy(userId: string, source: Pick<ResourceRow, 'id' | 'projectId'>): Promise<boolean>
  mayRemove(userId: string, resourceId: string): Promise<boolean>
  mayMove(userId: string, resourceId: string): Promise<boolean>
  mayCreate(userId: string, spaceId: string): Promise<boolean>
}

/** Copies and moves resources between library, projects and spaces, as jobs that survive a restart. */
export function createCopyTasks(deps: CopyTaskDeps) {
  const { db, clock, kinds, copies } = deps

  async function head(id: string): Promise<ResourceRow | undefined> {
    return (await db.select().from(resource).where(eq(resource.id, id)))[0]
  }
  async function task(id: string, userId: string) {
    const [row] = await db
      .select()
      .from(resourceCopy)
      .where(and(eq(resourceCopy.id, id), eq(resourceCopy.userId, userId)))
    if (!row) throw errors.notFound({ what: 'copy' })
    return row
  }
  const set = (id: string, change: Partial<typeof resourceCopy.$inferInsert>, from?: number) =>
    db
      .update(resourceCopy)
      .set({ ...change, updatedAt: clock.now() })
      .where(and(eq(resourceCopy.id, id), from === undefined ? undefined : eq(resourceCopy.status, from)))
      .returning({ id: resourceCopy.id })

  const queue = createQueue({
    name: 'resource-copy',
    jobs: deps.jobs,
    log: deps.log,
    retries: 2,
    async unfinished() {
      const isOpen = eq(resourceCopy.status, CopyStatus.processing)
      const rows = await db.select({ id: resourceCopy.id }).from(resourceCopy).where(isOpen).limit(1000)
      return rows.map(({ id }) => id)
    },
    work: run,
  })
  async function run(taskId: string): Promise<void> {
    const [row] = await db.select().from(resourceCopy).where(eq(resourceCopy.id, taskId))
    if (!row || row.status !== CopyStatus.processing) return
    const fail = (reason: string) =>
      set(taskId, { status: CopyStatus.failed, reason: reason.slice(0, 500) }, CopyStatus.processing)
    try {
      const source = await head(row.resourceId)
      // An earlier attempt deleted the original but stopped before it could record success.
      if (!source && row.madeId)
        return void (await set(taskId, { status: CopyStatus.succeeded, reason: '' }, CopyStatus.processing))
      if (!source || !isLibraryKind(source.kind)) return void (await fail('The resource is gone'))
      const port = kinds.find(source.kind)
      // Check rights again when the job runs: they may have changed since the request.
      if (!(await mayTake(row.scene, row.userId, source)) || !(await deps.mayCreate(row.userId, row.targetSpaceId)))
        return void (await fail('No right to do this any more'))
      const projectId = row.targetProjectId ?? undefined
      const isMove = movesInside.has(row.scene)
      if (isMove) await port.move!(source.id, row.userId, projectId)
      const madeId = isMove
        ? source.id
        : // An earlier attempt created the copy but did not finish.
          (row.madeId ??
          (await copies.copy(source, {
            spaceId: row.targetSpaceId,
            userId: row.userId,
            projectId,
            name: row.name,
          })))
      if (row.scene === CopyScene.moveToSpace) {
        // Keep the original if the task was cancelled meanwhile.
        if (!(await set(taskId, { madeId }, CopyStatus.processing)).length) return
        await port.remove!(source, row.userId, '')
      }
      await set(taskId, { status: CopyStatus.succeeded, madeId, reason: '' }, CopyStatus.processing)
    } catch (cause) {
      if (!(cause instanceof AppError)) deps.log.warn({ err: cause, taskId }, 'a copy failed')
      await fail(cause instanceof AppError ? cause.message : 'It could not be copied')
    }
  }
  const mayTake = (scene: number, userId: string, source: ResourceRow) =>
    scene === CopyScene.moveToSpace
      ? deps.mayRemove(userId, source.id)
      : movesInside.has(scene)
        ? deps.mayMove(userId, source.id)
        : deps.mayCopy(userId, source)
  const canTake = (scene: number, kind: ResourceKind) =>
    movesInside.has(scene)
      ? kinds.find(kind).move !== undefined
      : isLibraryKind(kind) && (scene !== CopyScene.moveToSpace || kinds.find(kind).canChangeSpace === true)

  /** Target of the copy; throws if the copy is impossible. */
  async function placeOf(
    scene: number,
    source: ResourceRow,
    projectId: string | undefined,
    targetSpaceId: string | undefined,
  ) {
    const inSpace = (spaceId: string, project: string | null = null) => ({ spaceId, projectId: project })
    if (scene === CopyScene.crossSpaceCopy || scene === CopyScene.moveToSpace) {
      if (!targetSpaceId) throw libraryErrors.cannotCopy({ reason: 'target_space_id is missing' })
      if (scene === CopyScene.moveToSpace && targetSpaceId === source.spaceId)
        throw libraryErrors.cannotCopy({ reason: 'it is in that space already' })
      return inSpace(targetSpaceId)
    }
    if (scene === CopyScene.copyProjectResource) return inSpace(source.spaceId, source.projectId)
    if (scene === CopyScene.copyFromLibrary || scene === CopyScene.moveToProject) {
      const project = projectId ? await head(projectId) : undefined
      if (!project || project.kind !== 'project' || project.spaceId !== source.spaceId)
        throw libraryErrors.cannotCopy({ reason: 'project_id must be a project of the same space' })
      return inSpace(source.spaceId, project.id)
    }
    if (!source.projectId) throw libraryErrors.cannotCopy({ reason: 'it belongs to no project' })
    return inSpace(source.spaceId)
  }

  return {
    run,
    task,
    start: queue.start,
    async begin(input: {
      scene: number
      resourceId: string
      resType: number
      userId: string
      projectId?: string | undefined
      targetSpaceId?: string | undefined
      name?: string | undefined
    }) {
      const source = await head(input.resourceId)
      if (!source) throw errors.notFound({ what: 'resource' })
      if (resTypeOf(source.kind, source.subType) !== input.resType)
        throw libraryErrors.cannotCopy({ reason: 'res_type is not that of the resource' })
      const isMove = movesInside.has(input.scene) || input.scene === CopyScene.moveToSpace
      const failed = [
        {
          id: source.id,
          type: input.resType,
          name: source.name,
          reason: `a ${source.kind} cannot be ${isMove ? 'moved there, only copied' : 'copied'}`,
        },
      ]
      if (!canTake(input.scene, source.kind)) return { taskId: '', failed }
      const place = await placeOf(input.scene, source, input.projectId, input.targetSpaceId)
      if (!(await mayTake(input.scene, input.userId, source))) throw errors.noAccess()
      if (!(await deps.mayCreate(input.userId, place.spaceId))) throw errors.notFound({ what: 'space' })
      const id = deps.newId()
      const now = clock.now()
      await db.insert(resourceCopy).values({
        id,
        userId: input.userId,
        scene: input.scene,
        resourceId: source.id,
        resType: input.resType,
        name: input.name || source.name,
        targetSpaceId: place.spaceId,
        targetProjectId: place.projectId,
        status: CopyStatus.processing,
        reason: '',
        createdAt: now,
        updatedAt: now,
      })
      await queue.enqueue(id)
      return { taskId: id, failed: [] }
    },
    async retry(id: string, userId: string): Promise<void> {
      await task(id, userId)
      if (!(await set(id, { status: CopyStatus.processing, reason: '' }, CopyStatus.failed)).length)
        throw libraryErrors.copyState()
      await queue.enqueue(id)
    },
    async cancel(id: string, userId: string): Promise<void> {
      await task(id, userId)
      if (!(await set(id, { status: CopyStatus.canceled }, CopyStatus.processing)).length)
        throw libraryErrors.copyState()
    },
  }
}
export type CopyTasks = ReturnType<typeof createCopyTasks>

import { CopyScene, CopyStatus, isId, type ResourceKind, ResType } from '@orrery/contract'
import { and, asc, desc, eq, ilike, inArray, isNotNull, isNull, lt, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText } from '#kit/db.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { createQueue } from '#kit/work/queue.ts'
import { folderItem } from '#domains/library/folder/folder.table.ts'
import { resource, type ResourceRow } from '#domains/ground/resource/resource.table.ts'
import { pluginErrors } from './plugin.errors.ts'
import { resourceCopy } from './plugin.table.ts'

/** The resource itself goes into a project of its space, or out of it. */
const movesInside = new Set<number>([CopyScene.moveToLibrary, CopyScene.moveToProject])
const typeOfKind: Partial<Record<ResourceKind, number>> = {
  plugin: ResType.plugin,
  workflow: ResType.workflow,
  knowledge: ResType.knowledge,
  prompt: ResType.prompt,
  database: ResType.database,
}
/** An imageflow is a workflow of another mode. */
export const resTypeOf = (row: Pick<ResourceRow, 'kind' | 'subType'>) =>
  row.kind === 'workflow' && row.subType === 1 ? ResType.imageflow : (typeOfKind[row.kind] ?? 0)
const kinds = Object.keys(typeOfKind) as ResourceKind[]

export interface LibraryFilter {
  spaceId: string
  types: readonly number[]
  search: string
  ownerId?: string
  isPublished?: boolean
  subTypes?: readonly number[]
  folderId?: string
  /** With what lies in folders below. */
  isDeep?: boolean
  /** Only what lies in no folder. */
  isUnfiled?: boolean
  cursor: string
  size: number
}
interface CopyTarget {
  spaceId: string
  userId: string
  projectId?: string | undefined
  name?: string | undefined
}
/** How one kind of resource is copied, and how it moves between a project and the library. */
export interface Copier {
  copy(id: string, target: CopyTarget): Promise<string>
  move?(id: string, userId: string, projectId: string | undefined): Promise<void>
}
export type Remover = (row: ResourceRow, userId: string) => Promise<void>
export interface LibraryDeps {
  db: Db
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
  mayCopy(userId: string, resourceId: string): Promise<boolean>
  mayRemove(userId: string, resourceId: string): Promise<boolean>
  mayMove(userId: string, resourceId: string): Promise<boolean>
  mayCreate(userId: string, spaceId: string): Promise<boolean>
}

/** Everything of a space in one list, and copying as a job that survives a restart. */
export function createLibrary(deps: LibraryDeps) {
  const { db, clock } = deps
  const copiers = new Map<ResourceKind, Copier>()
  const removers = new Map<ResourceKind, Remover>()

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
      // The original went in a try that ended before it could say so.
      if (!source && row.madeId)
        return void (await set(taskId, { status: CopyStatus.succeeded, reason: '' }, CopyStatus.processing))
      const copier = source && copiers.get(source.kind)
      if (!source || !copier) return void (await fail('The resource is gone'))
      // Rights are looked at when it happens, not when it was asked for.
      if (!(await mayTake(row.scene, row.userId, source.id)) || !(await deps.mayCreate(row.userId, row.targetSpaceId)))
        return void (await fail('No right to do this any more'))
      const projectId = row.targetProjectId ?? undefined
      const isMove = movesInside.has(row.scene)
      if (isMove) await copier.move!(source.id, row.userId, projectId)
      const madeId = isMove
        ? source.id
        : // Made by an earlier try that did not come to its end.
          (row.madeId ??
          (await copier.copy(source.id, {
            spaceId: row.targetSpaceId,
            userId: row.userId,
            projectId,
            name: row.name,
          })))
      if (row.scene === CopyScene.moveToSpace) {
        // Whoever stopped it meanwhile keeps the original.
        if (!(await set(taskId, { madeId }, CopyStatus.processing)).length) return
        await removers.get(source.kind)!(source, row.userId)
      }
      await set(taskId, { status: CopyStatus.succeeded, madeId, reason: '' }, CopyStatus.processing)
    } catch (cause) {
      if (!(cause instanceof AppError)) deps.log.warn({ err: cause, taskId }, 'a copy failed')
      await fail(cause instanceof AppError ? cause.message : 'It could not be copied')
    }
  }
  const mayTake = (scene: number, userId: string, id: string) =>
    scene === CopyScene.moveToSpace
      ? deps.mayRemove(userId, id)
      : movesInside.has(scene)
        ? deps.mayMove(userId, id)
        : deps.mayCopy(userId, id)
  const canTake = (scene: number, kind: ResourceKind) =>
    movesInside.has(scene)
      ? copiers.get(kind)?.move !== undefined
      : copiers.has(kind) && (scene !== CopyScene.moveToSpace || removers.has(kind))

  /** What lies in the folder that is asked for, or in none. */
  function placedIn({ folderId, isDeep, isUnfiled }: LibraryFilter): SQL | undefined {
    const items = db.select({ id: folderItem.resourceId }).from(folderItem)
    if (!folderId) return isUnfiled ? notInArray(resource.id, items) : undefined
    if (!isDeep) return inArray(resource.id, items.where(eq(folderItem.folderId, folderId)))
    return sql`${resource.id} IN (
      WITH RECURSIVE below(id) AS (
        SELECT ${folderId}::bigint UNION SELECT folder.id FROM folder JOIN below ON folder.parent_id = below.id
      ) SELECT resource_id FROM folder_item WHERE folder_id IN (SELECT id FROM below))`
  }
  /** Where the copy goes, or why it cannot. */
  async function placeOf(
    scene: number,
    source: ResourceRow,
    projectId: string | undefined,
    targetSpaceId: string | undefined,
  ) {
    const inSpace = (spaceId: string, project: string | null = null) => ({ spaceId, projectId: project })
    if (scene === CopyScene.crossSpaceCopy || scene === CopyScene.moveToSpace) {
      if (!targetSpaceId) throw pluginErrors.cannotCopy({ reason: 'target_space_id is missing' })
      if (scene === CopyScene.moveToSpace && targetSpaceId === source.spaceId)
        throw pluginErrors.cannotCopy({ reason: 'it is in that space already' })
      return inSpace(targetSpaceId)
    }
    if (scene === CopyScene.copyProjectResource) return inSpace(source.spaceId, source.projectId)
    if (scene === CopyScene.copyFromLibrary || scene === CopyScene.moveToProject) {
      const project = projectId ? await head(projectId) : undefined
      if (!project || project.kind !== 'project' || project.spaceId !== source.spaceId)
        throw pluginErrors.cannotCopy({ reason: 'project_id must be a project of the same space' })
      return inSpace(source.spaceId, project.id)
    }
    if (!source.projectId) throw pluginErrors.cannotCopy({ reason: 'it belongs to no project' })
    return inSpace(source.spaceId)
  }

  return {
    /** Kinds of which nothing is lost when a copy takes the place of the original: those can move to another space. */
    registerRemover: (kind: ResourceKind, remove: Remover) => void removers.set(kind, remove),
    registerCopier: (kind: ResourceKind, copier: Copier) => void copiers.set(kind, copier),
    run,
    task,
    start: queue.start,
    async list(filter: LibraryFilter): Promise<{ rows: ResourceRow[]; cursor: string; hasMore: boolean }> {
      const [time, id] = filter.cursor.split('_')
      const after: SQL | undefined =
        time && id && /^\d{1,15}$/.test(time) && isId(id)
          ? or(lt(resource.updatedAt, Number(time)), and(eq(resource.updatedAt, Number(time)), lt(resource.id, id)))
          : undefined
      const wanted = filter.types.length
        ? kinds.filter(
            (kind) =>
              filter.types.includes(typeOfKind[kind]!) ||
              (kind === 'workflow' && filter.types.includes(ResType.imageflow)),
          )
        : kinds
      if (!wanted.length) return { rows: [], cursor: '', hasMore: false }
      const isOnlyImages = filter.types.includes(ResType.imageflow) && !filter.types.includes(ResType.workflow)
      const rows = await db
        .select()
        .from(resource)
        .where(
          and(
            eq(resource.spaceId, filter.spaceId),
            isNull(resource.projectId),
            inArray(resource.kind, wanted),
            filter.search ? ilike(resource.name, likeText(filter.search)) : undefined,
            filter.ownerId ? eq(resource.ownerId, filter.ownerId) : undefined,
            filter.subTypes?.length ? inArray(resource.subType, [...filter.subTypes]) : undefined,
            placedIn(filter),
            filter.isPublished === undefined
              ? undefined
              : filter.isPublished
                ? isNotNull(resource.publishedAt)
                : isNull(resource.publishedAt),
            isOnlyImages
              ? or(
                  eq(resource.subType, 1),
                  inArray(
                    resource.kind,
                    wanted.filter((kind) => kind !== 'workflow'),
                  ),
                )
              : undefined,
            after,
          ),
        )
        .orderBy(desc(resource.updatedAt), desc(resource.id))
        .limit(filter.size + 1)
      const page = rows.slice(0, filter.size)
      const last = page.at(-1)
      const hasMore = rows.length > filter.size
      return { rows: page, cursor: hasMore && last ? `${last.updatedAt}_${last.id}` : '', hasMore }
    },
    ofProject: (projectId: string) =>
      db.select().from(resource).where(eq(resource.projectId, projectId)).orderBy(asc(resource.createdAt)).limit(1000),
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
      if (resTypeOf(source) !== input.resType)
        throw pluginErrors.cannotCopy({ reason: 'res_type is not that of the resource' })
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
      if (!(await mayTake(input.scene, input.userId, source.id))) throw errors.noAccess()
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
        throw pluginErrors.copyState()
      await queue.enqueue(id)
    },
    async cancel(id: string, userId: string): Promise<void> {
      await task(id, userId)
      if (!(await set(id, { status: CopyStatus.canceled }, CopyStatus.processing)).length)
        throw pluginErrors.copyState()
    },
  }
}
export type Library = ReturnType<typeof createLibrary>

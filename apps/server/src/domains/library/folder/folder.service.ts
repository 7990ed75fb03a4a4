import { FolderType, PROJECT_LIMITS as limits } from '@orrery/contract'
import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Db, likeText } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { resource, type ResourceRow } from '#domains/ground/resource/resource.table.ts'
import { folderErrors } from './folder.errors.ts'
import { folder, folderItem } from './folder.table.ts'

export interface FoundFolder {
  head: ResourceRow
  type: number
  parentId: string | null
}
const apps = new Set<string>(['bot', 'project'])
/** The list in which resources of a kind appear. */
const listOf = (kind: string) => (apps.has(kind) ? FolderType.app : FolderType.resource)

/** Folders group the resources of a space. Removing a folder deletes none of its contents. */
export function createFolderService({ db, resources }: { db: Db; resources: ResourceService }) {
  const select = () =>
    db
      .select({ head: resource, type: folder.type, parentId: folder.parentId })
      .from(folder)
      .innerJoin(resource, eq(resource.id, folder.id))
  async function get(id: string): Promise<FoundFolder> {
    const [found] = await select().where(eq(folder.id, id))
    if (!found) throw errors.notFound({ what: 'folder' })
    return found
  }
  const ofSpace = (spaceId: string, type?: number): Promise<FoundFolder[]> =>
    select()
      .where(and(eq(resource.spaceId, spaceId), type === undefined ? undefined : eq(folder.type, type)))
      .orderBy(resource.name, resource.id)
      .limit(limits.folders)
  /** The path from the top folder to the given one. */
  function pathOf(all: ReadonlyMap<string, FoundFolder>, id: string): FoundFolder[] {
    const path: FoundFolder[] = []
    for (
      let at = all.get(id);
      at && path.length <= limits.folderDepth;
      at = at.parentId ? all.get(at.parentId) : undefined
    )
      path.unshift(at)
    return path
  }
  const byId = (all: FoundFolder[]) => new Map(all.map((item) => [item.head.id, item]))
  function within(all: FoundFolder[], id: string): string[] {
    const children = all.filter((item) => item.parentId === id)
    return [id, ...children.flatMap((child) => within(all, child.head.id))]
  }
  const depthBelow = (all: FoundFolder[], id: string): number =>
    1 + Math.max(0, ...all.filter((item) => item.parentId === id).map((item) => depthBelow(all, item.head.id)))

  async function checkPlace(spaceId: string, type: number, parentId: string | undefined, moving?: string) {
    const all = await ofSpace(spaceId, type)
    const known = byId(all)
    if (parentId && !known.has(parentId)) throw folderErrors.otherSpace()
    if (moving && parentId && within(all, moving).includes(parentId)) throw folderErrors.intoItself()
    const depth = (parentId ? pathOf(known, parentId).length : 0) + (moving ? depthBelow(all, moving) : 1)
    if (depth > limits.folderDepth) throw folderErrors.tooDeep({ max: limits.folderDepth })
    return all
  }

  return {
    get,
    ofSpace,
    pathOf: (all: FoundFolder[], id: string) => pathOf(byId(all), id),
    /** A folder and all folders below it. */
    within: async (spaceId: string, id: string) => within(await ofSpace(spaceId), id),
    async create(input: {
      spaceId: string
      userId: string
      type: number
      name: string
      description: string
      parentId?: string | undefined
    }): Promise<string> {
      const all = await checkPlace(input.spaceId, input.type, input.parentId)
      if (all.length >= limits.folders) throw folderErrors.tooMany({ max: limits.folders })
      return db.transaction(async (tx) => {
        const { spaceId, userId: ownerId, name, description, type: subType } = input
        const head = await resources.create({ kind: 'folder', spaceId, ownerId, name, description, subType }, tx)
        await tx.insert(folder).values({ id: head.id, type: input.type, parentId: input.parentId ?? null })
        return head.id
      })
    },
    async update(id: string, userId: string, change: { name?: string | undefined; description?: string | undefined }) {
      await get(id)
      await resources.touch(id, userId, {
        ...(change.name !== undefined && { name: change.name }),
        ...(change.description !== undefined && { description: change.description }),
      })
    },
    async move(id: string, parentId: string | undefined) {
      const { head, type } = await get(id)
      await checkPlace(head.spaceId, type, parentId, id)
      await db
        .update(folder)
        .set({ parentId: parentId ?? null })
        .where(eq(folder.id, id))
    },
    async remove(id: string) {
      const { parentId } = await get(id)
      await db.transaction(async (tx) => {
        await tx.update(folder).set({ parentId }).where(eq(folder.parentId, id))
        if (parentId) await tx.update(folderItem).set({ folderId: parentId }).where(eq(folderItem.folderId, id))
        await resources.remove(id, tx)
      })
    },
    /** Moves those of the resources that fit the folder's space and list into the folder; returns their ids. */
    async put(spaceId: string, folderId: string | undefined, ids: string[]): Promise<string[]> {
      const place = folderId ? await get(folderId) : undefined
      if (place && place.head.spaceId !== spaceId) throw errors.notFound({ what: 'folder' })
      const rows = (await resources.getMany(ids)).filter(
        (row) =>
          row.spaceId === spaceId &&
          row.kind !== 'folder' &&
          row.projectId === null &&
          (!place || listOf(row.kind) === place.type),
      )
      const moved = rows.map((row) => row.id)
      if (!moved.length) return []
      if (!folderId) await db.delete(folderItem).where(inArray(folderItem.resourceId, moved))
      else
        await db
          .insert(folderItem)
          .values(moved.map((resourceId) => ({ resourceId, folderId })))
          .onConflictDoUpdate({ target: folderItem.resourceId, set: { folderId: sql`excluded.folder_id` } })
      return moved
    },
    /** Maps resource ids to their folder ids. */
    async placesOf(ids: string[]): Promise<Map<string, string>> {
      if (!ids.length) return new Map()
      const rows = await db.select().from(folderItem).where(inArray(folderItem.resourceId, ids))
      return new Map(rows.map((row) => [row.resourceId, row.folderId]))
    },
    async list(filter: {
      spaceId: string
      type: number
      name: string
      ownerId?: string | undefined
      parentId?: string | undefined
      deep: boolean
      order: 'updatedAt' | 'createdAt' | 'name'
      ascending: boolean
      page: number
      size: number
    }) {
      const all = await ofSpace(filter.spaceId, filter.type)
      const places = filter.parentId && filter.deep ? within(all, filter.parentId) : undefined
      const parent = filter.parentId
        ? places
          ? inArray(folder.parentId, places)
          : eq(folder.parentId, filter.parentId)
        : filter.deep
          ? undefined
          : isNull(folder.parentId)
      const where = and(
        eq(resource.spaceId, filter.spaceId),
        eq(folder.type, filter.type),
        filter.name ? sql`${resource.name} ILIKE ${likeText(filter.name)}` : undefined,
        filter.ownerId ? eq(resource.ownerId, filter.ownerId) : undefined,
        parent,
      )
      const by = sql`${resource[filter.order]} ${filter.ascending ? sql`ASC` : sql`DESC`}`
      const rows: FoundFolder[] = await select()
        .where(where)
        .orderBy(by, resource.id)
        .limit(filter.size)
        .offset((filter.page - 1) * filter.size)
      const [total] = await db
        .select({ n: count() })
        .from(folder)
        .innerJoin(resource, eq(resource.id, folder.id))
        .where(where)
      return { rows, all, total: total!.n }
    },
  }
}
export type FolderService = ReturnType<typeof createFolderService>

import { FlowMode, isId, kindOfResType, libraryKinds, ResType } from '@orrery/contract'
import {
  and,
  asc,
  count,
  desc,
  eq,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type pg from 'pg'
import { type Db, likeText } from '#kit/db.ts'
import type { ResourceFacts, ResourceKinds } from '#domains/ground/resource/shared/resource-kind.ts'
import { resource, type ResourceRow } from '#domains/ground/resource/resource.table.ts'
import { folderItem } from '#domains/library/folder/folder.table.ts'

export interface LibraryFilter {
  spaceId: string
  types: readonly number[]
  search: string
  /** Whether to search names, descriptions or both. */
  searchIn: readonly ('name' | 'desc')[]
  ownerId?: string
  isPublished?: boolean
  subTypes?: readonly number[]
  folderId?: string
  /** Also resources in the folders below. */
  isDeep?: boolean
  /** Only resources in no folder. */
  isUnfiled?: boolean
  /** Whether image flows are included; by default that depends on `types`. */
  hasImageflows?: boolean
  cursor: string
  size: number
}
const texts = { name: resource.name, desc: resource.description }

/** Lists the resources of a space, of all kinds. */
export function createLibrary({ db, pool, kinds }: { db: Db; pool: pg.Pool; kinds: Pick<ResourceKinds, 'find'> }) {
  /** Resources in the requested folder, or in none. */
  function placedIn({ folderId, isDeep, isUnfiled }: LibraryFilter): SQL | undefined {
    const items = db.select({ id: folderItem.resourceId }).from(folderItem)
    if (!folderId) return isUnfiled ? notInArray(resource.id, items) : undefined
    if (!isDeep) return inArray(resource.id, items.where(eq(folderItem.folderId, folderId)))
    return sql`${resource.id} IN (
      WITH RECURSIVE below(id) AS (
        SELECT ${folderId}::bigint UNION SELECT folder.id FROM folder JOIN below ON folder.parent_id = below.id
      ) SELECT resource_id FROM folder_item WHERE folder_id IN (SELECT id FROM below))`
  }

  /** All conditions except the kind. */
  const besidesKind = (filter: LibraryFilter): (SQL | undefined)[] => [
    eq(resource.spaceId, filter.spaceId),
    isNull(resource.projectId),
    filter.search ? or(...filter.searchIn.map((key) => ilike(texts[key], likeText(filter.search)))) : undefined,
    filter.ownerId ? eq(resource.ownerId, filter.ownerId) : undefined,
    placedIn(filter),
    filter.isPublished === undefined
      ? undefined
      : filter.isPublished
        ? isNotNull(resource.publishedAt)
        : isNull(resource.publishedAt),
  ]

  return {
    /** Number of resources of each kind under the same filters. */
    async counts(filter: LibraryFilter): Promise<Record<string, number>> {
      const rows = await db
        .select({ kind: resource.kind, count: count() })
        .from(resource)
        .where(and(...besidesKind(filter), inArray(resource.kind, libraryKinds)))
        .groupBy(resource.kind)
      return Object.fromEntries(rows.map((row) => [row.kind, row.count]))
    },
    /** Facts about each resource, from the registry entry of its kind. */
    async facts(rows: readonly ResourceRow[]): Promise<ReadonlyMap<string, ResourceFacts>> {
      const found = await Promise.all(
        [...new Set(rows.map((row) => row.kind))].map(async (kind) => {
          const ids = rows.filter((row) => row.kind === kind).map((row) => row.id)
          return [...((await kinds.find(kind).facts?.(ids, pool)) ?? [])]
        }),
      )
      return new Map(found.flat())
    },
    async list(filter: LibraryFilter): Promise<{ rows: ResourceRow[]; cursor: string; hasMore: boolean }> {
      const [time, id] = filter.cursor.split('_')
      const after: SQL | undefined =
        time && id && /^\d{1,15}$/.test(time) && isId(id)
          ? or(lt(resource.updatedAt, Number(time)), and(eq(resource.updatedAt, Number(time)), lt(resource.id, id)))
          : undefined
      const asked = new Set(filter.types.map(kindOfResType))
      const wanted = filter.types.length ? libraryKinds.filter((kind) => asked.has(kind)) : libraryKinds
      if (!wanted.length) return { rows: [], cursor: '', hasMore: false }
      const isOnlyImages = filter.types.includes(ResType.imageflow) && !filter.types.includes(ResType.workflow)
      const isWithoutImages =
        filter.hasImageflows === undefined
          ? filter.types.includes(ResType.workflow) && !filter.types.includes(ResType.imageflow)
          : !filter.hasImageflows
      const rows = await db
        .select()
        .from(resource)
        .where(
          and(
            ...besidesKind(filter),
            inArray(resource.kind, wanted),
            filter.subTypes?.length ? inArray(resource.subType, [...filter.subTypes]) : undefined,
            isOnlyImages
              ? or(
                  eq(resource.subType, FlowMode.imageflow),
                  inArray(
                    resource.kind,
                    wanted.filter((kind) => kind !== 'workflow'),
                  ),
                )
              : undefined,
            isWithoutImages ? or(ne(resource.kind, 'workflow'), ne(resource.subType, FlowMode.imageflow)) : undefined,
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
  }
}
export type Library = ReturnType<typeof createLibrary>

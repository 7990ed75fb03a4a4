import { isId } from '@orrery/contract'
import { and, asc, count, desc, eq, exists, ilike, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type Db, likeText } from '#kit/db.ts'
import { bot, botConnector } from '#domains/studio/bot/bot.table.ts'
import { ownRoles } from '#domains/ground/collaborator/shared/own-roles.ts'
import { collaborator } from '#domains/ground/collaborator/collaborator.table.ts'
import { resourceMark as mark } from '#domains/library/favorite/favorite.table.ts'
import { folderItem } from '#domains/library/folder/folder.table.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { spaceMember } from '#domains/ground/space/space.table.ts'

const appKinds = ['bot', 'project'] as const
export type AppKind = (typeof appKinds)[number]
export interface AppFilter {
  spaceId: string
  userId: string
  kinds: AppKind[]
  name: string
  order: 'edited' | 'created' | 'published' | 'opened'
  ascending: boolean
  /** Resources that the person created, or also those that they collaborate on. */
  scope: 'all' | 'made' | 'mine'
  ownerId?: string | undefined
  ids?: string[] | undefined
  isPublished?: boolean | undefined
  onlyFavorites: boolean
  onlyOpened: boolean
  folders?: string[] | undefined
  statuses: number[]
  cursor: string
  size: number
}

const editors = sql<boolean>`EXISTS (SELECT 1 FROM collaborator c WHERE c.resource_id = ${resource.id})`
/** The error of a bot copy is part of the bot; for a project, it is the reason of the last copy task. */
const copyError = sql<string>`coalesce(${bot.copy} ->> 'error', (
  SELECT t.reason FROM project_task t WHERE t.made_id = ${resource.id} ORDER BY t.id DESC LIMIT 1), '')`
/** An edit of a part of a project counts as an edit of the project. */
const editedAt = sql<string>`greatest(${resource.updatedAt}, (
  SELECT max(r.updated_at) FROM resource r WHERE r.project_id = ${resource.id}))`
/** Whether the hash of a bot’s draft differs from that of the served version, which may be from an earlier release. */
const hasOtherHash = sql<boolean>`${bot.hash} IS DISTINCT FROM (
  SELECT h.hash FROM bot_connector c JOIN bot_history h ON h.id = c.history_id
  WHERE c.bot_id = ${resource.id} ORDER BY h.id DESC LIMIT 1)`
const fieldsFor = (userId: string) => ({
  head: resource,
  hasOtherHash,
  mode: sql<number>`coalesce((${bot.config} ->> 'bot_mode')::int, 0)`,
  modelId: sql<string>`coalesce(${bot.config} #>> '{model_info,model_id}', '')`,
  copyError,
  editedAt,
  workflowCount: sql<number>`(
    SELECT count(*) FROM resource r WHERE r.project_id = ${resource.id} AND r.kind = 'workflow')::int`,
  favoriteAt: mark.favoriteAt,
  openedAt: mark.openedAt,
  isShared: editors,
  roles: ownRoles(userId),
})
const orders = {
  created: sql<string>`${resource.createdAt}`,
  edited: sql<string>`${resource.updatedAt}`,
  published: sql<string>`coalesce(${resource.publishedAt}, 0)`,
  opened: sql<string>`coalesce(${mark.openedAt}, 0)`,
}

/** Bots and projects in one list. Every filter is part of one query; pages follow a cursor. */
export function createIntelligenceRepo(db: Db) {
  function whereOf(filter: AppFilter): SQL | undefined {
    const worksOn = exists(
      db
        .select({ one: sql`1` })
        .from(collaborator)
        .where(and(eq(collaborator.resourceId, resource.id), eq(collaborator.userId, filter.userId))),
    )
    const inFolder = (ids: string[]) =>
      exists(
        db
          .select({ one: sql`1` })
          .from(folderItem)
          .where(and(eq(folderItem.resourceId, resource.id), inArray(folderItem.folderId, ids))),
      )
    return and(
      eq(resource.spaceId, filter.spaceId),
      inArray(resource.kind, filter.kinds),
      filter.name ? ilike(resource.name, likeText(filter.name)) : undefined,
      filter.scope === 'made' ? eq(resource.ownerId, filter.userId) : undefined,
      filter.scope === 'mine' ? or(eq(resource.ownerId, filter.userId), worksOn) : undefined,
      filter.ownerId ? eq(resource.ownerId, filter.ownerId) : undefined,
      filter.ids ? inArray(resource.id, filter.ids) : undefined,
      filter.isPublished === undefined
        ? undefined
        : filter.isPublished
          ? isNotNull(resource.publishedAt)
          : isNull(resource.publishedAt),
      filter.onlyFavorites ? isNotNull(mark.favoriteAt) : undefined,
      filter.onlyOpened ? isNotNull(mark.openedAt) : undefined,
      filter.folders ? inFolder(filter.folders) : undefined,
      filter.statuses.length ? inArray(resource.status, filter.statuses) : undefined,
    )
  }
  const shownOf = async (ids: string[], userId: string) => {
    const rows = ids.length
      ? await db
          .select(fieldsFor(userId))
          .from(resource)
          .leftJoin(bot, eq(bot.id, resource.id))
          .leftJoin(mark, marked(userId))
          .where(inArray(resource.id, ids))
      : []
    return new Map(rows.map((row) => [row.head.id, row]))
  }
  const marked = (userId: string) => and(eq(mark.resourceId, resource.id), eq(mark.userId, userId))
  return {
    async page(filter: AppFilter) {
      const order = orders[filter.order]
      const [value, id] = filter.cursor.split('_')
      const isCursor = /^\d{1,15}$/.test(value ?? '') && isId(id ?? '')
      const sign = filter.ascending ? sql`>` : sql`<`
      const rest = isCursor ? sql`(${order}, ${resource.id}) ${sign} (${value}::bigint, ${id}::bigint)` : undefined
      const by = filter.ascending ? [asc(order), asc(resource.id)] : [desc(order), desc(resource.id)]
      const isMarked = filter.onlyFavorites || filter.onlyOpened || filter.order === 'opened'
      // First select the ids of the page by their heads only; the details are read for that page.
      const heads = db.select({ id: resource.id, order }).from(resource)
      const placesOf = (isMarked ? heads.leftJoin(mark, marked(filter.userId)).$dynamic() : heads.$dynamic())
        .where(and(whereOf(filter), rest))
        .orderBy(...by)
        .limit(filter.size + 1)
      const ofAnyKind = whereOf({ ...filter, kinds: [...appKinds] })
      const counted = db.select({ kind: resource.kind, n: count() }).from(resource)
      const totalsOf = (isMarked ? counted.leftJoin(mark, marked(filter.userId)).$dynamic() : counted.$dynamic())
        .where(ofAnyKind)
        .groupBy(resource.kind)
      const [places, counts] = await Promise.all([placesOf, totalsOf])
      const totalOf = (kind: AppKind) => counts.find((row) => row.kind === kind)?.n ?? 0
      const page = places.slice(0, filter.size)
      const shown = await shownOf(
        page.map((place) => place.id),
        filter.userId,
      )
      const hasMore = places.length > filter.size
      const last = page.at(-1)
      return {
        // Rows deleted between the two queries are missing here.
        rows: page.flatMap((place) => shown.get(place.id) ?? []),
        total: filter.kinds.reduce((sum, kind) => sum + totalOf(kind), 0),
        totals: { bots: totalOf('bot'), projects: totalOf('project') },
        hasMore,
        cursor: hasMore && last ? `${last.order}_${last.id}` : '',
      }
    },
    one: async (id: string, userId: string) => (await shownOf([id], userId)).get(id),
    /** What a person edited or opened last, in spaces of which they are still a member. */
    recent: (userId: string, kinds: AppKind[], size: number) =>
      db
        .select(fieldsFor(userId))
        .from(mark)
        .innerJoin(resource, eq(resource.id, mark.resourceId))
        .innerJoin(spaceMember, and(eq(spaceMember.spaceId, resource.spaceId), eq(spaceMember.userId, userId)))
        .leftJoin(bot, eq(bot.id, resource.id))
        .where(
          and(
            eq(mark.userId, userId),
            inArray(resource.kind, kinds),
            or(isNotNull(mark.editedAt), isNotNull(mark.openedAt)),
          ),
        )
        .orderBy(desc(sql`coalesce(${mark.editedAt}, ${mark.openedAt})`), desc(resource.id))
        .limit(size),
    async oceans(filter: {
      spaceId: string
      ownerId?: string
      status?: number[]
      byCreation: boolean
      page: number
      size: number
    }) {
      const where = and(
        eq(resource.spaceId, filter.spaceId),
        eq(resource.kind, 'project'),
        eq(resource.subType, 1),
        filter.ownerId ? eq(resource.ownerId, filter.ownerId) : undefined,
        filter.status ? inArray(resource.status, filter.status) : undefined,
      )
      const rows = await db
        .select()
        .from(resource)
        .where(where)
        .orderBy(desc(filter.byCreation ? resource.createdAt : resource.updatedAt), desc(resource.id))
        .limit(filter.size)
        .offset((filter.page - 1) * filter.size)
      const [total] = await db.select({ n: count() }).from(resource).where(where)
      return { rows, total: total!.n }
    },
    /** The channels that serve the given bots. */
    async botChannels(ids: string[]): Promise<Map<string, string[]>> {
      const found = new Map<string, string[]>()
      if (!ids.length) return found
      const rows = await db
        .select({ botId: botConnector.botId, connectorId: botConnector.connectorId })
        .from(botConnector)
        .where(and(inArray(botConnector.botId, ids), isNotNull(botConnector.historyId)))
      for (const { botId, connectorId } of rows) found.set(botId, [...(found.get(botId) ?? []), connectorId])
      return found
    },
  }
}
export type IntelligenceRepo = ReturnType<typeof createIntelligenceRepo>
export type ListedApp = Awaited<ReturnType<IntelligenceRepo['recent']>>[number]

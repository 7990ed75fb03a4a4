import { and, count, desc, eq, exists, ilike, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type Db, likeText } from '#kit/db.ts'
import { ownRoles } from '#domains/ground/collaborator/shared/own-roles.ts'
import { collaborator } from '#domains/ground/collaborator/collaborator.table.ts'
import { resourceMark } from '#domains/library/favorite/favorite.table.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { bot, botConnector } from './bot.table.ts'

export interface BotFilter {
  spaceId: string
  userId: string
  name: string
  order: 'created' | 'edited' | 'published' | 'opened'
  mine: boolean
  isPublished?: boolean
  onlyFavorites: boolean
  onlyOpened: boolean
  connectorIds: string[]
  statuses: number[]
  page: number
  size: number
  /** Cursor: the sort value and id of the last row of the previous page. */
  after?: { value: number; id: string }
}

/** Lists of bots. Every filter is part of one query; pages follow a cursor. */
export function createBotListRepo(db: Db) {
  const mark = resourceMark
  const orders = {
    created: sql<string>`${resource.createdAt}`,
    edited: sql<string>`${resource.updatedAt}`,
    published: sql<string>`coalesce(${resource.publishedAt}, 0)`,
    opened: sql<string>`coalesce(${mark.openedAt}, 0)`,
  }
  const isMine = (userId: string) =>
    or(
      eq(resource.ownerId, userId),
      exists(
        db
          .select({ one: sql`1` })
          .from(collaborator)
          .where(and(eq(collaborator.resourceId, resource.id), eq(collaborator.userId, userId))),
      ),
    )
  const servedBy = (ids: string[]) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(botConnector)
        .where(
          and(
            eq(botConnector.botId, resource.id),
            inArray(botConnector.connectorId, ids),
            isNotNull(botConnector.historyId),
          ),
        ),
    )
  const whereOf = (filter: BotFilter): SQL | undefined =>
    and(
      eq(resource.spaceId, filter.spaceId),
      eq(resource.kind, 'bot'),
      filter.name ? ilike(resource.name, likeText(filter.name)) : undefined,
      filter.mine ? isMine(filter.userId) : undefined,
      filter.isPublished === undefined
        ? undefined
        : filter.isPublished
          ? isNotNull(resource.publishedAt)
          : isNull(resource.publishedAt),
      filter.onlyFavorites ? isNotNull(mark.favoriteAt) : undefined,
      filter.onlyOpened ? isNotNull(mark.openedAt) : undefined,
      filter.connectorIds.length ? servedBy(filter.connectorIds) : undefined,
      filter.statuses.length ? inArray(resource.status, filter.statuses) : undefined,
    )
  return {
    async page(filter: BotFilter) {
      const ofUser = and(eq(mark.resourceId, resource.id), eq(mark.userId, filter.userId))
      const order = orders[filter.order]
      const { after } = filter
      const rest = after && sql`(${order}, ${resource.id}) < (${after.value}::bigint, ${after.id}::bigint)`
      const rows = await db
        .select({
          head: resource,
          mode: sql<number>`(${bot.config} ->> 'bot_mode')::int`,
          modelId: sql<string>`${bot.config} #>> '{model_info,model_id}'`,
          visibility: bot.visibility,
          copyError: sql<string>`coalesce(${bot.copy} ->> 'error', '')`,
          favoriteAt: mark.favoriteAt,
          openedAt: mark.openedAt,
          order,
          editors: sql<number>`(SELECT count(*)::int FROM collaborator c WHERE c.resource_id = ${resource.id})`,
          roles: ownRoles(filter.userId),
        })
        .from(resource)
        .innerJoin(bot, eq(bot.id, resource.id))
        .leftJoin(mark, ofUser)
        .where(and(whereOf(filter), rest))
        .orderBy(desc(order), desc(resource.id))
        .limit(filter.size + 1)
        .offset(after ? 0 : (filter.page - 1) * filter.size)
      const [total] = await db
        .select({ n: count() })
        .from(resource)
        .innerJoin(bot, eq(bot.id, resource.id))
        .leftJoin(mark, ofUser)
        .where(whereOf(filter))
      return { rows: rows.slice(0, filter.size), hasMore: rows.length > filter.size, total: total!.n }
    },
  }
}
export type BotListRepo = ReturnType<typeof createBotListRepo>
export type ListedRow = Awaited<ReturnType<BotListRepo['page']>>['rows'][number]

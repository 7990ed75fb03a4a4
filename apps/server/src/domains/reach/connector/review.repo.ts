import { AuditStatus } from '@orrery/contract'
import { and, count, desc, eq, getTableColumns, inArray, lt } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import { appUser } from '#domains/ground/passport/passport.table.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { botHistory } from '#domains/studio/bot/bot.table.ts'
import { botPublication } from '#domains/studio/bot/publication.table.ts'
import { connector, connectorReview, type ReviewRow } from './connector.table.ts'

export interface ReviewFilter {
  ownerId: string
  connectorId: string | undefined
  status: AuditStatus | undefined
  before: string | undefined
  size: number
}
const waits = eq(connectorReview.status, AuditStatus.waiting)

/** Versions that were submitted to custom channels. */
export function createReviewRepo(db: Db) {
  return {
    /** There is one review for each publication; a retry after a refusal makes it wait again. */
    insert: (row: typeof connectorReview.$inferInsert) => {
      const { status, shareLink, createdAt, decidedAt } = row
      return db
        .insert(connectorReview)
        .values(row)
        .onConflictDoUpdate({
          target: [connectorReview.connectorId, connectorReview.publicationId],
          set: { status, shareLink, createdAt, decidedAt: decidedAt ?? null, reason: '' },
        })
    },
    async byId(id: string): Promise<ReviewRow | undefined> {
      return (await db.select().from(connectorReview).where(eq(connectorReview.id, id)))[0]
    },
    async byPublication(connectorId: string, publicationId: string): Promise<ReviewRow | undefined> {
      const of = and(eq(connectorReview.connectorId, connectorId), eq(connectorReview.publicationId, publicationId))
      return (await db.select().from(connectorReview).where(of))[0]
    },
    waiting: (connectorId: string, botId: string): Promise<ReviewRow[]> =>
      db
        .select()
        .from(connectorReview)
        .where(and(eq(connectorReview.connectorId, connectorId), eq(connectorReview.botId, botId), waits))
        .orderBy(desc(connectorReview.id))
        .execute(),
    /** Reviews that wait on a channel, in one space or in all. */
    waitingOn: (connectorId: string, spaceId?: string): Promise<ReviewRow[]> =>
      db
        .select(getTableColumns(connectorReview))
        .from(connectorReview)
        .innerJoin(resource, eq(resource.id, connectorReview.botId))
        .where(
          and(eq(connectorReview.connectorId, connectorId), spaceId ? eq(resource.spaceId, spaceId) : undefined, waits),
        )
        .execute(),
    /** The newest accepted review. */
    async accepted(connectorId: string, botId: string): Promise<ReviewRow | undefined> {
      const of = and(eq(connectorReview.connectorId, connectorId), eq(connectorReview.botId, botId))
      const rows = db
        .select()
        .from(connectorReview)
        .where(and(of, eq(connectorReview.status, AuditStatus.accepted)))
      return (await rows.orderBy(desc(connectorReview.id)).limit(1))[0]
    },
    expired: (before: number): Promise<ReviewRow[]> =>
      db
        .select()
        .from(connectorReview)
        .where(and(waits, lt(connectorReview.createdAt, before)))
        .limit(200)
        .execute(),
    /** Returns false if another process or person has already decided. */
    settle: (id: string, change: Partial<ReviewRow>, tell: (tx: Tx) => Promise<void>): Promise<boolean> =>
      db.transaction(async (tx) => {
        const rows = await tx
          .update(connectorReview)
          .set(change)
          .where(and(eq(connectorReview.id, id), waits))
          .returning({ id: connectorReview.id })
        if (rows.length) await tell(tx)
        return rows.length > 0
      }),
    /** Names of the channel and the bot of a review. */
    async namesOf(id: string): Promise<{ channel: string; bot: string; spaceId: string } | undefined> {
      const rows = db
        .select({ channel: connector.title, bot: resource.name, spaceId: resource.spaceId })
        .from(connectorReview)
        .innerJoin(connector, eq(connector.id, connectorReview.connectorId))
        .innerJoin(resource, eq(resource.id, connectorReview.botId))
        .where(eq(connectorReview.id, id))
      return (await rows)[0]
    },
    async counts(ids: string[]): Promise<ReadonlyMap<string, number>> {
      if (!ids.length) return new Map()
      const rows = await db
        .select({ id: connectorReview.connectorId, count: count() })
        .from(connectorReview)
        .where(and(inArray(connectorReview.connectorId, ids), waits))
        .groupBy(connectorReview.connectorId)
      return new Map(rows.map((row) => [row.id, row.count]))
    },
    page: ({ ownerId, connectorId, status, before, size }: ReviewFilter) =>
      db
        .select({
          review: connectorReview,
          connectorName: connector.title,
          botName: resource.name,
          botText: resource.description,
          versionName: botHistory.versionName,
          userName: appUser.name,
        })
        .from(connectorReview)
        .innerJoin(connector, eq(connector.id, connectorReview.connectorId))
        .innerJoin(resource, eq(resource.id, connectorReview.botId))
        .innerJoin(botPublication, eq(botPublication.id, connectorReview.publicationId))
        .innerJoin(botHistory, eq(botHistory.id, botPublication.historyId))
        .leftJoin(appUser, eq(appUser.id, connectorReview.createdBy))
        .where(
          and(
            eq(connector.ownerId, ownerId),
            connectorId ? eq(connectorReview.connectorId, connectorId) : undefined,
            status ? eq(connectorReview.status, status) : undefined,
            before ? lt(connectorReview.id, before) : undefined,
          ),
        )
        .orderBy(desc(connectorReview.id))
        .limit(size),
  }
}
export type ReviewRepo = ReturnType<typeof createReviewRepo>

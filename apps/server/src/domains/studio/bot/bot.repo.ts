import { HistoryType } from '@orrery/contract'
import { and, arrayContains, count, desc, eq, getTableColumns, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import { collaborator } from '#domains/ground/collaborator/collaborator.table.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { bot, botConnector, botHistory, type BotRow, botUser, type ConnectorRow, type HistoryRow } from './bot.table.ts'

/** Columns of a history entry without its content, which may be large. */
const { config: _config, ...light } = getTableColumns(botHistory)
export type StoredState = Omit<HistoryRow, 'config'>

export function createBotRepo(db: Db) {
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction(work),
    insert: (row: typeof bot.$inferInsert, tx: Tx) => tx.insert(bot).values(row),
    async byId(id: string, tx: Tx = db) {
      const [row] = await tx
        .select({ head: resource, bot })
        .from(bot)
        .innerJoin(resource, eq(resource.id, bot.id))
        .where(eq(bot.id, id))
      return row
    },
    /** Like `byId`, with a row lock against other saves until the transaction ends. */
    async lock(id: string, tx: Tx) {
      const [row] = await tx
        .select({ head: resource, bot })
        .from(bot)
        .innerJoin(resource, eq(resource.id, bot.id))
        .where(eq(bot.id, id))
        .for('update')
      return row
    },
    update: (id: string, values: Partial<BotRow>, tx: Tx = db) => tx.update(bot).set(values).where(eq(bot.id, id)),
    /** Adds a state to the history. Returns false if the newest entry of its kind has the same content. */
    async keep(row: typeof botHistory.$inferInsert, tx: Tx = db): Promise<boolean> {
      const [last] = await tx
        .select({ hash: botHistory.hash })
        .from(botHistory)
        .where(and(eq(botHistory.botId, row.botId), eq(botHistory.kind, row.kind)))
        .orderBy(desc(botHistory.id))
        .limit(1)
      if (last?.hash === row.hash) return false
      await tx.insert(botHistory).values(row).onConflictDoNothing()
      return true
    },
    async historyAt(botId: string, version: string, tx: Tx = db): Promise<HistoryRow | undefined> {
      const [row] = await tx
        .select()
        .from(botHistory)
        .where(and(eq(botHistory.botId, botId), eq(botHistory.version, version)))
        .orderBy(desc(botHistory.kind))
        .limit(1)
      return row
    },
    async kept(id: string): Promise<HistoryRow | undefined> {
      return (await db.select().from(botHistory).where(eq(botHistory.id, id)))[0]
    },
    addHistory: (row: typeof botHistory.$inferInsert, tx: Tx) => tx.insert(botHistory).values(row),
    async addConnectors(historyId: string, ids: string[], note: string, tx: Tx) {
      const [row] = await tx
        .select({ ids: botHistory.connectorIds })
        .from(botHistory)
        .where(eq(botHistory.id, historyId))
      const connectorIds = [...new Set([...(row?.ids ?? []), ...ids])]
      await tx
        .update(botHistory)
        .set({ connectorIds, ...(note && { note }) })
        .where(eq(botHistory.id, historyId))
    },
    async newest(botId: string, kind: number, tx: Tx = db): Promise<StoredState | undefined> {
      const [row] = await tx
        .select(light)
        .from(botHistory)
        .where(and(eq(botHistory.botId, botId), eq(botHistory.kind, kind)))
        .orderBy(desc(botHistory.id))
        .limit(1)
      return row
    },
    async historyPage(botId: string, kinds: number[], connectorId: string, page: number, size: number) {
      const where = and(
        eq(botHistory.botId, botId),
        inArray(botHistory.kind, kinds),
        connectorId ? arrayContains(botHistory.connectorIds, [connectorId]) : undefined,
      )
      const rows = await db
        .select(light)
        .from(botHistory)
        .where(where)
        // Saved states are written when the next save replaces them, so ids do not follow the order of creation.
        .orderBy(desc(botHistory.createdAt), desc(botHistory.id))
        .limit(size)
        .offset((page - 1) * size)
      const [total] = await db.select({ n: count() }).from(botHistory).where(where)
      return { rows, total: total!.n }
    },
    connectors: (botId: string): Promise<ConnectorRow[]> =>
      db.select().from(botConnector).where(eq(botConnector.botId, botId)),
    connectorsOf: (botIds: string[]): Promise<ConnectorRow[]> =>
      botIds.length ? db.select().from(botConnector).where(inArray(botConnector.botId, botIds)) : Promise.resolve([]),
    async connector(botId: string, connectorId: string, tx: Tx = db): Promise<ConnectorRow | undefined> {
      const [row] = await tx
        .select()
        .from(botConnector)
        .where(and(eq(botConnector.botId, botId), eq(botConnector.connectorId, connectorId)))
      return row
    },
    saveConnector: (row: typeof botConnector.$inferInsert, tx: Tx = db) =>
      tx
        .insert(botConnector)
        .values(row)
        .onConflictDoUpdate({ target: [botConnector.botId, botConnector.connectorId], set: row }),
    /** The publication that a channel serves or, without a channel, the newest publication that any channel serves. */
    async publishedAt(botId: string, connectorId: string | undefined): Promise<HistoryRow | undefined> {
      const [row] = await db
        .select({ history: botHistory })
        .from(botConnector)
        .innerJoin(botHistory, eq(botHistory.id, botConnector.historyId))
        .where(
          and(
            eq(botConnector.botId, botId),
            isNotNull(botConnector.historyId),
            connectorId === undefined ? undefined : eq(botConnector.connectorId, connectorId),
          ),
        )
        .orderBy(desc(botHistory.id))
        .limit(1)
      return row?.history
    },
    /** The newest publication that a channel serves. After a rollback this is not the newest publication. */
    async online(botId: string, tx: Tx = db): Promise<StoredState | undefined> {
      const [row] = await tx
        .select(light)
        .from(botHistory)
        .innerJoin(botConnector, eq(botConnector.historyId, botHistory.id))
        .where(eq(botConnector.botId, botId))
        .orderBy(desc(botHistory.id))
        .limit(1)
      return row
    },
    /** Bots with the newest publication that a channel serves. */
    async withServed(ids: string[]) {
      if (!ids.length) return []
      const servedId = sql`(SELECT max(c.history_id) FROM bot_connector c WHERE c.bot_id = ${bot.id})`
      return db
        .select({ head: resource, bot, served: botHistory })
        .from(bot)
        .innerJoin(resource, eq(resource.id, bot.id))
        .leftJoin(botHistory, eq(botHistory.id, servedId))
        .where(inArray(bot.id, ids))
    },
    async publication(botId: string, publishId: string): Promise<StoredState | undefined> {
      const [row] = await db
        .select(light)
        .from(botHistory)
        .where(and(eq(botHistory.id, publishId), eq(botHistory.botId, botId), eq(botHistory.kind, HistoryType.publish)))
      return row
    },
    /** The newest publication with this content. */
    async publishedAs(botId: string, hash: string, tx: Tx = db): Promise<HistoryRow | undefined> {
      const [row] = await tx
        .select()
        .from(botHistory)
        .where(and(eq(botHistory.botId, botId), eq(botHistory.hash, hash), eq(botHistory.kind, HistoryType.publish)))
        .orderBy(desc(botHistory.id))
        .limit(1)
      return row
    },
    async publicationAt(botId: string, version: string): Promise<HistoryRow | undefined> {
      const [row] = await db
        .select()
        .from(botHistory)
        .where(
          and(eq(botHistory.botId, botId), eq(botHistory.version, version), eq(botHistory.kind, HistoryType.publish)),
        )
        .orderBy(desc(botHistory.id))
        .limit(1)
      return row
    },
    keptMany: (ids: string[]): Promise<HistoryRow[]> =>
      ids.length ? db.select().from(botHistory).where(inArray(botHistory.id, ids)) : Promise.resolve([]),
    /** Version names of publications, by id. */
    async versionNames(ids: string[]): Promise<Map<string, string>> {
      if (!ids.length) return new Map()
      const rows = await db
        .select({ id: botHistory.id, name: botHistory.versionName })
        .from(botHistory)
        .where(inArray(botHistory.id, ids))
      return new Map(rows.map((row) => [row.id, row.name]))
    },
    async hasCollaborators(botId: string): Promise<boolean> {
      const rows = await db
        .select({ id: collaborator.userId })
        .from(collaborator)
        .where(eq(collaborator.resourceId, botId))
        .limit(1)
      return rows.length > 0
    },
    async userOf(botId: string, userId: string) {
      const [row] = await db
        .select()
        .from(botUser)
        .where(and(eq(botUser.botId, botId), eq(botUser.userId, userId)))
      return row
    },
    saveUser: (
      botId: string,
      userId: string,
      values: { tabs?: Record<string, number>; popups?: Record<string, number> },
    ) =>
      db
        .insert(botUser)
        .values({ botId, userId, tabs: {}, popups: {}, ...values })
        .onConflictDoUpdate({ target: [botUser.botId, botUser.userId], set: values }),
    async seenVersion(botId: string, userId: string, tx: Tx = db): Promise<string | undefined> {
      const [row] = await tx
        .select({ seen: botUser.seenVersion })
        .from(botUser)
        .where(and(eq(botUser.botId, botId), eq(botUser.userId, userId)))
      return row?.seen
    },
    async markSeen(botId: string, userId: string, version: string, tx: Tx = db) {
      await tx
        .insert(botUser)
        .values({ botId, userId, seenVersion: version, tabs: {}, popups: {} })
        .onConflictDoUpdate({ target: [botUser.botId, botUser.userId], set: { seenVersion: version } })
    },
  }
}
export type BotRepo = ReturnType<typeof createBotRepo>
export type FoundBot = NonNullable<Awaited<ReturnType<BotRepo['byId']>>>

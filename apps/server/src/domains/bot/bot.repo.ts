import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '../../kit/db.ts'
import { resource } from '../resource/resource.table.ts'
import { bot, botHistory, type BotRow, botUser, type HistoryRow } from './bot.table.ts'

export type Writer = Pick<Db, 'insert' | 'update' | 'delete' | 'select' | 'execute'>

export function createBotRepo(db: Db) {
  return {
    transaction: <T>(work: (tx: Writer) => Promise<T>) => db.transaction(work),
    insert: (row: typeof bot.$inferInsert, tx: Writer) => tx.insert(bot).values(row),
    async byId(id: string, tx: Writer = db) {
      const [row] = await tx
        .select({ head: resource, bot })
        .from(bot)
        .innerJoin(resource, eq(resource.id, bot.id))
        .where(eq(bot.id, id))
      return row
    },
    /** The same, held against other saves until the transaction ends. */
    async lock(id: string, tx: Writer) {
      const [row] = await tx
        .select({ head: resource, bot })
        .from(bot)
        .innerJoin(resource, eq(resource.id, bot.id))
        .where(eq(bot.id, id))
        .for('update')
      return row
    },
    update: (id: string, values: Partial<BotRow>, tx: Writer = db) => tx.update(bot).set(values).where(eq(bot.id, id)),
    /** Adds a state to the history, unless the newest entry of its kind is the same. */
    async keep(row: typeof botHistory.$inferInsert, tx: Writer = db) {
      const [last] = await tx
        .select({ hash: botHistory.hash })
        .from(botHistory)
        .where(and(eq(botHistory.botId, row.botId), eq(botHistory.kind, row.kind)))
        .orderBy(desc(botHistory.id))
        .limit(1)
      if (last?.hash !== row.hash) await tx.insert(botHistory).values(row).onConflictDoNothing()
    },
    async historyAt(botId: string, version: string, tx: Writer = db): Promise<HistoryRow | undefined> {
      const [row] = await tx
        .select()
        .from(botHistory)
        .where(and(eq(botHistory.botId, botId), eq(botHistory.version, version)))
        .orderBy(desc(botHistory.kind))
        .limit(1)
      return row
    },
    async seenVersion(botId: string, userId: string, tx: Writer = db): Promise<string | undefined> {
      const [row] = await tx
        .select({ seen: botUser.seenVersion })
        .from(botUser)
        .where(and(eq(botUser.botId, botId), eq(botUser.userId, userId)))
      return row?.seen
    },
    async markSeen(botId: string, userId: string, version: string, tx: Writer = db) {
      await tx
        .insert(botUser)
        .values({ botId, userId, seenVersion: version, tabs: {}, popups: {} })
        .onConflictDoUpdate({ target: [botUser.botId, botUser.userId], set: { seenVersion: version } })
    },
  }
}
export type BotRepo = ReturnType<typeof createBotRepo>
export type FoundBot = NonNullable<Awaited<ReturnType<BotRepo['byId']>>>

import type { MemoryType } from '@orrery/contract'
import { and, count, desc, eq, getTableColumns, gte, inArray, like, lte, or, sql, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import { type EmbeddedMemory, memoryConsent, memoryItem, memoryLesson, type MemoryRow } from './memory.table.ts'

/** Memories belong to one user and one bot, and are never queried without both. */
export interface MemoryOwner {
  botId: string
  userKey: string
}
export interface MemoryFilter {
  type?: MemoryType
  from?: number
  to?: number
  ids?: string[]
}
const of = ({ botId, userKey }: MemoryOwner, filter: MemoryFilter = {}): SQL | undefined =>
  and(
    eq(memoryItem.botId, botId),
    eq(memoryItem.userKey, userKey),
    filter.type && eq(memoryItem.itemType, filter.type),
    filter.from === undefined ? undefined : gte(memoryItem.eventAt, filter.from),
    filter.to === undefined ? undefined : lte(memoryItem.eventAt, filter.to),
    filter.ids && inArray(memoryItem.id, filter.ids),
  )
const { vector: _vector, model: _model, ...shown } = getTableColumns(memoryItem)
const newestFirst = [desc(memoryItem.eventAt), desc(memoryItem.id)]

export function createMemoryRepo(db: Db) {
  async function update(owner: MemoryOwner, id: string, change: Partial<MemoryRow>, tx: Tx = db): Promise<boolean> {
    // A changed text needs a new embedding.
    const moved = change.content === undefined ? {} : { model: '', vector: null }
    const rows = await tx
      .update(memoryItem)
      .set({ ...change, ...moved })
      .where(of(owner, { ids: [id] }))
      .returning({ id: memoryItem.id })
    return rows.length > 0
  }
  async function remove(owner: MemoryOwner, filter: MemoryFilter = {}, tx: Tx = db): Promise<number> {
    return (await tx.delete(memoryItem).where(of(owner, filter)).returning({ id: memoryItem.id })).length
  }
  return {
    insert: async (row: MemoryRow, tx: Tx = db) => void (await tx.insert(memoryItem).values(row)),
    update,
    remove,
    list: (owner: MemoryOwner, filter: MemoryFilter, offset: number, limit: number): Promise<MemoryRow[]> =>
      db
        .select(shown)
        .from(memoryItem)
        .where(of(owner, filter))
        .orderBy(...newestFirst)
        .offset(offset)
        .limit(limit),
    withVectors: (owner: MemoryOwner, filter: MemoryFilter, limit: number): Promise<EmbeddedMemory[]> =>
      db
        .select({ id: memoryItem.id, content: memoryItem.content, model: memoryItem.model, vector: memoryItem.vector })
        .from(memoryItem)
        .where(of(owner, filter))
        .orderBy(...newestFirst)
        .limit(limit),
    /** Stores an embedding, unless the text has changed since. */
    async storeVector({ id, content, model, vector }: EmbeddedMemory) {
      await db
        .update(memoryItem)
        .set({ model, vector })
        .where(and(eq(memoryItem.id, id), eq(memoryItem.content, content)))
    },
    async count(owner: MemoryOwner, filter: MemoryFilter = {}): Promise<number> {
      return (await db.select({ n: count() }).from(memoryItem).where(of(owner, filter)))[0]!.n
    },
    async consent({ botId, userKey }: MemoryOwner): Promise<boolean | undefined> {
      const [row] = await db
        .select()
        .from(memoryConsent)
        .where(and(eq(memoryConsent.botId, botId), eq(memoryConsent.userKey, userKey)))
      return row?.isGiven
    },
    async setConsent(owner: MemoryOwner, isGiven: boolean, changedAt: number) {
      await db.transaction(async (tx) => {
        await tx
          .insert(memoryConsent)
          .values({ ...owner, isGiven, changedAt })
          .onConflictDoUpdate({ target: [memoryConsent.botId, memoryConsent.userKey], set: { isGiven, changedAt } })
        if (isGiven) return
        await tx.delete(memoryItem).where(of(owner))
        await tx
          .delete(memoryLesson)
          .where(and(eq(memoryLesson.botId, owner.botId), eq(memoryLesson.userKey, owner.userKey)))
      })
    },
    /** Runs the work only with consent; a lock prevents that consent is withdrawn meanwhile. */
    async whileConsented(owner: MemoryOwner, work: (tx: Tx) => Promise<void>): Promise<void> {
      await db.transaction(async (tx) => {
        const [row] = await tx
          .select({ isGiven: memoryConsent.isGiven })
          .from(memoryConsent)
          .where(and(eq(memoryConsent.botId, owner.botId), eq(memoryConsent.userKey, owner.userKey)))
          .for('share')
        if (row?.isGiven) await work(tx)
      })
    },
    /**
     * Deletes expired memories. The retention is that of the version published on the channel of the memory; in the
     * preview, and on channels without a publication, that of the draft. Memories of bots in the bin are not deleted.
     */
    async expire(now: number, botId?: string): Promise<number> {
      const kept = (config: SQL) => {
        const seconds = sql`${config}->'bot_tag_info'->'time_capsule_info'->>'time_capsule_time_to_live'`
        return sql`CASE WHEN ${seconds} ~ '^[0-9]{1,10}$' THEN (${seconds})::bigint ELSE 0 END`
      }
      const only = botId === undefined ? sql`` : sql`WHERE b.id = ${botId}`
      const { rowCount } = await db.execute(
        sql`WITH draft AS MATERIALIZED (SELECT b.id, ${kept(sql`b.config`)} AS kept FROM bot b ${only}),
          channel AS MATERIALIZED (SELECT c.bot_id, c.connector_id, ${kept(sql`h.config`)} AS kept
            FROM bot b JOIN bot_connector c ON c.bot_id = b.id JOIN bot_history h ON h.id = c.history_id ${only})
          DELETE FROM ${memoryItem} WHERE id IN (
            SELECT m.id FROM ${memoryItem} m JOIN draft d ON d.id = m.bot_id
            LEFT JOIN channel c ON c.bot_id = m.bot_id AND c.connector_id = m.connector_id
            WHERE coalesce(c.kept, d.kept) > 0 AND m.updated_at < ${now} - coalesce(c.kept, d.kept) * 1000)`,
      )
      return rowCount ?? 0
    },
    async eraseUser(userId: string) {
      for (const table of [memoryItem, memoryLesson, memoryConsent])
        await db.delete(table).where(or(eq(table.userKey, userId), like(table.userKey, `${userId}/%`)))
    },
  }
}
export type MemoryRepo = ReturnType<typeof createMemoryRepo>

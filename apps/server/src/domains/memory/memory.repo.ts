import type { MemoryType } from '@orrery/contract'
import { and, count, desc, eq, gte, inArray, like, lte, or, type SQL } from 'drizzle-orm'
import type { Db } from '../../kit/db.ts'
import { memoryConsent, memoryItem, type MemoryRow } from './memory.table.ts'

/** What is remembered belongs to one person and one bot, and is never looked up without both. */
export interface Whose {
  botId: string
  userKey: string
}
export interface MemoryFilter {
  type?: MemoryType
  from?: number
  to?: number
  ids?: string[]
}
const of = ({ botId, userKey }: Whose, filter: MemoryFilter = {}): SQL | undefined =>
  and(
    eq(memoryItem.botId, botId),
    eq(memoryItem.userKey, userKey),
    filter.type && eq(memoryItem.itemType, filter.type),
    filter.from === undefined ? undefined : gte(memoryItem.eventAt, filter.from),
    filter.to === undefined ? undefined : lte(memoryItem.eventAt, filter.to),
    filter.ids && inArray(memoryItem.id, filter.ids),
  )

export function createMemoryRepo(db: Db) {
  return {
    insert: async (row: MemoryRow) => void (await db.insert(memoryItem).values(row)),
    async update(whose: Whose, id: string, change: Partial<MemoryRow>): Promise<boolean> {
      const rows = await db
        .update(memoryItem)
        .set(change)
        .where(of(whose, { ids: [id] }))
        .returning({ id: memoryItem.id })
      return rows.length > 0
    },
    async remove(whose: Whose, filter: MemoryFilter = {}): Promise<number> {
      return (await db.delete(memoryItem).where(of(whose, filter)).returning({ id: memoryItem.id })).length
    },
    list: (whose: Whose, filter: MemoryFilter, offset: number, limit: number): Promise<MemoryRow[]> =>
      db
        .select()
        .from(memoryItem)
        .where(of(whose, filter))
        .orderBy(desc(memoryItem.eventAt), desc(memoryItem.id))
        .offset(offset)
        .limit(limit),
    async count(whose: Whose, filter: MemoryFilter = {}): Promise<number> {
      return (await db.select({ n: count() }).from(memoryItem).where(of(whose, filter)))[0]!.n
    },
    async consent({ botId, userKey }: Whose): Promise<boolean | undefined> {
      const [row] = await db
        .select()
        .from(memoryConsent)
        .where(and(eq(memoryConsent.botId, botId), eq(memoryConsent.userKey, userKey)))
      return row?.isGiven
    },
    async setConsent(whose: Whose, isGiven: boolean, changedAt: number) {
      await db.transaction(async (tx) => {
        await tx
          .insert(memoryConsent)
          .values({ ...whose, isGiven, changedAt })
          .onConflictDoUpdate({ target: [memoryConsent.botId, memoryConsent.userKey], set: { isGiven, changedAt } })
        if (!isGiven) await tx.delete(memoryItem).where(of(whose))
      })
    },
    async eraseUser(userId: string) {
      for (const table of [memoryItem, memoryConsent])
        await db.delete(table).where(or(eq(table.userKey, userId), like(table.userKey, `${userId}/%`)))
    },
  }
}
export type MemoryRepo = ReturnType<typeof createMemoryRepo>

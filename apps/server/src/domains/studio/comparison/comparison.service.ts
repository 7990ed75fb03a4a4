import { and, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { botComparison, type ComparisonRow } from './comparison.table.ts'

/** Each person compares for themselves: two editors of a bot do not disturb one another. */
export function createComparisons({ db, clock }: { db: Db; clock: Clock }) {
  const whose = (botId: string, userId: string) => and(eq(botComparison.botId, botId), eq(botComparison.userId, userId))
  return {
    async get(botId: string, userId: string): Promise<ComparisonRow | undefined> {
      return (await db.select().from(botComparison).where(whose(botId, userId)))[0]
    },
    async discard(botId: string, userId: string): Promise<void> {
      await db.delete(botComparison).where(whose(botId, userId))
    },
    /** Keeps what is compared as it is, for later. */
    async leave(botId: string, userId: string): Promise<ComparisonRow | undefined> {
      const change = { isOpen: false, updatedAt: clock.now() }
      return (await db.update(botComparison).set(change).where(whose(botId, userId)).returning())[0]
    },
    async save(botId: string, userId: string, info: ComparisonRow['info'], isOpen: boolean): Promise<ComparisonRow> {
      const now = clock.now()
      const change = { info, isOpen, updatedAt: now }
      const [row] = await db
        .insert(botComparison)
        .values({ ...change, botId, userId, createdAt: now })
        .onConflictDoUpdate({ target: [botComparison.botId, botComparison.userId], set: change })
        .returning()
      return row!
    },
  }
}
export type Comparisons = ReturnType<typeof createComparisons>

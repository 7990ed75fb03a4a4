import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import type { MemoryOwner } from './memory.repo.ts'
import { type Lesson, memoryLesson } from './memory.table.ts'

const of = ({ botId, userKey }: MemoryOwner) => and(eq(memoryLesson.botId, botId), eq(memoryLesson.userKey, userKey))

/** The learning queue. All messages of one user to one bot are learnt in one batch, by one process at a time. */
export function createLessonRepo(db: Db) {
  return {
    add: async (row: Omit<Lesson, 'attempts' | 'leaseUntil'>) => void (await db.insert(memoryLesson).values(row)),
    list: (owner: MemoryOwner): Promise<Lesson[]> =>
      db.select().from(memoryLesson).where(of(owner)).orderBy(asc(memoryLesson.id)),
    async claim(now: number, leaseMs: number, most: number): Promise<Lesson[]> {
      return db.transaction(async (tx) => {
        const [first] = await tx
          .select({ botId: memoryLesson.botId, userKey: memoryLesson.userKey })
          .from(memoryLesson)
          .where(lte(memoryLesson.leaseUntil, now))
          .orderBy(asc(memoryLesson.id))
          .limit(1)
          .for('update', { skipLocked: true })
        if (!first) return []
        const next = tx
          .select({ id: memoryLesson.id })
          .from(memoryLesson)
          .where(and(of(first), lte(memoryLesson.leaseUntil, now)))
          .orderBy(asc(memoryLesson.id))
          .limit(most)
        const rows = await tx
          .update(memoryLesson)
          .set({ leaseUntil: now + leaseMs, attempts: sql`${memoryLesson.attempts} + 1` })
          .where(inArray(memoryLesson.id, next))
          .returning()
        return rows.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
      })
    },
    async done(ids: string[], tx: Tx = db) {
      if (ids.length) await tx.delete(memoryLesson).where(inArray(memoryLesson.id, ids))
    },
    clear: async (owner: MemoryOwner) => void (await db.delete(memoryLesson).where(of(owner))),
  }
}
export type LessonRepo = ReturnType<typeof createLessonRepo>

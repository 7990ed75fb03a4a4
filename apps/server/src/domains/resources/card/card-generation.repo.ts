import { and, desc, eq } from 'drizzle-orm'
import type { CardDesign } from '@orrery/contract'
import type { Db } from '#kit/db.ts'
import { cardGeneration, type CardGenerationRow } from './card.table.ts'

/** The history of generated cards. People see only their own. */
export function createCardGenerationRepo(db: Db) {
  const own = (cardId: string, userId: string) =>
    and(eq(cardGeneration.cardId, cardId), eq(cardGeneration.userId, userId))
  return {
    insert: async (row: typeof cardGeneration.$inferInsert) => void (await db.insert(cardGeneration).values(row)),
    end: async (id: string, status: number, design: CardDesign | null) =>
      void (await db.update(cardGeneration).set({ status, design }).where(eq(cardGeneration.id, id))),
    /** False if the user has no such record. */
    async note(id: string, cardId: string, userId: string, change: Partial<CardGenerationRow>): Promise<boolean> {
      const changed = await db
        .update(cardGeneration)
        .set(change)
        .where(and(eq(cardGeneration.id, id), own(cardId, userId)))
        .returning({ id: cardGeneration.id })
      return changed.length > 0
    },
    async list(cardId: string, userId: string, page: number, size: number) {
      const of = own(cardId, userId)
      const rows = await db
        .select()
        .from(cardGeneration)
        .where(of)
        .orderBy(desc(cardGeneration.id))
        .limit(size)
        .offset((page - 1) * size)
      return { rows, total: await db.$count(cardGeneration, of) }
    },
  }
}
export type CardGenerationRepo = ReturnType<typeof createCardGenerationRepo>

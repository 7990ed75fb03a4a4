import { and, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#kit/db.ts'
import { spaceMember } from '#domains/ground/space/space.table.ts'

/** Which of these people share a space with somebody: nobody learns of others. */
export function createSharing(db: Db) {
  const other = alias(spaceMember, 'other')
  return async (userId: string, others: string[]): Promise<string[]> => {
    if (!others.length) return []
    const rows = await db
      .selectDistinct({ id: other.userId })
      .from(spaceMember)
      .innerJoin(other, eq(other.spaceId, spaceMember.spaceId))
      .where(and(eq(spaceMember.userId, userId), inArray(other.userId, others)))
    return rows.map(({ id }) => id)
  }
}

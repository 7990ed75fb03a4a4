import { and, asc, eq, gt, ilike, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Db, likeText } from '#kit/db.ts'
import { appUser } from '#domains/ground/passport/passport.table.ts'
import { spaceMember } from '#domains/ground/space/space.table.ts'

/** People who share a space with a person. Others must not be found. */
export function createSharing(db: Db) {
  const other = alias(spaceMember, 'other')
  const known = (userId: string) =>
    db
      .selectDistinct({ id: other.userId })
      .from(spaceMember)
      .innerJoin(other, eq(other.spaceId, spaceMember.spaceId))
      .where(eq(spaceMember.userId, userId))
  return {
    async among(userId: string, others: string[]): Promise<string[]> {
      if (!others.length) return []
      const rows = await db
        .selectDistinct({ id: other.userId })
        .from(spaceMember)
        .innerJoin(other, eq(other.spaceId, spaceMember.spaceId))
        .where(and(eq(spaceMember.userId, userId), inArray(other.userId, others)))
      return rows.map(({ id }) => id)
    },
    async search(userId: string, name: string, page: { isWhole: boolean; after: string; size: number }) {
      const { isWhole, after, size } = page
      const rows = await db
        .select({ id: appUser.id })
        .from(appUser)
        .where(
          and(
            isNull(appUser.erasedAt),
            gt(appUser.id, after),
            inArray(appUser.id, known(userId)),
            isWhole ? sql`lower(${appUser.name}) = ${name.toLowerCase()}` : ilike(appUser.name, likeText(name)),
          ),
        )
        .orderBy(asc(appUser.id))
        .limit(size + 1)
      const ids = rows.map(({ id }) => id)
      return { ids: ids.slice(0, size), hasMore: ids.length > size }
    },
  }
}
export type Sharing = ReturnType<typeof createSharing>

import type { ResourceKind } from '@orrery/contract'
import { and, count, desc, eq, ilike, inArray, isNotNull } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText } from '#kit/db.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { spaceMember } from '#domains/ground/space/space.table.ts'
import { resourceMark } from './favorite.table.ts'

type Mark = Partial<Pick<typeof resourceMark.$inferInsert, 'favoriteAt' | 'openedAt' | 'editedAt'>>

/** A user's favourites and recently used resources, of any kind. */
export function createFavoriteService({ db, clock }: { db: Db; clock: Clock }) {
  const set = (userId: string, resourceId: string, mark: Mark) =>
    db
      .insert(resourceMark)
      .values({ userId, resourceId, ...mark })
      .onConflictDoUpdate({ target: [resourceMark.userId, resourceMark.resourceId], set: mark })

  return {
    async setFavorite(userId: string, resourceId: string, isFavorite: boolean) {
      await set(userId, resourceId, { favoriteAt: isFavorite ? clock.now() : null })
    },
    async opened(userId: string, resourceId: string) {
      await set(userId, resourceId, { openedAt: clock.now() })
    },
    async edited(userId: string, resourceId: string) {
      const now = clock.now()
      await set(userId, resourceId, { openedAt: now, editedAt: now })
    },
    /** A user's marks on the given resources. */
    async marksOf(userId: string, resourceIds: string[]) {
      if (!resourceIds.length) return new Map<string, typeof resourceMark.$inferSelect>()
      const rows = await db
        .select()
        .from(resourceMark)
        .where(and(eq(resourceMark.userId, userId), inArray(resourceMark.resourceId, resourceIds)))
      return new Map(rows.map((row) => [row.resourceId, row]))
    },
    /** Favourites of a kind in every space that the person is still a member of. */
    async list(userId: string, kind: ResourceKind, search: string, page: number, size: number) {
      const where = and(
        eq(resourceMark.userId, userId),
        isNotNull(resourceMark.favoriteAt),
        eq(resource.kind, kind),
        search ? ilike(resource.name, likeText(search)) : undefined,
      )
      const mine = and(eq(spaceMember.spaceId, resource.spaceId), eq(spaceMember.userId, userId))
      const rows = await db
        .select({ resource })
        .from(resourceMark)
        .innerJoin(resource, eq(resource.id, resourceMark.resourceId))
        .innerJoin(spaceMember, mine)
        .where(where)
        .orderBy(desc(resourceMark.favoriteAt), desc(resource.id))
        .limit(size)
        .offset((page - 1) * size)
      const [total] = await db
        .select({ n: count() })
        .from(resourceMark)
        .innerJoin(resource, eq(resource.id, resourceMark.resourceId))
        .innerJoin(spaceMember, mine)
        .where(where)
      return { rows: rows.map((row) => row.resource), total: total!.n }
    },
  }
}
export type FavoriteService = ReturnType<typeof createFavoriteService>

import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { FavoriteService } from '#domains/library/favorite/favorite.service.ts'
import type { Reached } from './shared/plugin-reach.ts'
import { officialFavorite } from './plugin.table.ts'

const MAX_FAVORITES = 1000

/** Favourites among plugins, official plugins and MCP servers. Official plugins are not resources. */
export function createPluginFavorites({
  db,
  clock,
  marks,
}: {
  db: Db
  clock: Clock
  marks: Pick<FavoriteService, 'marksOf' | 'list' | 'setFavorite'>
}) {
  return {
    async set(userId: string, pluginId: string, kind: Reached, isFavorite: boolean): Promise<void> {
      if (kind !== 'official') return marks.setFavorite(userId, pluginId, isFavorite)
      const row = { userId, pluginId, createdAt: clock.now() }
      if (isFavorite) await db.insert(officialFavorite).values(row).onConflictDoNothing()
      else
        await db
          .delete(officialFavorite)
          .where(and(eq(officialFavorite.userId, userId), eq(officialFavorite.pluginId, pluginId)))
    },
    /** Which of the ids are favourites. */
    async among(userId: string, ids: string[]): Promise<ReadonlySet<string>> {
      if (!ids.length) return new Set()
      const [known, official] = await Promise.all([
        marks.marksOf(userId, ids),
        db
          .select({ id: officialFavorite.pluginId })
          .from(officialFavorite)
          .where(and(eq(officialFavorite.userId, userId), inArray(officialFavorite.pluginId, ids))),
      ])
      const own = [...known.values()].filter((mark) => mark.favoriteAt !== null).map((mark) => mark.resourceId)
      return new Set([...own, ...official.map((row) => row.id)])
    },
    /** Favourites that can be used in a space; without a space, all of them. */
    async usable(userId: string, spaceId: string | undefined): Promise<string[]> {
      const [plugins, servers, official] = await Promise.all([
        marks.list(userId, 'plugin', '', 1, MAX_FAVORITES),
        marks.list(userId, 'mcp', '', 1, MAX_FAVORITES),
        db
          .select({ id: officialFavorite.pluginId })
          .from(officialFavorite)
          .where(eq(officialFavorite.userId, userId))
          .orderBy(desc(officialFavorite.createdAt)),
      ])
      const own = [...plugins.rows, ...servers.rows].filter((row) => !spaceId || row.spaceId === spaceId)
      return [...own, ...official].map((row) => row.id)
    },
  }
}
export type PluginFavorites = ReturnType<typeof createPluginFavorites>

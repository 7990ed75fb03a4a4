import { type BotConfig, HistoryType, readBotConfig } from '@orrery/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { type Channel, mergeUses, type ResourceUse } from '#domains/ground/resource/shared/resource-use.ts'
import { referencesOf } from './copy-resources.ts'

interface FoundConfig extends Record<string, unknown> {
  id: string
  config: BotConfig
}

/** Which resources bots use, and on which channels the bots are online. */
export function createBotUses(db: Db, channelOf: (id: string) => Channel) {
  const texts = (ids: string[]) => sql`${sql.param(ids)}::text[]`
  return {
    async uses(ids: string[]): Promise<ResourceUse[]> {
      const wanted = new Set(ids)
      const usesOf = (rows: FoundConfig[], state: Pick<ResourceUse, 'inDraft' | 'inPublished'>) =>
        rows.flatMap((row) =>
          referencesOf(readBotConfig(row.config))
            .filter(({ id }) => wanted.has(id))
            .map(({ id }) => ({ usedId: id, userId: row.id, ...state })),
        )
      const drafts = await db.execute<FoundConfig>(
        sql`SELECT id, config FROM bot WHERE mentioned_ids(config::text) && ${texts(ids)}`,
      )
      const online = await db.execute<FoundConfig>(
        sql`SELECT DISTINCT ON (h.id) h.bot_id AS id, h.config FROM bot_history h
          JOIN bot_connector c ON c.history_id = h.id JOIN bot b ON b.id = h.bot_id
          WHERE h.kind = ${sql.raw(String(HistoryType.publish))} AND mentioned_ids(h.config::text) && ${texts(ids)}`,
      )
      return mergeUses([
        ...usesOf(drafts.rows, { inDraft: true, inPublished: false }),
        ...usesOf(online.rows, { inDraft: false, inPublished: true }),
      ])
    },
    async channels(ids: string[]): Promise<Map<string, Channel[]>> {
      const { rows } = await db.execute<{ id: string; channels: string[] }>(
        sql`SELECT bot_id AS id, array_agg(connector_id ORDER BY connector_id) AS channels FROM bot_connector
          WHERE history_id IS NOT NULL AND bot_id::text = ANY(${texts(ids)}) GROUP BY bot_id`,
      )
      return new Map(rows.map(({ id, channels }) => [id, channels.map(channelOf)]))
    },
  }
}
export type BotUses = ReturnType<typeof createBotUses>

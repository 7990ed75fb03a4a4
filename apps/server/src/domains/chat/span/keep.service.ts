import { eq } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { DEFAULT_KEEP, type KeepClass } from './shared/keep-class.ts'
import { type Masks, noMasks } from './shared/mask.ts'
import { spanKeep } from './span.table.ts'

const REMEMBERED_MS = 5000
export interface KeepSettings {
  days: KeepClass
  masks: Masks
}

/**
 * How long a space keeps its spans, and what is masked. Settings are cached, so a change takes effect after a few
 * seconds.
 */
export function createKeepService({ db }: { db: Db }) {
  const known = new Map<string, { settings: KeepSettings; until: number }>()
  async function settings(spaceId: string): Promise<KeepSettings> {
    const now = Date.now()
    const remembered = known.get(spaceId)
    if (remembered && remembered.until > now) return remembered.settings
    const [row] = await db.select().from(spanKeep).where(eq(spanKeep.spaceId, spaceId))
    const found = row ? { days: row.days, masks: row.masks } : { days: DEFAULT_KEEP, masks: noMasks }
    if (known.size > 10_000) known.clear()
    known.set(spaceId, { settings: found, until: now + REMEMBERED_MS })
    return found
  }
  return {
    settings,
    of: async (spaceId: string): Promise<KeepClass> => (await settings(spaceId)).days,
    masksOf: async (spaceId: string): Promise<Masks> => (await settings(spaceId)).masks,
    async set(spaceId: string, change: Partial<KeepSettings>): Promise<void> {
      if (!change.days && !change.masks) return
      await db
        .insert(spanKeep)
        .values({ spaceId, days: DEFAULT_KEEP, masks: noMasks, ...change })
        .onConflictDoUpdate({ target: spanKeep.spaceId, set: change })
      known.delete(spaceId)
    },
  }
}
export type KeepService = ReturnType<typeof createKeepService>

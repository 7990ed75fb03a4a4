import { eq } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { DEFAULT_KEEP, type KeepClass } from './shared/keep-class.ts'
import { spanKeep } from './span.table.ts'

const REMEMBERED_MS = 5000

/** How long a space keeps its spans. What is written in the next seconds after a change may still go by the old time. */
export function createKeepService({ db }: { db: Db }) {
  const known = new Map<string, { days: KeepClass; until: number }>()
  return {
    async of(spaceId: string): Promise<KeepClass> {
      const now = Date.now()
      const remembered = known.get(spaceId)
      if (remembered && remembered.until > now) return remembered.days
      const [row] = await db.select().from(spanKeep).where(eq(spanKeep.spaceId, spaceId))
      const days = row?.days ?? DEFAULT_KEEP
      if (known.size > 10_000) known.clear()
      known.set(spaceId, { days, until: now + REMEMBERED_MS })
      return days
    },
    async set(spaceId: string, days: KeepClass): Promise<void> {
      await db
        .insert(spanKeep)
        .values({ spaceId, days })
        .onConflictDoUpdate({ target: spanKeep.spaceId, set: { days } })
      known.delete(spaceId)
    },
  }
}
export type KeepService = ReturnType<typeof createKeepService>

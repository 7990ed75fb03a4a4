import { eq } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { createCache } from '#kit/cache.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { instanceSetting } from '#domains/ground/instance/instance.table.ts'

/** What one turn of a bot may use up, at most. */
export interface TurnLimits {
  firstChunkMs: number
  turnMs: number
  steps: number
  tokens: number
  offlineModel: boolean
}
const defaults: TurnLimits = { firstChunkMs: 120_000, turnMs: 600_000, steps: 20, tokens: 200_000, offlineModel: true }
const KEY = 'turn-limits'

export function createModelLimits({ db, bus, audit, clock }: { db: Db; bus: Bus; audit: AuditService; clock: Clock }) {
  const { get } = createCache<TurnLimits>({
    bus,
    clearOn: [KEY],
    limit: 1,
    async load() {
      const [row] = await db.select().from(instanceSetting).where(eq(instanceSetting.key, KEY))
      return { ...defaults, ...(row?.value as Partial<TurnLimits> | undefined) }
    },
  })
  return {
    get: () => get(),
    async save(change: Partial<TurnLimits>, actorId: string) {
      const row = { key: KEY, value: { ...(await get()), ...change }, updatedAt: clock.now() }
      await db.insert(instanceSetting).values(row).onConflictDoUpdate({ target: instanceSetting.key, set: row })
      await audit.record({
        actorId,
        action: 'instance.setting',
        target: KEY,
        detail: change as Record<string, unknown>,
      })
      await bus.publish(KEY, '')
    },
  }
}
export type ModelLimits = ReturnType<typeof createModelLimits>

import { eq } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import { createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { instanceSetting } from './instance.table.ts'

/** Settings of the whole instance, by key. Cached until a process changes one of them. */
export function createSettingsService({ db, bus, clock }: { db: Db; bus: Bus; clock: Clock }) {
  const values = createCache<unknown>({
    bus,
    clearOn: ['instance'],
    limit: 20,
    keepsMissing: true,
    load: async (key) => (await db.select().from(instanceSetting).where(eq(instanceSetting.key, key)))[0]?.value,
  })
  return {
    get: async <T>(key: string): Promise<T | undefined> => (await values.get(key)) as T | undefined,
    async set(key: string, value: unknown): Promise<void> {
      const row = { key, value, updatedAt: clock.now() }
      await db.insert(instanceSetting).values(row).onConflictDoUpdate({ target: instanceSetting.key, set: row })
      await bus.publish('instance', key)
    },
    async remove(key: string): Promise<void> {
      await db.delete(instanceSetting).where(eq(instanceSetting.key, key))
      await bus.publish('instance', key)
    },
  }
}
export type SettingsService = ReturnType<typeof createSettingsService>

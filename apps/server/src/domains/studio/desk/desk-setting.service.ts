import { deskSettingsOf, isDeskAgent } from '@orrery/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { deskErrors } from './desk.errors.ts'
import { deskSetting as setting } from './desk.table.ts'

/** A person's settings of a desk. Unknown settings are refused. */
export function createDeskSettings(db: Db) {
  const known = (agentId: string) => (isDeskAgent(agentId) ? deskSettingsOf(agentId) : {})

  async function all(userId: string, agentId: string): Promise<Record<string, string>> {
    const where = and(eq(setting.userId, userId), eq(setting.agentId, agentId))
    const stored = new Map((await db.select().from(setting).where(where)).map(({ key, value }) => [key, value]))
    return Object.fromEntries(
      Object.entries(known(agentId)).map(([key, values]) => [key, stored.get(key) ?? values[0]!]),
    )
  }
  return {
    all,
    /** Saves all settings, or none if one is invalid. */
    async save(userId: string, agentId: string, list: { key: string; value: string }[]): Promise<void> {
      const settings = known(agentId)
      for (const { key, value } of list) {
        const values = Object.hasOwn(settings, key) ? settings[key] : undefined
        if (!values)
          throw deskErrors.unknownSetting({ key: key.slice(0, 60), known: Object.keys(settings).join(', ') || '–' })
        if (value && !values.includes(value)) throw deskErrors.badSetting({ key, known: values.join(', ') })
      }
      const rows = [...new Map(list.map((one) => [one.key, one])).values()].map(({ key, value }) => ({
        userId,
        agentId,
        key,
        value: value || settings[key]![0]!,
      }))
      if (rows.length)
        await db
          .insert(setting)
          .values(rows)
          .onConflictDoUpdate({
            target: [setting.userId, setting.agentId, setting.key],
            set: { value: sql`excluded.value` },
          })
    },
  }
}
export type DeskSettings = ReturnType<typeof createDeskSettings>

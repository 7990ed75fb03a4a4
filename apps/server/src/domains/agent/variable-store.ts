import { and, eq, sql } from 'drizzle-orm'
import type { Clock } from '../../kit/clock.ts'
import type { Db } from '../../kit/db.ts'
import type { SkillContext, VariablePort } from './skill-ports.ts'
import { botVariable } from './variable.table.ts'

/** What a bot keeps about a person. Every read and write names bot, user and channel: nobody sees what another one said. */
export function createVariableStore(db: Db, clock: Clock): VariablePort {
  const own = ({ botId, userId, connectorId }: SkillContext) => ({ botId, userId, connectorId })
  return {
    async read(context) {
      const { botId, userId, connectorId } = own(context)
      const rows = await db
        .select({ key: botVariable.key, value: botVariable.value })
        .from(botVariable)
        .where(
          and(eq(botVariable.botId, botId), eq(botVariable.userId, userId), eq(botVariable.connectorId, connectorId)),
        )
      return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
    },
    async write(values, context) {
      const rows = Object.entries(values).map(([key, value]) => ({
        ...own(context),
        key,
        value: value.replaceAll('\0', ''),
        updatedAt: clock.now(),
      }))
      if (!rows.length) return
      await db
        .insert(botVariable)
        .values(rows)
        .onConflictDoUpdate({
          target: [botVariable.botId, botVariable.userId, botVariable.connectorId, botVariable.key],
          set: { value: sql`excluded.value`, updatedAt: sql`excluded.updated_at` },
        })
    },
  }
}

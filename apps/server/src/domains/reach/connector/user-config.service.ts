import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import { spaceMember } from '#domains/ground/space/space.table.ts'
import type { ChannelChoice } from '#domains/studio/bot/publish.service.ts'
import { connectorErrors } from './connector.errors.ts'
import { connector, connectorSpace, connectorUserConfig } from './connector.table.ts'

const MAX_KEYS = 20

/**
 * Values that the creator of a channel offers to a person, who chooses from them when publishing, such as their
 * devices.
 */
export function createUserConfigs(db: Db) {
  const of = (connectorId: string, userId: string) =>
    and(eq(connectorUserConfig.connectorId, connectorId), eq(connectorUserConfig.userId, userId))

  async function choicesFor(connectorId: string, userId: string): Promise<ChannelChoice[]> {
    const rows = await db
      .select()
      .from(connectorUserConfig)
      .where(of(connectorId, userId))
      .orderBy(asc(connectorUserConfig.key), asc(connectorUserConfig.position))
    const keys = [...new Set(rows.map((row) => row.key))]
    return keys.map((key) => ({
      key,
      values: rows.filter((row) => row.key === key).map(({ value, label }) => ({ value, label: label || value })),
    }))
  }
  /**
   * Whether the person is the creator or a member of a space with the channel. About others, the creator gets no
   * information.
   */
  async function isUserOf(connectorId: string, userId: string): Promise<boolean> {
    const spaces = db
      .select({ id: connectorSpace.spaceId })
      .from(connectorSpace)
      .where(eq(connectorSpace.connectorId, connectorId))
    const [row] = await db
      .select({ id: spaceMember.userId })
      .from(spaceMember)
      .where(and(eq(spaceMember.userId, userId), inArray(spaceMember.spaceId, spaces)))
      .limit(1)
    return row !== undefined
  }
  return {
    choicesFor,
    /** Replaces the values of these keys; a key without values is removed. */
    async set(connectorId: string, makerId: string, userId: string, choices: readonly ChannelChoice[]): Promise<void> {
      const [channel] = await db.select().from(connector).where(eq(connector.id, connectorId))
      if (channel?.ownerId !== makerId) throw errors.notFound({ what: 'connector' })
      if (userId !== makerId && !(await isUserOf(connectorId, userId))) throw errors.notFound({ what: 'user' })
      const keys = choices.map(({ key }) => key)
      const kept = (await choicesFor(connectorId, userId)).filter(({ key }) => !keys.includes(key))
      if (kept.length + new Set(keys).size > MAX_KEYS) throw connectorErrors.tooManyKeys({ max: MAX_KEYS })
      await db.transaction(async (tx) => {
        await tx.delete(connectorUserConfig).where(and(of(connectorId, userId), inArray(connectorUserConfig.key, keys)))
        const rows = choices.flatMap(({ key, values }) =>
          values.map((item, position) => ({ connectorId, userId, key, position, ...item })),
        )
        if (rows.length) await tx.insert(connectorUserConfig).values(rows).onConflictDoNothing()
      })
    },
    /** Throws unless the config chooses an offered value for every offered key. */
    async check(connectorId: string, userId: string, config: Record<string, string>): Promise<void> {
      for (const { key, values } of await choicesFor(connectorId, userId))
        if (!values.some(({ value }) => value === config[key])) throw connectorErrors.unknownChoice({ key })
    },
  }
}
export type UserConfigs = ReturnType<typeof createUserConfigs>

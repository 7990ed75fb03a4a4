import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { cardErrors } from './card.errors.ts'
import { cardUserSetting } from './card.table.ts'

const MAX_SETTINGS = 100

/** Settings of the card editor, private to each user. */
export function createCardSettings(db: Db) {
  return {
    list: (userId: string, keys: string[]) =>
      db
        .select({ key: cardUserSetting.key, value: cardUserSetting.value })
        .from(cardUserSetting)
        .where(and(eq(cardUserSetting.userId, userId), keys.length ? inArray(cardUserSetting.key, keys) : undefined))
        .orderBy(cardUserSetting.key),
    /** Saves all settings or none. */
    async save(userId: string, settings: { key: string; value: string }[]): Promise<void> {
      const unique = [...new Map(settings.map((one) => [one.key, one])).values()]
      const gone = unique.filter(({ value }) => value === '').map(({ key }) => key)
      const kept = unique.filter(({ value }) => value !== '')
      await db.transaction(async (tx) => {
        // Saves of a user are serialised, so that concurrent ones do not exceed the limit.
        await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`card setting ${userId}`}, 0))`)
        if (gone.length)
          await tx
            .delete(cardUserSetting)
            .where(and(eq(cardUserSetting.userId, userId), inArray(cardUserSetting.key, gone)))
        if (kept.length)
          await tx
            .insert(cardUserSetting)
            .values(kept.map((one) => ({ userId, ...one })))
            .onConflictDoUpdate({
              target: [cardUserSetting.userId, cardUserSetting.key],
              set: { value: sql`excluded.value` },
            })
        if ((await tx.$count(cardUserSetting, eq(cardUserSetting.userId, userId))) > MAX_SETTINGS)
          throw cardErrors.tooManySettings({ max: MAX_SETTINGS })
      })
    },
  }
}
export type CardSettings = ReturnType<typeof createCardSettings>

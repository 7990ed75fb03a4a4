import { eq, inArray, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { passportErrors } from './passport.errors.ts'
import { loginFailure } from './passport.table.ts'

const WINDOW_MS = 15 * 60_000
/** An account is locked sooner than an address, which a whole office may share. */
const LIMITS = { account: 10, address: 50 } as const

/** Rate-limits guesses by account and by address, across processes and restarts. */
export function createLoginGuard({ db, clock }: { db: Db; clock: Clock }) {
  const keysOf = (emailKey: string, address: string) => ({
    account: `account:${emailKey}`,
    address: `address:${address}`,
  })

  return {
    async check(emailKey: string, address: string) {
      const rows = await db
        .select()
        .from(loginFailure)
        .where(inArray(loginFailure.key, Object.values(keysOf(emailKey, address))))
      const now = clock.now()
      // No lock is longer than the window: a longer one dates from before the clock was set back.
      const until = Math.max(0, ...rows.map((row) => row.lockedUntil).filter((at) => at <= now + WINDOW_MS))
      if (until > now) throw passportErrors.locked({ minutes: Math.ceil((until - now) / 60_000) })
    },
    async failed(emailKey: string, address: string) {
      const now = clock.now()
      const isOver = sql`${loginFailure.since} NOT BETWEEN ${now - WINDOW_MS} AND ${now}`
      for (const [kind, key] of Object.entries(keysOf(emailKey, address))) {
        const limit = LIMITS[kind as keyof typeof LIMITS]
        await db
          .insert(loginFailure)
          .values({ key, count: 1, since: now })
          .onConflictDoUpdate({
            target: loginFailure.key,
            set: {
              count: sql`CASE WHEN ${isOver} THEN 1 ELSE ${loginFailure.count} + 1 END`,
              since: sql`CASE WHEN ${isOver} THEN ${now} ELSE ${loginFailure.since} END`,
              lockedUntil: sql`CASE WHEN NOT (${isOver}) AND ${loginFailure.count} + 1 >= ${limit} THEN ${now + WINDOW_MS} ELSE ${loginFailure.lockedUntil} END`,
            },
          })
      }
    },
    async succeeded(emailKey: string) {
      await db.delete(loginFailure).where(eq(loginFailure.key, `account:${emailKey}`))
    },
  }
}
export type LoginGuard = ReturnType<typeof createLoginGuard>

import { lt } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { oauthAssertion } from './oauth.table.ts'

const KEEP_MS = 3600_000

/** Remembers signed assertions until they have expired, so that each is accepted once. */
export function createAssertionLog({ db, clock }: { db: Db; clock: Clock }) {
  return {
    async isFresh(appId: string, jti: string, expiresAt: number): Promise<boolean> {
      await db.delete(oauthAssertion).where(lt(oauthAssertion.expiresAt, clock.now() - KEEP_MS))
      const values = { appId, jti, expiresAt }
      const added = await db.insert(oauthAssertion).values(values).onConflictDoNothing().returning()
      return added.length > 0
    },
  }
}

import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { accountReach, spaceCarry } from './reach.table.ts'

interface Holder {
  userId: string
  enterpriseId: string | null
  /** The id shown in a user's lists: that of a token, or of the app of a grant. */
  reach: { kind: 'app' | 'pat'; id: string }
  /** What is carried into an enterprise: a token or a grant. */
  carry: { kind: 'pat' | 'grant'; id: string }
}

/** Which spaces a user's tokens reach: their own and those of enterprises. */
export function createTokenReach({ db, bus, clock }: { db: Db; bus: Bus; clock: Clock }) {
  const changed = async () => {
    await bus.publish('token', '*')
    await bus.publish('oauth', '*')
  }
  return {
    /**
     * Enterprise tokens reach private spaces only if their owner allows it; private tokens reach spaces of an
     * enterprise only if they were carried over.
     */
    async of({ userId, enterpriseId, reach, carry }: Holder) {
      if (enterpriseId !== null) {
        const rows = await db
          .select({ id: accountReach.targetId })
          .from(accountReach)
          .where(
            and(
              eq(accountReach.userId, userId),
              eq(accountReach.kind, reach.kind),
              eq(accountReach.targetId, reach.id),
            ),
          )
        return { enterprise: enterpriseId, reachesOwn: rows.length > 0 }
      }
      const rows = await db
        .select({ id: spaceCarry.spaceId })
        .from(spaceCarry)
        .where(and(eq(spaceCarry.kind, carry.kind), eq(spaceCarry.targetId, carry.id)))
      return rows.length ? { carried: new Set(rows.map((row) => row.id)) } : {}
    },
    async allowed(userId: string): Promise<Set<string>> {
      const rows = await db.select().from(accountReach).where(eq(accountReach.userId, userId))
      return new Set(rows.map((row) => `${row.kind}:${row.targetId}`))
    },
    async allow(userId: string, kind: 'app' | 'pat', ids: string[]) {
      if (!ids.length) return
      const createdAt = clock.now()
      await db
        .insert(accountReach)
        .values(ids.map((targetId) => ({ userId, kind, targetId, createdAt })))
        .onConflictDoNothing()
      await changed()
    },
    async revoke(userId: string, kind: 'app' | 'pat', id: string): Promise<boolean> {
      const gone = await db
        .delete(accountReach)
        .where(and(eq(accountReach.userId, userId), eq(accountReach.kind, kind), eq(accountReach.targetId, id)))
        .returning({ id: accountReach.targetId })
      await changed()
      return gone.length > 0
    },
    async carry(kind: 'pat' | 'grant', targetId: string, spaceIds: string[], actorId: string) {
      if (!spaceIds.length) return
      const createdAt = clock.now()
      await db
        .insert(spaceCarry)
        .values(spaceIds.map((spaceId) => ({ spaceId, kind, targetId, createdBy: actorId, createdAt })))
        .onConflictDoNothing()
      await changed()
    },
    /** Removes what a person carried into an enterprise when they leave. */
    async dropCarried(enterpriseId: string, kind: 'pat' | 'grant', ids: string[], tx: Tx) {
      if (!ids.length) return 0
      const gone = await tx
        .delete(spaceCarry)
        .where(
          and(
            eq(spaceCarry.kind, kind),
            inArray(spaceCarry.targetId, ids),
            sql`EXISTS (SELECT FROM space s WHERE s.id = ${spaceCarry.spaceId} AND s.enterprise_id = ${enterpriseId})`,
          ),
        )
        .returning({ id: spaceCarry.targetId })
      return new Set(gone.map((row) => row.id)).size
    },
  }
}
export type TokenReach = ReturnType<typeof createTokenReach>

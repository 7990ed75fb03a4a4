import { and, eq, sql } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import { createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Actor } from '#kit/http/context.ts'
import type { Log } from '#kit/log.ts'
import { createTally } from '#kit/tally.ts'
import { securityErrors } from './security.errors.ts'
import { createNetworkCheck, factorDueAt, HOUR_MS, readSecurity, type StoredSecurity } from './security-rules.ts'
import { enterprise, enterprisePerson } from './enterprise.table.ts'
import { enterpriseIpWatch } from './security.table.ts'

const CACHE_MS = 10_000
interface Rules extends StoredSecurity {
  isInside(address: string): boolean
}

export interface SecurityGateDeps {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
}

/** Enforces security rules of an enterprise on calls to its resources. Background work has no address and passes. */
export function createSecurityGate({ db, bus, clock, log }: SecurityGateDeps) {
  const shared = { bus, clearOn: ['enterprise'], ttl: { ms: CACHE_MS, clock } }
  const rules = createCache<Rules | null>({
    ...shared,
    limit: 10_000,
    async load(id) {
      const [row] = await db.select({ security: enterprise.security }).from(enterprise).where(eq(enterprise.id, id))
      // Most enterprises have no rules: then a call costs only a cache lookup.
      if (!row || !Object.keys(row.security).length) return null
      const stored = readSecurity(row.security)
      return { ...stored, isInside: createNetworkCheck(stored.ip_list) }
    },
  })
  /** Caches only positive results, so that a person who sets up a factor can continue at once. */
  const proven = createCache<true | undefined>({
    ...shared,
    limit: 20_000,
    load: async (userId, variant) => {
      const [enterpriseId, sessionId] = variant.split(' ')
      return (await isProven(userId, enterpriseId!, sessionId!)) || undefined
    },
  })
  /** Whether there is a second factor: an authenticator app, or a session from a passkey or the company’s provider. */
  async function isProven(userId: string, enterpriseId: string, sessionId: string): Promise<boolean> {
    const { rows } = await db.execute<{ ok: boolean }>(
      sql`SELECT EXISTS (SELECT FROM user_totp WHERE user_id = ${userId} AND confirmed_at IS NOT NULL)
        OR EXISTS (SELECT FROM user_session WHERE id = ${sessionId} AND way = 'passkey')
        OR EXISTS (SELECT FROM sso_session s JOIN sso_connection c ON c.id = s.connection_id
          WHERE s.session_id = ${sessionId} AND c.enterprise_id = ${enterpriseId}) AS ok`,
    )
    return rows[0]!.ok
  }
  /** Deadline for a second factor in this session; undefined if it has one or needs none. */
  async function dueAt(userId: string, sessionId: string, enterpriseId: string): Promise<number | undefined> {
    const found = await rules.get(enterpriseId)
    if (!found?.factor_required || (await proven.get(userId, `${enterpriseId} ${sessionId}`))) return undefined
    const [person] = await db
      .select({ joinedAt: enterprisePerson.joinedAt })
      .from(enterprisePerson)
      .where(and(eq(enterprisePerson.enterpriseId, enterpriseId), eq(enterprisePerson.userId, userId)))
    return factorDueAt(found, person?.joinedAt ?? 0)
  }
  const watched = createTally<typeof enterpriseIpWatch.$inferInsert>({
    log,
    name: 'calls from outside of an allow list',
    merge: (known, more) => ({ ...more, calls: known.calls + more.calls }),
    write: (lines) =>
      db
        .insert(enterpriseIpWatch)
        .values(lines)
        .onConflictDoUpdate({
          target: [enterpriseIpWatch.enterpriseId, enterpriseIpWatch.userId, enterpriseIpWatch.address],
          set: { calls: sql`${enterpriseIpWatch.calls} + excluded.calls`, lastAt: sql`excluded.last_at` },
        }),
  })

  return {
    dueAt,
    flush: watched.flush,
    async require({ userId, address, sessionId, startedAt, token }: Actor, enterpriseId: string): Promise<void> {
      // Visitors of a published bot do not belong to the enterprise.
      if (address === undefined || token?.visitor) return
      const found = await rules.get(enterpriseId)
      if (!found) return
      if (found.ip_mode !== 'off' && !found.isInside(address)) {
        if (found.ip_mode === 'on') throw securityErrors.addressRefused({ address })
        const line = { enterpriseId, userId, address, calls: 1, lastAt: clock.now() }
        watched.add(`${enterpriseId} ${userId} ${address}`, line)
      }
      // Programs have no session: their tokens expire, and need no second factor.
      if (sessionId === undefined) return
      const { session_hours: hours } = found
      if (hours > 0 && startedAt !== undefined && clock.now() - startedAt > hours * HOUR_MS)
        throw securityErrors.signInAgain({ hours })
      if (!found.factor_required) return
      const due = await dueAt(userId, sessionId, enterpriseId)
      if (due !== undefined && due <= clock.now()) throw securityErrors.factorNeeded()
    },
  }
}
export type SecurityGate = ReturnType<typeof createSecurityGate>

import { and, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { Secrets } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { botErrors } from './bot.errors.ts'
import { connectorAuth } from './user-auth.table.ts'

const STATE_MS = 10 * 60_000
/** Credentials that expire within this time are renewed before use. */
const EARLY_MS = 60_000
const AuthStatus = { given: 1, missing: 2, authorizing: 3 } as const

/** A channel that acts in the name of a person. The channels set up on the instance are registered here. */
export interface AuthConnector {
  id: string
  name: string
  icon: string
  login: { app_id: string; response_type: string; authorize_url: string; scope: string; client_id: string }
  /** The address to which the person is sent, with this state. */
  address?(state: string): string
  /** Exchanges the code for the credentials of the channel. */
  exchange(code: string, state: string): Promise<Record<string, unknown>>
  /** Renews credentials that are about to expire, or returns null if they cannot be renewed any more. */
  renew?(credentials: Record<string, unknown>): Promise<Record<string, unknown> | null>
}
/** Custom channels, which are not known at startup. */
export interface MoreAuthConnectors {
  find(id: string, userId: string): Promise<AuthConnector | undefined>
  of(userId: string): Promise<AuthConnector[]>
}
export interface UserAuthDeps {
  db: Db
  secrets: Secrets
  audit: AuditService
  clock: Clock
}

export function createUserAuthService({ db, secrets, audit, clock }: UserAuthDeps) {
  const connectors = new Map<string, AuthConnector>()
  let more: MoreAuthConnectors | undefined
  const known = async (id: string, userId: string) => {
    const found = connectors.get(id) ?? (await more?.find(id, userId))
    if (!found) throw botErrors.unknownConnector({ id })
    return found
  }
  const stateText = (userId: string, id: string, expires: string) => `connector\n${userId}\n${id}\n${expires}`
  const item = (userId: string, id: string) => and(eq(connectorAuth.userId, userId), eq(connectorAuth.connectorId, id))

  const statusOf = (row: typeof connectorAuth.$inferSelect | undefined) => {
    if (row?.credentials) return AuthStatus.given
    return row && row.pendingUntil > clock.now() ? AuthStatus.authorizing : AuthStatus.missing
  }

  return {
    register: (connector: AuthConnector) => void connectors.set(connector.id, connector),
    extend(others: MoreAuthConnectors) {
      more = others
    },
    async list(userId: string) {
      const rows = await db.select().from(connectorAuth).where(eq(connectorAuth.userId, userId))
      const begun = new Map(rows.map((row) => [row.connectorId, row]))
      const all = [...connectors.values(), ...((await more?.of(userId)) ?? [])]
      return all.map((connector) => ({ connector, status: statusOf(begun.get(connector.id)) }))
    },
    /** Creates a signed state for the user and the channel, so that a foreign code cannot be injected. */
    async state(userId: string, connectorId: string): Promise<{ state: string; address: string }> {
      const connector = await known(connectorId, userId)
      const pendingUntil = clock.now() + STATE_MS
      const expires = String(pendingUntil)
      // Existing credentials stay valid until they are replaced.
      await db
        .insert(connectorAuth)
        .values({ userId, connectorId, credentials: '', createdAt: clock.now(), pendingUntil })
        .onConflictDoUpdate({
          target: [connectorAuth.userId, connectorAuth.connectorId],
          set: { pendingUntil },
        })
      const state = `${expires}.${secrets.sign(stateText(userId, connectorId, expires))}`
      return { state, address: connector.address?.(state) ?? '' }
    },
    async accept(userId: string, connectorId: string, code: string, state: string) {
      const connector = await known(connectorId, userId)
      const [expires = '', signature = ''] = state.split('.')
      const isAlive = /^\d{1,16}$/.test(expires) && Number(expires) > clock.now()
      if (!isAlive || !secrets.verify(stateText(userId, connectorId, expires), signature)) throw errors.noAccess()
      // Single use, and only for the newest state.
      const taken = await db
        .update(connectorAuth)
        .set({ pendingUntil: 0 })
        .where(and(item(userId, connectorId), eq(connectorAuth.pendingUntil, Number(expires))))
        .returning({ id: connectorAuth.connectorId })
      if (!taken.length) throw errors.noAccess()
      const sealed = secrets.seal(JSON.stringify(await connector.exchange(code, state)))
      const row = { userId, connectorId, credentials: sealed, createdAt: clock.now(), pendingUntil: 0 }
      await db
        .insert(connectorAuth)
        .values(row)
        .onConflictDoUpdate({ target: [connectorAuth.userId, connectorAuth.connectorId], set: row })
      await audit.record({ actorId: userId, action: 'connector.authorize', target: connectorId })
    },
    async cancel(userId: string, connectorId: string) {
      await known(connectorId, userId)
      const gone = await db
        .delete(connectorAuth)
        .where(item(userId, connectorId))
        .returning({ credentials: connectorAuth.credentials })
      if (gone.some((row) => row.credentials !== ''))
        await audit.record({ actorId: userId, action: 'connector.revoke', target: connectorId })
    },
    /**
     * Valid credentials, renewed if needed. A row lock prevents concurrent renewals, since a refresh token may work
     * only once.
     */
    fresh: (userId: string, connectorId: string): Promise<Record<string, unknown> | undefined> =>
      db.transaction(async (tx) => {
        const [row] = await tx.select().from(connectorAuth).where(item(userId, connectorId)).for('update')
        if (!row?.credentials) return undefined
        const held = JSON.parse(secrets.open(row.credentials)) as Record<string, unknown>
        const end = typeof held.expires_at === 'number' ? held.expires_at : Number.POSITIVE_INFINITY
        if (end - EARLY_MS > clock.now()) return held
        const renewed = (await (await known(connectorId, userId)).renew?.(held)) ?? null
        const credentials = renewed ? secrets.seal(JSON.stringify(renewed)) : ''
        await tx.update(connectorAuth).set({ credentials }).where(item(userId, connectorId))
        return renewed ?? undefined
      }),
    /** The stored credentials without renewal, for the channel itself. */
    async credentials(userId: string, connectorId: string): Promise<Record<string, unknown> | undefined> {
      const [row] = await db.select().from(connectorAuth).where(item(userId, connectorId))
      return row?.credentials ? (JSON.parse(secrets.open(row.credentials)) as Record<string, unknown>) : undefined
    },
  }
}
export type UserAuthService = ReturnType<typeof createUserAuthService>

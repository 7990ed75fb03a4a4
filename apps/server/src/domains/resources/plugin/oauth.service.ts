import { AuthType, OAuthStatus } from '@orrery/contract'
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { randomToken, type Secrets, sha256 } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { Grants } from './call/http-call.ts'
import {
  authorizationUrl,
  InvalidGrant,
  newVerifier,
  requestTokens,
  type Tokens,
  wordsOf,
} from './shared/oauth-client.ts'
import { pluginErrors } from './plugin.errors.ts'
import { type OAuthSettings, pluginGrant, pluginGrantRequest } from './plugin.table.ts'
import { originOf, type PluginSecret } from './plugin-secret.ts'

const REQUEST_MS = 10 * 60_000
/** A token that expires within this time is renewed before use. */
const RENEW_BEFORE_MS = 30_000
export interface OAuthDeps {
  db: Db
  egress: Egress
  secrets: Secrets
  audit: AuditService
  clock: Clock
  publicUrl: string
  /** The OAuth settings of a plugin. */
  load(pluginId: string): Promise<OAuthTarget | undefined>
}
export interface OAuthTarget {
  pluginId: string
  settings: OAuthSettings
  secret: PluginSecret
  /** The origin for which tokens are valid; they are never sent to another. */
  origin: string
}

/** OAuth grants of users for plugins: requested with PKCE, sealed, renewed when expired, and revoked at once. */
export function createOAuthService(deps: OAuthDeps) {
  const { db, egress, secrets, clock } = deps
  const redirectUri = `${deps.publicUrl}/api/oauth/authorization_code`
  /** Renewals in progress: concurrent calls share one, because a refresh token may work only once. */
  const renewals = new Map<string, Promise<string | undefined>>()
  const clientTokens = new Map<string, { token: string; until: number }>()
  const mine = (pluginId: string, userId: string) =>
    and(eq(pluginGrant.pluginId, pluginId), eq(pluginGrant.userId, userId))
  const client = ({ secret }: OAuthTarget) => ({ secret: secret.clientSecret, origin: secret.tokenOrigin })

  async function keep(target: OAuthTarget, userId: string, tokens: Tokens, before?: Tokens) {
    const now = clock.now()
    // If the server returns no new refresh token, the old one remains valid.
    const kept = { ...tokens, refreshToken: tokens.refreshToken || (before?.refreshToken ?? '') }
    const values = {
      origin: target.origin,
      tokens: secrets.seal(JSON.stringify(kept)),
      expiresAt: kept.expiresAt ?? null,
      updatedAt: now,
    }
    await db
      .insert(pluginGrant)
      .values({ pluginId: target.pluginId, userId, createdAt: now, ...values })
      .onConflictDoUpdate({ target: [pluginGrant.pluginId, pluginGrant.userId], set: values })
  }
  const forget = (pluginId: string, userId: string) => db.delete(pluginGrant).where(mine(pluginId, userId))

  async function renew(target: OAuthTarget, userId: string, before: Tokens): Promise<string | undefined> {
    if (!before.refreshToken) {
      await forget(target.pluginId, userId)
      return undefined
    }
    const form = { grant_type: 'refresh_token', refresh_token: before.refreshToken }
    try {
      const tokens = await requestTokens(egress, target.settings, client(target), form, clock.now())
      await keep(target, userId, tokens, before)
      return tokens.accessToken
    } catch (cause) {
      if (!(cause instanceof InvalidGrant)) throw cause
      // Another process may have renewed the grant meanwhile and used the refresh token.
      const [row] = await db.select().from(pluginGrant).where(mine(target.pluginId, userId))
      const now = row && (JSON.parse(secrets.open(row.tokens)) as Tokens)
      if (now && now.refreshToken !== before.refreshToken) return now.accessToken
      await forget(target.pluginId, userId)
      return undefined
    }
  }
  async function personToken(target: OAuthTarget, userId: string, isStale: boolean): Promise<string | undefined> {
    const [row] = await db.select().from(pluginGrant).where(mine(target.pluginId, userId))
    if (!row || row.origin !== target.origin) return undefined
    const tokens = JSON.parse(secrets.open(row.tokens)) as Tokens
    const isFresh = !isStale && (row.expiresAt === null || row.expiresAt - RENEW_BEFORE_MS > clock.now())
    if (isFresh) return tokens.accessToken
    const key = `${target.pluginId}:${userId}`
    const running = renewals.get(key) ?? renew(target, userId, tokens).finally(() => renewals.delete(key))
    renewals.set(key, running)
    return running
  }
  async function machineToken(target: OAuthTarget, isStale: boolean): Promise<string> {
    const key = sha256(JSON.stringify([target.pluginId, target.settings, target.secret]))
    const known = clientTokens.get(key)
    if (known && !isStale && known.until - RENEW_BEFORE_MS > clock.now()) return known.token
    const form = { grant_type: 'client_credentials', ...(target.settings.scope && { scope: target.settings.scope }) }
    const tokens = await requestTokens(egress, target.settings, client(target), form, clock.now()).catch(
      (cause: unknown) => {
        throw cause instanceof InvalidGrant ? pluginErrors.grantRefused({ reason: cause.message }) : cause
      },
    )
    if (clientTokens.size > 1000) clientTokens.clear()
    clientTokens.set(key, { token: tokens.accessToken, until: tokens.expiresAt ?? clock.now() + 5 * 60_000 })
    return tokens.accessToken
  }
  async function begin(target: OAuthTarget, userId: string): Promise<string> {
    const [state, verifier] = [randomToken(), newVerifier()]
    const now = clock.now()
    await db.delete(pluginGrantRequest).where(lt(pluginGrantRequest.expiresAt, now))
    await db.insert(pluginGrantRequest).values({
      stateHash: sha256(state),
      pluginId: target.pluginId,
      userId,
      verifier: secrets.seal(verifier),
      expiresAt: now + REQUEST_MS,
    })
    return authorizationUrl(target.settings, redirectUri, state, verifier)
  }

  return {
    redirectUri,
    begin,
    grantsFor: (target: OAuthTarget): Grants => ({
      token: (userId, { isStale = false } = {}) =>
        target.settings.grantType === 'client_credentials'
          ? machineToken(target, isStale)
          : personToken(target, userId, isStale),
      authorizationUrl: (userId) => begin(target, userId),
    }),
    async status(target: OAuthTarget, userId: string): Promise<number> {
      if (target.settings.grantType === 'client_credentials') return OAuthStatus.authorized
      const [row] = await db.select().from(pluginGrant).where(mine(target.pluginId, userId))
      return row && row.origin === target.origin ? OAuthStatus.authorized : OAuthStatus.unauthorized
    },
    async statusOf(pluginIds: string[], userId: string): Promise<Set<string>> {
      if (!pluginIds.length) return new Set()
      const rows = await db
        .select({ id: pluginGrant.pluginId })
        .from(pluginGrant)
        .where(and(inArray(pluginGrant.pluginId, pluginIds), eq(pluginGrant.userId, userId)))
      return new Set(rows.map((row) => row.id))
    },
    async revoke(pluginId: string, userId: string, address: string): Promise<void> {
      const gone = await db.delete(pluginGrant).where(mine(pluginId, userId)).returning({ id: pluginGrant.pluginId })
      if (gone.length) await deps.audit.record({ actorId: userId, action: 'plugin.revoke', target: pluginId, address })
    },
    /**
     * The callback of the authorization server. The state belongs to one user, works once, and expires after ten
     * minutes.
     */
    async finish(state: string, code: string, userId: string, address: string): Promise<{ pluginId: string }> {
      const [row] = state
        ? await db
            .delete(pluginGrantRequest)
            .where(eq(pluginGrantRequest.stateHash, sha256(state)))
            .returning()
        : []
      if (!row || row.userId !== userId || row.expiresAt <= clock.now()) throw pluginErrors.badState()
      const target = await deps.load(row.pluginId)
      if (!target) throw pluginErrors.badState()
      if (!code) throw pluginErrors.grantRefused({ reason: 'it sent no code' })
      const form = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: secrets.open(row.verifier),
      }
      const tokens = await requestTokens(egress, target.settings, client(target), form, clock.now()).catch(
        (cause: unknown) => {
          throw pluginErrors.grantRefused({ reason: wordsOf(cause) })
        },
      )
      await keep(target, userId, tokens)
      await deps.audit.record({ actorId: userId, action: 'plugin.authorize', target: row.pluginId, address })
      return { pluginId: row.pluginId }
    },
  }
}
export type OAuthService = ReturnType<typeof createOAuthService>

/** The OAuth part of a plugin; undefined if it does not use OAuth. */
export const oauthTarget = (
  pluginId: string,
  auth: { type: number; oauth: OAuthSettings | null },
  secret: PluginSecret,
  base: string,
): OAuthTarget | undefined =>
  auth.type === AuthType.oauth && auth.oauth
    ? { pluginId, settings: auth.oauth, secret, origin: originOf(base) }
    : undefined

import { createHash } from 'node:crypto'
import { isId } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { errors } from '#kit/errors.ts'
import type { Secrets } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import {
  authorizationUrl,
  InvalidGrant,
  requestTokens,
  type Tokens,
  wordsOf,
} from '#domains/resources/plugin/shared/oauth-client.ts'
import type { AuthConnector, UserAuthService } from '#domains/studio/bot/user-auth.service.ts'
import { connectorErrors } from './connector.errors.ts'
import type { ConnectorRepo } from './connector.repo.ts'
import type { ConnectorRow } from './connector.table.ts'
import { oauthConfig, type OauthConfig } from './oauth-config.ts'

export interface ConnectorOauthDeps {
  repo: Pick<ConnectorRepo, 'byId' | 'update' | 'authorizable'>
  auths: Pick<UserAuthService, 'fresh' | 'credentials'>
  egress: Egress
  secrets: Secrets
  audit: AuditService
  clock: Clock
  publicUrl: string
}
const MASK = '••••••'

/** OAuth with custom channels: how people connect their accounts, and the resulting tokens. */
export function createConnectorOauth(deps: ConnectorOauthDeps) {
  const { repo, egress, secrets, clock } = deps
  const redirectUri = new URL('/oauth/connector', deps.publicUrl).href
  const open = (row: ConnectorRow) => JSON.parse(secrets.open(row.oauthConfig)) as OauthConfig
  /** The PKCE verifier. Derived from the state with our secret, so that it need not be stored. */
  const verifierOf = (state: string) =>
    createHash('sha256')
      .update(secrets.sign(`pkce\n${state}`))
      .digest('base64url')
  const settingsOf = (config: OauthConfig) => ({
    grantType: 'authorization_code' as const,
    clientId: config.client_id,
    authorizationUrl: config.authorize_url,
    tokenUrl: config.token_url,
    scope: config.scope,
    clientAuth: config.token_style,
  })
  const ask = (config: OauthConfig, form: Record<string, string>) =>
    requestTokens(
      egress,
      settingsOf(config),
      { secret: config.client_secret, origin: new URL(config.token_url).origin },
      form,
      clock.now(),
    )
  const kept = (tokens: Tokens, before = '') => ({
    access_token: tokens.accessToken,
    // A server that returns no new refresh token expects the old one to be reused.
    refresh_token: tokens.refreshToken || before,
    ...(tokens.expiresAt !== undefined && { expires_at: tokens.expiresAt }),
  })

  function connectorOf(row: ConnectorRow): AuthConnector {
    const config = open(row)
    return {
      id: row.id,
      name: row.title,
      icon: row.iconUri,
      login: {
        app_id: '',
        response_type: 'code',
        authorize_url: config.authorize_url,
        scope: config.scope,
        client_id: config.client_id,
      },
      // The callback page needs the id of the channel, so it is part of the state.
      address: (state) => authorizationUrl(settingsOf(config), redirectUri, `${row.id}.${state}`, verifierOf(state)),
      async exchange(code, state) {
        const form = {
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          code_verifier: verifierOf(state),
        }
        try {
          return kept(await ask(config, form))
        } catch (cause) {
          throw connectorErrors.authorizationLost({ reason: wordsOf(cause) })
        }
      },
      async renew(credentials) {
        const refresh = String(credentials.refresh_token ?? '')
        if (!refresh) return null
        try {
          return kept(await ask(config, { grant_type: 'refresh_token', refresh_token: refresh }), refresh)
        } catch (cause) {
          if (cause instanceof InvalidGrant) return null
          throw cause
        }
      },
    }
  }
  function read(text: string): OauthConfig {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      throw connectorErrors.badOauth({ problem: 'not valid JSON', problemZh: '不是有效的 JSON' })
    }
    const result = oauthConfig.safeParse(value)
    if (result.success) return result.data
    const issue = result.error.issues[0]!
    const problem = `${issue.path.join('.') || 'value'}: ${issue.message}`
    throw connectorErrors.badOauth({ problem, problemZh: problem })
  }

  return {
    redirectUri,
    /** The settings as JSON, with the secret masked. */
    shown(row: ConnectorRow): string {
      if (!row.oauthConfig) return ''
      const config = open(row)
      return JSON.stringify({ ...config, client_secret: config.client_secret && MASK })
    },
    async save(id: string, userId: string, text: string): Promise<void> {
      const found = await repo.byId(id)
      if (found?.row.ownerId !== userId) throw errors.notFound({ what: 'connector' })
      const { row } = found
      let sealed = ''
      if (text.trim()) {
        const config = read(text)
        egress.checkUrl(config.authorize_url)
        egress.checkUrl(config.token_url)
        const before = row.oauthConfig ? open(row) : undefined
        if (config.client_secret === MASK) {
          // Otherwise, a person could change the address and receive the stored secret there.
          const isMoved = !before || new URL(before.token_url).origin !== new URL(config.token_url).origin
          if (isMoved) throw connectorErrors.secretMoved()
          config.client_secret = before.client_secret
        }
        sealed = secrets.seal(JSON.stringify(config))
      }
      await repo.update(id, { oauthConfig: sealed, updatedAt: clock.now() })
      const detail = { name: row.title }
      await deps.audit.record({ actorId: userId, action: 'connector.oauth', target: id, detail })
    },
    isAuthorized: async (id: string, userId: string) => (await deps.auths.credentials(userId, id)) !== undefined,
    /** The Authorization header for a delivery to the program behind the channel, on behalf of this person. */
    async authorizationFor(id: string, userId: string): Promise<string | undefined> {
      const found = await repo.byId(id)
      if (!found?.row.oauthConfig) return undefined
      const token = (await deps.auths.fresh(userId, id))?.access_token
      return typeof token === 'string' ? `Bearer ${token}` : undefined
    },
    /** The channels with OAuth that a person can connect: their own, and those of their spaces. */
    more: {
      of: async (userId: string) => (await repo.authorizable(userId)).map(connectorOf),
      async find(id: string, userId: string) {
        if (!isId(id)) return undefined
        const row = (await repo.authorizable(userId)).find((item) => item.id === id)
        return row && connectorOf(row)
      },
    },
  }
}
export type ConnectorOauth = ReturnType<typeof createConnectorOauth>

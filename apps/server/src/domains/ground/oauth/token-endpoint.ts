import { createHash } from 'node:crypto'
import { isId } from '@orrery/contract'
import { decodeJwt, decodeProtectedHeader, importSPKI, jwtVerify } from 'jose'
import type { Clock } from '#kit/clock.ts'
import type { OauthApps } from './app.service.ts'
import { ACCESS_SECONDS, type OauthGrants, type Tokens } from './grant.service.ts'
import type { OauthApp, OauthRequest } from './oauth.table.ts'
import type { Installed } from './shared/installed-app.ts'
import { DEVICE_INTERVAL, type OauthRequests } from './request.service.ts'

export interface TokenInput {
  grant_type: string
  client_id: string
  redirect_uri: string
  code: string
  code_verifier: string
  refresh_token: string
  device_code: string
  duration_seconds?: number | undefined
  scope?: unknown
  account_id?: string | undefined
}
export interface TokenEndpointDeps {
  apps: OauthApps
  requests: OauthRequests
  grants: OauthGrants
  clock: Clock
  publicUrl: string
  /** Remembers a signed request; false if it was seen before. */
  isFresh(appId: string, jti: string, expiresAt: number): Promise<boolean>
  /** Where an app is installed and as whom it acts; a string is the reason for a refusal. */
  installed(appId: string, enterpriseId: string | undefined, subject: string | undefined): Promise<Installed | string>
}
/** RFC 6749, section 5.2: the standard error codes. */
export class OauthRefusal extends Error {
  override name = 'OauthRefusal'
  readonly error: string
  readonly status: 400 | 401
  constructor(error: string, text: string, status: 400 | 401 = 400) {
    super(text)
    this.error = error
    this.status = status
  }
}
const MAX_SERVICE_SECONDS = 24 * 3600
const grantTypes = {
  code: 'authorization_code',
  refresh: 'refresh_token',
  device: 'urn:ietf:params:oauth:grant-type:device_code',
  assertion: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
} as const

export function createTokenEndpoint(deps: TokenEndpointDeps) {
  const { apps, requests, grants, clock, publicUrl, isFresh } = deps
  const home = new URL(publicUrl)
  const audiences = [home.origin, `${home.origin}/`, home.host, home.hostname]

  /** Authenticates the app: with a secret if it can store one; other apps prove themselves by the code verifier. */
  async function authenticateClient(clientId: string, secret: string): Promise<OauthApp> {
    const app = clientId ? await apps.active(clientId) : undefined
    if (!app)
      throw new OauthRefusal('invalid_client', 'client_id: there is no app with this ID, or it is turned off', 401)
    const needsSecret = app.clientType === 'WebBackend' || app.clientType === 'Legacy'
    if (needsSecret && !(await apps.hasSecret(app.id, secret)))
      throw new OauthRefusal('invalid_client', 'The client secret is not right: send it as a Bearer token', 401)
    return app
  }
  async function redeem(app: OauthApp, request: OauthRequest): Promise<Tokens> {
    if (!(await requests.use(request.keyHash))) throw spent()
    const grant = await grants.allow(app, request.userId!, request.spaceId ? [request.spaceId] : null)
    return grants.issue(grant, { withRefresh: true })
  }
  const spent = () => new OauthRefusal('invalid_grant', 'The code is wrong, was used before, or has expired')

  async function byCode(input: TokenInput, secret: string): Promise<Tokens> {
    const app = await authenticateClient(input.client_id, secret)
    const request = input.code ? await requests.byCode(input.code) : undefined
    if (!request || request.userCode !== null || request.appId !== app.id) throw spent()
    if (request.status === 'used') {
      // A second use means that the code was stolen: revoke what it granted.
      await grants.revoke(app.id, request.userId!).catch(() => {})
      throw spent()
    }
    if (request.redirectUri !== input.redirect_uri)
      throw new OauthRefusal('invalid_grant', 'redirect_uri: differs from the one the code was asked for with')
    const verified = createHash('sha256').update(input.code_verifier).digest('base64url')
    if (request.codeChallenge && request.codeChallenge !== verified)
      throw new OauthRefusal('invalid_grant', 'code_verifier: does not fit the code_challenge')
    return redeem(app, request)
  }

  async function byRefresh(input: TokenInput, secret: string): Promise<Tokens> {
    const app = await authenticateClient(input.client_id, secret)
    const tokens = input.refresh_token ? await grants.refresh(input.refresh_token, app.id) : undefined
    if (!tokens)
      throw new OauthRefusal('invalid_grant', 'refresh_token: wrong, used before, expired or revoked: sign in again')
    return tokens
  }

  async function byDevice(input: TokenInput): Promise<Tokens> {
    const app = await authenticateClient(input.client_id, '')
    const request = input.device_code ? await requests.byCode(input.device_code) : undefined
    if (!request || request.userCode === null || request.appId !== app.id) throw spent()
    if (request.expiresAt <= clock.now())
      throw new OauthRefusal('expired_token', 'The device code has expired: ask for another')
    if (request.status === 'denied') throw new OauthRefusal('access_denied', 'The person refused')
    if (request.status === 'pending') {
      const isEarly = clock.now() - request.polledAt < (DEVICE_INTERVAL - 1) * 1000
      await requests.polled(request.keyHash)
      if (isEarly) throw new OauthRefusal('slow_down', `Ask every ${DEVICE_INTERVAL} seconds`)
      throw new OauthRefusal('authorization_pending', 'The person has not answered yet')
    }
    return redeem(app, request)
  }

  /** Checks a JWT that a service app signed, and that it was not used before. */
  async function verifyAssertion(assertion: string): Promise<{ app: OauthApp; subject: string | undefined }> {
    const refuse = (text: string) => new OauthRefusal('invalid_grant', text, 401)
    let appId = ''
    let kid = ''
    try {
      appId = String(decodeJwt(assertion).iss ?? '')
      kid = String(decodeProtectedHeader(assertion).kid ?? '')
    } catch {
      throw refuse('Send a JWT, signed with the app’s private key, as the Bearer token')
    }
    const app = isId(appId) ? await apps.active(appId) : undefined
    const pem = app?.clientType === 'Service' ? await apps.key(app.id, kid) : undefined
    if (!app || !pem) throw refuse('No service app has the id in “iss” with the key named in “kid”')
    const { payload } = await jwtVerify(assertion, await importSPKI(pem, 'RS256'), {
      algorithms: ['RS256'],
      issuer: appId,
      audience: audiences,
      maxTokenAge: '1h',
      clockTolerance: 60,
      currentDate: new Date(clock.now()),
      requiredClaims: ['exp', 'iat', 'jti', 'aud'],
    }).catch((cause: Error) => {
      throw refuse(`The JWT is not accepted: ${cause.message}`)
    })
    if (!(await isFresh(app.id, String(payload.jti).slice(0, 200), payload.exp! * 1000)))
      throw refuse('jti: this JWT was used before: sign a new one for each token')
    return { app, subject: payload.sub }
  }

  async function byAssertion(input: TokenInput, assertion: string): Promise<Tokens> {
    const { app, subject } = await verifyAssertion(assertion)
    const account = input.account_id === app.ownerId ? undefined : input.account_id
    const scopes = requestedScopes(app, input.scope)
    const bots = requestedBots(input.scope)
    if (account !== undefined || (subject !== undefined && subject !== app.ownerId)) {
      const place = await deps.installed(app.id, account, subject)
      if (typeof place === 'string') throw new OauthRefusal('invalid_grant', place, 401)
      const foreign = scopes?.find((scope) => place.scopes && !place.scopes.includes(scope))
      if (foreign)
        throw new OauthRefusal('invalid_scope', `scope: the enterprise has not approved “${foreign.slice(0, 100)}”`)
      const grant = await grants.allow(app, place.userId, place.spaces, place)
      return grants.issue(grant, { seconds: lifetime(input), scopes, bots, withRefresh: false })
    }
    const grant = await grants.allow(app, app.ownerId, null)
    return grants.issue(grant, { seconds: lifetime(input), scopes, bots, withRefresh: false })
  }
  const lifetime = (input: TokenInput) => {
    const wanted = input.duration_seconds ?? ACCESS_SECONDS
    return Math.min(Math.max(1, Math.floor(wanted)), MAX_SERVICE_SECONDS)
  }

  /** The app that signed a JWT, for calls that accept a JWT instead of a token. */
  const signer = async (assertion: string): Promise<OauthApp> => (await verifyAssertion(assertion)).app
  return Object.assign(answer, { signer })

  function answer(input: TokenInput, bearer: string): Promise<Tokens> {
    switch (input.grant_type) {
      case grantTypes.code:
        return byCode(input, bearer)
      case grantTypes.refresh:
        return byRefresh(input, bearer)
      case grantTypes.device:
        return byDevice(input)
      case grantTypes.assertion:
        return byAssertion(input, bearer)
      default:
        throw new OauthRefusal(
          'unsupported_grant_type',
          `grant_type: must be one of ${Object.values(grantTypes).join(', ')}`,
        )
    }
  }
}

/** The requested scopes, which must be among those of the app. */
function requestedScopes(app: OauthApp, scope: unknown): string[] | undefined {
  if (scope === undefined || scope === null) return undefined
  const { account_permission: account } = scope as Record<string, unknown>
  const list = (account as { permission_list?: unknown } | undefined)?.permission_list
  if (list === undefined) return undefined
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string'))
    throw new OauthRefusal('invalid_scope', 'scope.account_permission.permission_list: must be a list of permissions')
  const foreign = list.find((item) => app.scopes && !app.scopes.includes(item))
  if (foreign) throw new OauthRefusal('invalid_scope', `scope: the app itself does not have “${foreign.slice(0, 100)}”`)
  return list
}

const MAX_BOTS = 100
/** The bots named in `attribute_constraint`: the token may talk only with these. */
function requestedBots(scope: unknown): string[] | undefined {
  const constraint = (scope as { attribute_constraint?: unknown } | null | undefined)?.attribute_constraint
  if (constraint === undefined || constraint === null) return undefined
  const chat = (constraint as { connector_bot_chat_attribute?: { bot_id_list?: unknown } }).connector_bot_chat_attribute
  const list = chat?.bot_id_list
  if (!Array.isArray(list) || !list.length || list.length > MAX_BOTS || !list.every((id) => isId(String(id))))
    throw new OauthRefusal(
      'invalid_scope',
      `scope.attribute_constraint.connector_bot_chat_attribute.bot_id_list: must be a list of 1 to ${MAX_BOTS} bot ids`,
    )
  return [...new Set(list.map(String))]
}

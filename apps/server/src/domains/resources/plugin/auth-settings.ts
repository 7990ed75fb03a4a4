import { AuthLocation, AuthType, KEPT_SECRET } from '@orrery/contract'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError } from '#kit/errors.ts'
import { pluginErrors } from './plugin.errors.ts'
import type { OAuthSettings, PluginAuth } from './plugin.table.ts'
import { noSecret, originOf, type PluginSecret } from './plugin-secret.ts'

export const noAuth: PluginAuth = {
  type: AuthType.none,
  subType: 0,
  location: AuthLocation.header,
  key: '',
  oauth: null,
}
/** Authorization fields of a form; absent fields keep their stored values. */
export interface AuthRequest {
  type?: number | undefined
  subType?: number | undefined
  location?: number | undefined
  key?: string | undefined
  serviceToken?: string | undefined
  oauthInfo?: string | undefined
  authPayload?: string | undefined
}
const problem = (field: string, en: string, zh: string) => pluginErrors.badAuth({ field, problem: en, problemZh: zh })
type Json = Record<string, unknown>
const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

function parse(field: string, source: string): Json {
  try {
    const value = JSON.parse(source || '{}') as unknown
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  } catch {
    // Reported below.
  }
  throw problem(field, 'must be a JSON object', '须为 JSON 对象')
}

/**
 * Merges form, settings and secrets. A secret is valid for one origin: if the origin changes, it must be entered again.
 */
export function readAuth(
  input: AuthRequest,
  before: { auth: PluginAuth; secret: PluginSecret },
  base: string,
  egress: Pick<Egress, 'checkUrl'>,
): { auth: PluginAuth; secret: PluginSecret } {
  const type = input.type ?? before.auth.type
  if (type === AuthType.service) return readService(input, before, base)
  if (type === AuthType.oauth) return readOAuth(input, before, base, egress)
  return { auth: { ...noAuth }, secret: noSecret }
}

function readService(input: AuthRequest, before: { auth: PluginAuth; secret: PluginSecret }, base: string) {
  const payload = input.authPayload ? parse('auth_payload', input.authPayload) : {}
  const key = (input.key ?? before.auth.key).trim()
  if (!/^[\w!#$%&'*+.^`|~-]{1,200}$/.test(key))
    throw problem('key', 'must be the name of a header or of a query parameter', '须为请求头或查询参数的名称')
  const given = [input.serviceToken, text(payload.service_token)].find((item) => item && item !== KEPT_SECRET)
  const origin = originOf(base)
  if (!given && before.secret.serviceToken && before.secret.origin !== origin) throw pluginErrors.secretMoved()
  const serviceToken = given ?? before.secret.serviceToken
  if (!serviceToken) throw problem('service_token', 'must not be empty', '不能为空')
  if (/[\r\n\0]/.test(serviceToken)) throw problem('service_token', 'must be one line', '须为一行')
  const auth: PluginAuth = {
    type: AuthType.service,
    subType: input.subType ?? before.auth.subType,
    location: input.location ?? (before.auth.location || AuthLocation.header),
    key,
    oauth: null,
  }
  return { auth, secret: { ...noSecret, serviceToken, origin } }
}

function readOAuth(
  input: AuthRequest,
  before: { auth: PluginAuth; secret: PluginSecret },
  base: string,
  egress: Pick<Egress, 'checkUrl'>,
) {
  const info = input.oauthInfo ? parse('oauth_info', input.oauthInfo) : undefined
  const old = before.auth.oauth
  const pick = (key: string, kept: string | undefined) => (info && key in info ? text(info[key]) : (kept ?? ''))
  const grantType =
    pick('grant_type', old?.grantType) === 'client_credentials' ? 'client_credentials' : 'authorization_code'
  const settings: OAuthSettings = {
    grantType,
    clientId: pick('client_id', old?.clientId),
    // Clients call the authorization page `client_url`, and the token endpoint `authorization_url`.
    authorizationUrl: pick('client_url', old?.authorizationUrl),
    tokenUrl: pick('authorization_url', old?.tokenUrl),
    scope: pick('scope', old?.scope),
    clientAuth: pick('client_auth', old?.clientAuth) === 'basic' ? 'basic' : 'post',
  }
  if (!settings.clientId) throw problem('oauth_info.client_id', 'must not be empty', '不能为空')
  if (grantType === 'authorization_code') checkAddress('oauth_info.client_url', settings.authorizationUrl, egress)
  checkAddress('oauth_info.authorization_url', settings.tokenUrl, egress)
  const given = text(info?.client_secret)
  const isGiven = given !== '' && given !== KEPT_SECRET
  const origins = { origin: originOf(base), tokenOrigin: originOf(settings.tokenUrl) }
  const moved = before.secret.tokenOrigin !== origins.tokenOrigin || before.secret.origin !== origins.origin
  if (!isGiven && before.secret.clientSecret && moved) throw pluginErrors.secretMoved()
  const clientSecret = isGiven ? given : before.secret.clientSecret
  if (grantType === 'client_credentials' && !clientSecret)
    throw problem('oauth_info.client_secret', 'must not be empty', '不能为空')
  const auth: PluginAuth = {
    ...noAuth,
    type: AuthType.oauth,
    subType: input.subType ?? before.auth.subType,
    oauth: settings,
  }
  return { auth, secret: { ...noSecret, ...origins, clientSecret } }
}

function checkAddress(field: string, url: string, egress: Pick<Egress, 'checkUrl'>) {
  try {
    egress.checkUrl(url)
  } catch (cause) {
    if (cause instanceof AppError) throw problem(field, cause.text('en'), cause.text('zh-CN'))
    throw cause
  }
}

/** The settings for the form: a stored secret is masked. */
export const shownOAuth = ({ oauth }: PluginAuth, hasSecret: boolean): string =>
  oauth
    ? JSON.stringify({
        grant_type: oauth.grantType,
        client_id: oauth.clientId,
        client_secret: hasSecret ? KEPT_SECRET : '',
        client_url: oauth.authorizationUrl,
        scope: oauth.scope,
        authorization_url: oauth.tokenUrl,
        authorization_content_type: 'application/x-www-form-urlencoded',
        client_auth: oauth.clientAuth,
      })
    : ''

const field = (key: string, label: string, options: Json = {}) => ({
  key,
  label,
  type: 'string',
  required: true,
  ...options,
})
/** Fields of the authorization forms. */
export const oauthSchema = {
  authorization_code: [
    field('client_id', 'Client ID'),
    field('client_secret', 'Client secret', { required: false, secret: true }),
    field('client_url', 'Authorization page'),
    field('scope', 'Scope', { required: false }),
    field('authorization_url', 'Token endpoint'),
    field('client_auth', 'Client authentication', { required: false, enum: ['post', 'basic'] }),
  ],
  client_credentials: [
    field('client_id', 'Client ID'),
    field('client_secret', 'Client secret', { secret: true }),
    field('authorization_url', 'Token endpoint'),
    field('scope', 'Scope', { required: false }),
    field('client_auth', 'Client authentication', { required: false, enum: ['post', 'basic'] }),
  ],
}

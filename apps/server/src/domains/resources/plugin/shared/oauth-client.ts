import { createHash, randomBytes } from 'node:crypto'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError } from '#kit/errors.ts'
import { pluginErrors } from '../plugin.errors.ts'
import type { OAuthSettings } from '../plugin.table.ts'

export interface Tokens {
  accessToken: string
  refreshToken: string
  /** Milliseconds since 1970; undefined if the server returns no expiry. */
  expiresAt: number | undefined
}
/** Thrown if the server reports that the grant is no longer valid, unlike a server failure. */
export class InvalidGrant extends Error {}

export const newVerifier = () => randomBytes(32).toString('base64url')
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** The address where a user authorizes the plugin. Always with PKCE, so that an intercepted code is useless. */
export function authorizationUrl(
  settings: OAuthSettings,
  redirectUri: string,
  state: string,
  verifier: string,
): string {
  const url = new URL(settings.authorizationUrl)
  const add = {
    response_type: 'code',
    client_id: settings.clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    ...(settings.scope && { scope: settings.scope }),
  }
  for (const [name, value] of Object.entries(add)) url.searchParams.set(name, value)
  return url.href
}

/** Requests tokens from the token endpoint. The secret is sent only to its origin, and redirects are not followed. */
export async function requestTokens(
  egress: Egress,
  settings: OAuthSettings,
  client: { secret: string; origin: string },
  form: Record<string, string>,
  now: number,
): Promise<Tokens> {
  const body = new URLSearchParams(form)
  const headers: [string, string][] = [
    ['accept', 'application/json'],
    ['content-type', 'application/x-www-form-urlencoded'],
  ]
  if (settings.clientAuth === 'basic' && client.secret)
    headers.push([
      'authorization',
      `Basic ${Buffer.from(`${encodeURIComponent(settings.clientId)}:${encodeURIComponent(client.secret)}`).toString('base64')}`,
    ])
  else {
    body.set('client_id', settings.clientId)
    if (client.secret) body.set('client_secret', client.secret)
  }
  const answer = await egress.fetch(settings.tokenUrl, {
    method: 'POST',
    headers,
    body: body.toString(),
    redirect: 'error',
    timeoutMs: 20_000,
    maxBytes: 256 * 1024,
    ...(client.secret && { secretOrigin: client.origin }),
  })
  const text = await answer.text()
  const reply = parse(text)
  if (!answer.ok || typeof reply.access_token !== 'string') {
    const reason = String(reply.error_description ?? reply.error ?? `status ${answer.status}`).slice(0, 200)
    if (reply.error === 'invalid_grant' || reply.error === 'invalid_token') throw new InvalidGrant(reason)
    throw pluginErrors.grantRefused({ reason })
  }
  const seconds = Number(reply.expires_in)
  return {
    accessToken: reply.access_token,
    refreshToken: typeof reply.refresh_token === 'string' ? reply.refresh_token : '',
    expiresAt: Number.isFinite(seconds) && seconds > 0 ? now + seconds * 1000 : undefined,
  }
}

/** Parses a token response: JSON on most servers, form-encoded on a few older ones. */
function parse(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return text.includes('access_token=') ? Object.fromEntries(new URLSearchParams(text)) : {}
  }
}
export const wordsOf = (cause: unknown) =>
  cause instanceof AppError || cause instanceof InvalidGrant ? cause.message : 'it could not be reached'

import type { Configuration } from 'openid-client'
import { SsoRefusal } from '../sso-refusal.ts'

const SKEW_SECONDS = 60
/** Accepts only asymmetric signatures: no shared secrets, and never `none`. */
const algorithms: ReadonlySet<string> = new Set(['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'])
const CONFIGURATION_MS = 10 * 60_000
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  scopes: string
  redirectUri: string
}
export interface OidcIdentity {
  subject: string
  sid: string | undefined
  claims: Record<string, unknown>
}
export interface OidcLogout {
  subject: string | undefined
  sid: string | undefined
  jti: string
  /** Expiry in milliseconds. */
  endsAt: number
}

/** Sign-in by OpenID Connect. All requests use the guarded egress client. */
export function createOidc({ fetch }: { fetch: typeof globalThis.fetch }) {
  const known = new Map<string, { until: number; found: Promise<Configuration> }>()
  // Loaded on first use, because most instances have no provider.
  const library = () => import('openid-client')

  async function discover(settings: OidcSettings): Promise<Configuration> {
    const key = JSON.stringify([settings.issuer, settings.clientId, settings.clientSecret])
    const before = known.get(key)
    if (before && before.until > Date.now()) return before.found
    const found = read(settings)
    known.set(key, { until: Date.now() + CONFIGURATION_MS, found })
    found.catch(() => known.delete(key))
    if (known.size > 200) known.delete(known.keys().next().value!)
    return found
  }
  async function read(settings: OidcSettings): Promise<Configuration> {
    const oidc = await library()
    // Plain HTTP is allowed only where the egress rules allow it, on loopback.
    const isPlain = settings.issuer.startsWith('http:')
    const metadata = { client_secret: settings.clientSecret, [oidc.clockTolerance]: SKEW_SECONDS }
    const config = await oidc.discovery(new URL(settings.issuer), settings.clientId, metadata, undefined, {
      [oidc.customFetch]: fetch as never,
      execute: isPlain ? [oidc.allowInsecureRequests] : [],
    })
    // Verify the signature of the ID token even though it arrives by TLS.
    oidc.enableNonRepudiationChecks(config)
    return config
  }

  return {
    async begin(settings: OidcSettings, state: string, hint: string | undefined) {
      const oidc = await library()
      const config = await discover(settings)
      const nonce = oidc.randomNonce()
      const verifier = oidc.randomPKCECodeVerifier()
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: settings.redirectUri,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(hint && { login_hint: hint }),
      })
      return { url: url.href, nonce, verifier }
    },
    async finish(
      settings: OidcSettings,
      answer: URL,
      expected: { state: string; nonce: string; verifier: string },
    ): Promise<OidcIdentity> {
      const oidc = await library()
      const config = await discover(settings)
      try {
        const tokens = await oidc.authorizationCodeGrant(config, answer, {
          expectedState: expected.state,
          expectedNonce: expected.nonce,
          pkceCodeVerifier: expected.verifier,
          idTokenExpected: true,
        })
        const { decodeProtectedHeader } = await import('jose')
        if (!algorithms.has(decodeProtectedHeader(tokens.id_token!).alg ?? '')) throw new SsoRefusal('weak algorithm')
        const claims = { ...tokens.claims()! }
        if (config.serverMetadata().userinfo_endpoint)
          Object.assign(claims, withoutNames(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub), claims))
        return { subject: claims.sub, sid: typeof claims.sid === 'string' ? claims.sid : undefined, claims }
      } catch (cause) {
        throw cause instanceof SsoRefusal ? cause : new SsoRefusal(reasonOf(cause))
      }
    },
    /**
     * URL of the provider's sign-out page; undefined if it has none. It gets no return URL, because providers answer an
     * unregistered one with an error page.
     */
    async endSessionUrl(settings: OidcSettings): Promise<string | undefined> {
      const oidc = await library()
      const config = await discover(settings)
      if (!config.serverMetadata().end_session_endpoint) return undefined
      return oidc.buildEndSessionUrl(config, {}).href
    },
    /** Verifies a logout token sent by the provider. Throws `SsoRefusal` for any problem. */
    async readLogout(settings: OidcSettings, token: string): Promise<OidcLogout> {
      const { createRemoteJWKSet, customFetch, jwtVerify } = await import('jose')
      const { issuer, jwks_uri: keys } = (await discover(settings)).serverMetadata()
      try {
        const { payload } = await jwtVerify(
          token,
          createRemoteJWKSet(new URL(keys!), { [customFetch]: fetch as never }),
          {
            issuer,
            audience: settings.clientId,
            algorithms: [...algorithms],
            clockTolerance: SKEW_SECONDS,
            requiredClaims: ['iat', 'jti', 'events'],
            maxTokenAge: '10 minutes',
          },
        )
        const { sub, sid, jti, nonce, events } = payload as Record<string, unknown>
        const isLogout = typeof events === 'object' && events !== null && logoutEvent in events
        // A logout token must not have a nonce, otherwise an ID token could pass as one.
        if (!isLogout || nonce !== undefined || (sub === undefined && sid === undefined))
          throw new SsoRefusal('not a logout token')
        return {
          subject: typeof sub === 'string' ? sub : undefined,
          sid: typeof sid === 'string' ? sid : undefined,
          jti: String(jti),
          endsAt: Date.now() + 15 * 60_000,
        }
      } catch (cause) {
        throw cause instanceof SsoRefusal ? cause : new SsoRefusal(reasonOf(cause))
      }
    },
    /** Checks that a provider exists at this URL, when a connection is saved. */
    check: async (settings: OidcSettings) => void (await discover(settings)),
  }
}
export type Oidc = ReturnType<typeof createOidc>

/** Removes claims that the signed ID token already has: these take precedence. */
const withoutNames = (more: object, signed: object) =>
  Object.fromEntries(Object.entries(more).filter(([name]) => !(name in signed)))

function reasonOf(cause: unknown): string {
  const { message, error, cause: inner } = cause as { message?: string; error?: string; cause?: { message?: string } }
  return [error, message, inner?.message].filter(Boolean).join(': ').slice(0, 300)
}

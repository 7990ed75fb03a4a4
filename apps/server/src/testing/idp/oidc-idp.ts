import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { IdpAccount } from './accounts.ts'

export const oidcClient = { id: 'orrery', secret: 'orrery-client-secret-1' }

/**
 * A real OpenID provider from npm on this machine. Its sign-in page accepts the name of an account with any password.
 */
export async function openOidcIdp(accounts: readonly IdpAccount[], port = 0) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(url, {
    clients: [
      {
        client_id: oidcClient.id,
        client_secret: oidcClient.secret,
        redirect_uris: [`${url}/any`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    conformIdTokenClaims: false,
    // Its own client refuses local addresses, but all servers of the tests are local.
    fetch: (target: URL, { method, headers, body }: RequestInit) =>
      fetch(target, { method, headers, body } as RequestInit),
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
    findAccount: (_: unknown, id: string) => {
      const account = accounts.find((one) => one.username === id)
      if (!account) return undefined
      const { email, emailVerified, name, groups } = account
      return { accountId: id, claims: () => ({ sub: id, email, email_verified: emailVerified, name, groups }) }
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Session: 3600, Grant: 3600, Interaction: 3600 },
    cookies: { keys: ['of a provider that is for trying things out'] },
  })
  // Each connection has its own redirect URI, which is known only after it was created.
  const { prototype } = provider.Client as unknown as { prototype: { redirectUriAllowed(): boolean } }
  prototype.redirectUriAllowed = () => true
  server.on('request', provider.callback())

  /** Acts as the browser: signs in and consents. Returns the final redirect URL. */
  async function signIn(authorizationUrl: string, username: string): Promise<string> {
    const jar = new Map<string, string>()
    let next = authorizationUrl
    for (let step = 0; step < 12; step += 1) {
      if (!next.startsWith(url)) return next
      const isForm = /\/interaction\/[\w-]+$/.test(next)
      const page = isForm ? await (await send(next)).text() : ''
      const prompt = page.includes('value="consent"') ? 'consent' : 'login'
      const body = isForm ? new URLSearchParams({ prompt, login: username, password: 'password' }) : undefined
      next = new URL((await send(next, body)).headers.get('location') ?? '', next).href
    }
    throw new Error('The provider goes on asking.')

    async function send(target: string, body?: URLSearchParams): Promise<Response> {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const init = { headers: { cookie }, redirect: 'manual' as const }
      const answer = await fetch(target, body ? { ...init, method: 'POST', body } : init)
      for (const set of answer.headers.getSetCookie()) {
        const [name, value] = set.split(';')[0]!.split(/=(.*)/s)
        jar.set(name!, value!)
      }
      return answer
    }
  }
  return {
    url,
    host: new URL(url).host,
    provider,
    signIn,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

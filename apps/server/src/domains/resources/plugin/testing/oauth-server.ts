import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { afterFile } from '#testing/after-file.ts'

/** Starts a real OAuth server from npm, with one client and a protected resource. */
export async function openOAuthServer(redirectUri: string) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  let lifetime = 60
  const provider = new Provider(url, {
    clients: [
      {
        client_id: 'orrery',
        client_secret: 'client-secret-1',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    scopes: ['openid', 'offline_access', 'read'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true }, clientCredentials: { enabled: true } },
    issueRefreshToken: async () => true,
    rotateRefreshToken: () => true,
    findAccount: async (_: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    ttl: {
      AccessToken: () => lifetime,
      ClientCredentials: () => lifetime,
      RefreshToken: 3600,
      Session: 3600,
      Grant: 3600,
      Interaction: 3600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
    cookies: { keys: ['for tests only'] },
  })
  const callback = provider.callback()
  const calls: { authorization: string }[] = []
  const tokenRequests: string[] = []
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/token')) tokenRequests.push(request.url)
    if (!request.url?.startsWith('/resource')) return callback(request, response)
    const authorization = request.headers.authorization ?? ''
    calls.push({ authorization })
    const token = authorization.replace(/^Bearer /, '')
    void Promise.all([provider.AccessToken.find(token), provider.ClientCredentials.find(token)]).then(
      ([person, client]) => {
        response.setHeader('content-type', 'application/json')
        response.statusCode = person || client ? 200 : 401
        response.end(
          JSON.stringify(
            person ? { who: person.accountId } : client ? { who: client.clientId } : { error: 'unauthorized' },
          ),
        )
      },
    )
  })
  afterFile(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return {
    url,
    host: `127.0.0.1:${port}`,
    calls,
    tokenRequests,
    setLifetime: (seconds: number) => void (lifetime = seconds),
    /** Does what a user does in a browser: sign in, authorize, return. Returns the final address. */
    async allow(authorizationUrl: string, login: string): Promise<URL> {
      const jar = new Map<string, string>()
      let next = authorizationUrl
      for (let step = 0; step < 12; step += 1) {
        if (next.startsWith(redirectUri)) return new URL(next)
        const isForm = /\/interaction\/[\w-]+$/.test(next)
        const page = isForm ? await (await send(next)).text() : ''
        const answer = await send(
          next,
          isForm
            ? new URLSearchParams({
                prompt: page.includes('value="consent"') ? 'consent' : 'login',
                login,
                password: 'x',
              })
            : undefined,
        )
        const location = answer.headers.get('location')
        if (!location)
          throw new Error(`No way on from ${next}: ${answer.status} ${(await answer.text()).slice(0, 300)}`)
        next = new URL(location, next).href
      }
      throw new Error('too many steps')

      async function send(address: string, body?: URLSearchParams) {
        const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }
        const answer = await fetch(address, { redirect: 'manual', headers, ...(body && { method: 'POST', body }) })
        for (const line of answer.headers.getSetCookie()) {
          const [pair] = line.split(';')
          const [name, ...value] = pair!.split('=')
          if (value.join('=')) jar.set(name!, value.join('='))
          else jar.delete(name!)
        }
        return answer
      }
    },
  }
}

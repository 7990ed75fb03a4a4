import { globSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { builtinPlugins, pluginIdOf } from '#builtin-plugins/registry.ts'
import { openTarget, type Target } from './testing/target-server.ts'

/**
 * The outgoing requests of plugins, MCP servers and official tools, besides HTTP calls of plugins, which have a test
 * file of their own. The egress guard has detailed tests; this file checks that every caller uses it.
 */
let t: TestApp
let owner: Person
let spaceId: string
/** An allowed server; a second allowed one; and one on the same machine that is not allowed. */
let target: Target
let second: Target
let inner: Target
let rude: Server
let closedPort: number
const portOf = (server: Server) => (server.address() as AddressInfo).port
const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
beforeAll(async () => {
  ;[target, second, inner] = await Promise.all([openTarget(), openTarget(), openTarget()])
  rude = createServer((request) => request.socket.destroy())
  const closed = createServer()
  await Promise.all([listen(rude), listen(closed)])
  closedPort = portOf(closed)
  await new Promise((resolve) => closed.close(resolve))
  const quiet = [portOf(rude), closedPort].map((port) => `127.0.0.1:${port}`)
  t = await openTestApp({ config: { egressAllow: [target.host, second.host, ...quiet] } })
  owner = await t.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Egress' })).id
})
afterAll(() => void rude.close())
// Advance the clock, so that no request is refused by the rate limit.
beforeEach(() => t.clock.advance(61_000))

interface Outcome {
  ok: boolean
  words: string
}
const attempt = async (work: () => Promise<Outcome>): Promise<Outcome> =>
  work().catch((cause: Error) => ({ ok: false, words: cause.message }))
function official(toolName: string, args: (url: string) => object) {
  const plugin = builtinPlugins.find((builtinPlugin) => builtinPlugin.tools.some((tool) => tool.name === toolName))!
  const place = plugin.tools.findIndex((tool) => tool.name === toolName)
  const ids = { plugin_id: pluginIdOf(plugin), api_id: String((70_000_000 + plugin.number) * 100 + place + 1) }
  return async (url: string): Promise<Outcome> => {
    const answer = await owner.api.pluginTool.debug({ ...ids, parameters: JSON.stringify(args(url)) })
    return { ok: answer.success, words: answer.reason }
  }
}
const mcp = (transport_mode: 'streamable_http' | 'sse') => async (url: string) => {
  const { mcp_server: server } = await owner.api.mcp.create({ space_id: spaceId, name: 'Somewhere' })
  const config = { static_headers: [{ key: 'x-secret', value: 'sk-mcp' }] }
  const input = { mcp_server_id: server.id, transport_mode, server_url: url, config }
  const { mcp_server_access_point: point } = await owner.api.mcp.createPoint(input)
  return { ok: point.validation_status === 'success', words: point.validation_message }
}
async function token(url: string): Promise<Outcome> {
  const { plugin_id } = await owner.api.plugin.registerMeta({
    space_id: spaceId,
    name: 'Token',
    desc: 'x',
    url: target.url,
    icon: {},
    auth_type: 3,
    oauth_info: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: 'orrery',
      client_secret: 'sk-client',
      authorization_url: url,
      scope: '',
    }),
  })
  const { api_id } = await owner.api.pluginTool.create({ plugin_id, name: 'whoami', desc: 'Who', path: '/who' })
  const answer = await owner.api.pluginTool.debug({ plugin_id, api_id })
  return { ok: answer.success, words: answer.reason }
}
const sites: Record<string, (url: string) => Promise<Outcome>> = {
  'an import by address': async (data_url) => {
    await owner.api.plugin.convert({ space_id: spaceId, data_url } as never)
    return { ok: true, words: '' }
  },
  'the token call of OAuth': token,
  'MCP over streamable HTTP': mcp('streamable_http'),
  'MCP over SSE': mcp('sse'),
  'the reader of pages': official('read_page', (url) => ({ url })),
  'the reader of feeds': official('read_feed', (url) => ({ url })),
  'a request': official('http_get', (url) => ({ url })),
  'a request that sends': official('http_send', (url) => ({ url, method: 'POST', body: 'x' })),
  'a picture': official('image_info', (url) => ({ image_url: url })),
  async 'the search of the web'(url) {
    const file = path.join(t.infra.config.dataDir, 'plugins.json')
    writeFileSync(file, JSON.stringify({ search: { kind: 'searxng', url, key: 'sk-search' } }))
    // The file is reloaded only if its modification time has changed.
    settingsAge += 5
    utimesSync(file, new Date(), new Date(Date.now() + settingsAge * 1000))
    return official('search_web', () => ({ query: 'tea' }))(url)
  },
}
let settingsAge = 0

describe.each(Object.entries(sites))('%s', (_name, send) => {
  test('no private address is reachable in any notation; the allow list opens only the listed ports', async () => {
    const port = portIn(inner)
    for (const url of [
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      `http://LOCALHOST.:${port}/`,
      `http://[::1]:${port}/`,
      `http://0.0.0.0:${port}/`,
      `http://2130706433:${port}/`,
      `http://0x7f.1:${port}/`,
      `http://0177.1:${port}/`,
      `http://[::ffff:7f00:1]:${port}/`,
      `http://ok@127.0.0.1:${port}/`,
      'http://10.0.0.1/',
      'http://172.16.0.1/',
      'http://192.168.1.1/',
      'http://100.64.0.1/',
      'http://169.254.169.254/latest/meta-data',
      'http://[::ffff:169.254.169.254]/',
      'http://[64:ff9b::7f00:1]/',
      'http://[fe80::1]/',
      'http://[fc00::1]/',
      'http://metadata.google.internal/',
    ])
      expect(await attempt(() => send(url)), url).toMatchObject({ ok: false })
    expect(inner.seen).toHaveLength(0)
  })

  test('a redirect to a private address or another scheme, or an endless one, is not followed', async () => {
    for (const [at, location] of [
      ['/to-inner', `${inner.url}/secret`],
      ['/to-meta', 'http://169.254.169.254/latest'],
      ['/to-file', 'file:///etc/passwd'],
      ['/to-data', 'data:text/plain,x'],
    ] as const) {
      target.on(at, (_, response) => void response.writeHead(307, { location }).end())
      expect(await attempt(() => send(`${target.url}${at}`)), at).toMatchObject({ ok: false })
    }
    expect(inner.seen).toHaveLength(0)
    let hops = 0
    target.on('/loop', (_, response) => void response.writeHead(307, { location: `/loop?${(hops += 1)}` }).end())
    expect(await attempt(() => send(`${target.url}/loop`))).toMatchObject({ ok: false })
    // An MCP transport may send several requests, but each follows only a few redirects.
    expect(hops).toBeLessThan(40)
  })

  test('secrets are not sent to another origin', async () => {
    const before = second.seen.length
    target.on('/elsewhere', (_, response) => void response.writeHead(307, { location: `${second.url}/caught` }).end())
    await attempt(() => send(`${target.url}/elsewhere`))
    const caught = JSON.stringify(second.seen.slice(before))
    for (const secret of ['sk-mcp', 'sk-client', 'sk-search', btoa('orrery:sk-client')])
      expect(caught).not.toContain(secret)
  })

  test('an endless answer is cut off', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    target.on('/endless', (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        if (!response.destroyed) response.write(chunk, more)
      }
      more()
    })
    const before = process.memoryUsage().rss
    expect(await attempt(() => send(`${target.url}/endless`))).toMatchObject({ ok: false })
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  })

  test('no header of the session or of the server is sent', async () => {
    const from = target.seen.length
    await attempt(() => send(`${target.url}/plain`))
    const seen = target.seen.slice(from).filter((item) => item.path === '/plain')
    expect(seen.length).toBeGreaterThan(0)
    for (const { headers } of seen) {
      expect(headers.cookie).toBeUndefined()
      expect(JSON.stringify(headers)).not.toContain(owner.cookie())
    }
  })

  test.each(['25', '22', '6379', '5432'])('port %s is refused, even on a public host', async (port) => {
    expect(await attempt(() => send(`http://example.com:${port}/`))).toMatchObject({ ok: false })
  })

  test('line breaks in an address cannot add lines to a request', async () => {
    const from = target.seen.length
    await attempt(() => send(`${target.url}/a%0d%0ax-evil:%201`))
    await attempt(() => send(`${target.url}/a\r\nx-evil: 1`))
    for (const { headers } of target.seen.slice(from)) expect(headers['x-evil']).toBeUndefined()
  })

  test('an open port without a valid answer and a closed port give the same error', async () => {
    const words = async (port: number) =>
      (await attempt(() => send(`http://127.0.0.1:${port}/`))).words.replaceAll(String(port), 'PORT')
    expect(await words(portOf(rude))).toBe(await words(closedPort))
  })
})
const portIn = (target: Target) => target.host.split(':')[1]!

test('only the egress guard resolves names and opens connections', () => {
  const root = path.resolve(import.meta.dirname, '../../..')
  const files = globSync('{domains/resources/{plugin,mcp,mock,card},builtin-plugins}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/testing\//.test(file),
  )
  expect(files.length).toBeGreaterThan(60)
  const networkAccess =
    /(?<![.\w])fetch\(|from '(node:(https?|http2|net|tls|dgram|dns)|undici)'|new (WebSocket|EventSource)\(/
  // to-code.ts generates programs for people, which contain `fetch` as text.
  expect(files.filter((file) => networkAccess.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([
    'domains/resources/plugin/to-code.ts',
  ])
})

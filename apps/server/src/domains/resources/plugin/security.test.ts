import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { ParameterType } from '@orrery/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#testing/test-app.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { createLab } from '#kit/egress/testing/lab.ts'
import { noAuth } from './auth-settings.ts'
import { callOverHttp } from './call/http-call.ts'
import { plainExtend } from './import/document-tools.ts'
import type { PluginManifest, ToolRow } from './plugin.table.ts'
import { noSecret } from './plugin-secret.ts'
import { openPluginLab, param, type PluginLab } from './testing/plugin-lab.ts'
import { openTarget, type Target } from './testing/target-server.ts'
import { afterFile } from '#testing/after-file.ts'

/** Every call of a plugin passes the egress guard, whose details have tests of their own. */
let lab: PluginLab
let owner: Person
let inner: Target
beforeAll(async () => {
  inner = await openTarget('127.0.0.1')
  lab = await openPluginLab()
  ;({ owner } = lab)
})
/** A published plugin whose stored address was changed directly, as an old version or a restored backup could do. */
async function pluginAt(url: string, more: Record<string, unknown> = {}) {
  const plugin_id = await lab.createPlugin(more)
  const api_id = await lab.createTool(plugin_id, 'call', {
    path: '/x',
    request_params: [
      param('q', ParameterType.string, { location: 2 }),
      param('x-head', ParameterType.string, { location: 4 }),
    ],
  })
  await lab.t.infra.database.pool.query('UPDATE plugin SET url = $1 WHERE id = $2', [url, plugin_id])
  await lab.t.services.plugins.forget(plugin_id)
  return { plugin_id, api_id }
}
const call = ({ plugin_id, api_id }: { plugin_id: string; api_id: string }, args: object = {}) =>
  owner.api.pluginTool.debug({ plugin_id, api_id, parameters: JSON.stringify(args) })

describe('private addresses', () => {
  test.each([
    'http://127.0.0.1:1',
    'http://0.0.0.0',
    'http://localhost',
    'http://[::1]',
    'http://10.1.2.3',
    'http://172.16.0.1',
    'http://192.168.1.1',
    'http://100.64.0.1',
    'http://169.254.169.254',
    'http://[fe80::1]',
    'http://[fc00::1]',
    'http://metadata.google.internal',
  ])('%s is refused when it is saved, and when it is called', async (url) => {
    await expect(lab.createPlugin({ url })).rejects.toMatchObject({ status: 400 })
    const answer = await call(await pluginAt(url))
    expect(answer).toMatchObject({ success: false })
    expect(answer.raw_resp).toBe('')
  })
})

describe('disguised addresses', () => {
  test.each([
    'http://2130706433',
    'http://0177.1',
    'http://0x7f.1',
    'http://[::ffff:169.254.169.254]',
    'http://[::ffff:7f00:1]',
    'http://[64:ff9b::7f00:1]',
    'http://LOCALHOST.',
    'http://127.0.0.1.',
    'http://ok@127.0.0.1',
  ])('%s is refused', async (url) => {
    await expect(lab.createPlugin({ url })).rejects.toMatchObject({ status: 400 })
    expect((await call(await pluginAt(url))).success).toBe(false)
  })
})

describe('names', () => {
  const outside = createLab()
  afterAll(() => outside.close())
  const tool = { path: '/x', method: 1, request: [], response: [], extend: plainExtend } as unknown as ToolRow
  const at = (url: string, egress: Egress) => {
    const manifest = { auth: noAuth, commonParams: {} } as unknown as PluginManifest
    const grants = { token: async () => undefined, authorizationUrl: async () => '' }
    const context = {
      spaceId: '1',
      userId: '1',
      endUser: '',
      connectorId: '',
      isDraft: false,
      locale: 'en' as const,
      signal: AbortSignal.timeout(5000),
    }
    return callOverHttp(egress, { manifest, base: url, secret: noSecret, grants }, tool, {}, context)
  }
  test('names with a private address, with changing addresses, or that cannot be resolved are refused', async () => {
    const trap = await outside.trap()
    const mixed = outside.egress({ resolve: async () => ['93.184.216.34', '10.0.0.1'], dial: () => trap.host })
    await expect(at(`http://mixed.test:${trap.port}`, mixed)).rejects.toMatchObject({ status: 403 })
    let asked = 0
    const rebinding = outside.egress({
      resolve: async () => ((asked += 1) > 1 ? ['127.0.0.1'] : ['93.184.216.34']),
      dial: () => trap.host,
      connectTimeoutMs: 500,
    })
    await at(`http://rebind.test:${trap.port}`, rebinding).catch(() => {})
    // The name is resolved once: the address that was checked is the one that is dialled.
    expect(asked).toBe(1)
    const before = trap.connections
    const unknown = outside.egress({ resolve: () => Promise.reject(new Error('SERVFAIL')), dial: () => trap.host })
    await expect(at(`http://unknown.test:${trap.port}`, unknown)).rejects.toMatchObject({ status: 502 })
    expect(trap.connections).toBe(before)
  })
})

describe('redirects', () => {
  test('to a private address, to other schemes, or endless ones are not followed', async () => {
    const plugin_id = await lab.createPlugin()
    for (const [name, location] of [
      ['priv', `${inner.url}/secret`],
      ['meta', 'http://169.254.169.254/latest'],
      ['file', 'file:///etc/passwd'],
      ['gopher', 'gopher://127.0.0.1:6379/_x'],
      ['data', 'data:text/plain,x'],
    ]) {
      lab.target.on(`/${name}`, (_, response) => void response.writeHead(302, { location: location! }).end())
      const api_id = await lab.createTool(plugin_id, name!, { path: `/${name}` })
      expect(await call({ plugin_id, api_id }), name).toMatchObject({ success: false })
    }
    expect(inner.seen).toHaveLength(0)
    let hops = 0
    lab.target.on('/loop', (_, response) => {
      hops += 1
      response.writeHead(307, { location: `/loop?${hops}` }).end()
    })
    expect(await call({ plugin_id, api_id: await lab.createTool(plugin_id, 'loop', { path: '/loop' }) })).toMatchObject(
      { success: false },
    )
    expect(hops).toBeLessThan(12)
  })

  test('a key is not sent to another origin, and a redirect is refused if the query contains a key', async () => {
    const second = await openTarget('127.0.0.1')
    const both = await openPluginLab({ allow: [second.host] })
    const api = both.owner.api
    both.target.on('/go', (_, response) => void response.writeHead(302, { location: `${second.url}/caught` }).end())
    const make = async (more: Record<string, unknown>) => {
      const plugin_id = await both.createPlugin(more)
      return { plugin_id, api_id: await both.createTool(plugin_id, 'go', { path: '/go' }) }
    }
    await api.pluginTool.debug(await make({ auth_type: 1, location: 1, key: 'x-secret', service_token: 'sk-1' }))
    expect(second.seen).toHaveLength(1)
    expect(second.seen[0]!.headers['x-secret']).toBeUndefined()
    await api.pluginTool.debug(
      await make({ auth_type: 1, location: 1, key: 'Authorization', service_token: 'Bearer sk-2' }),
    )
    expect(second.seen[1]!.headers.authorization).toBeUndefined()
    expect(
      await api.pluginTool.debug(await make({ auth_type: 1, location: 2, key: 'token', service_token: 'sk-3' })),
    ).toMatchObject({ success: false })
    expect(second.seen).toHaveLength(2)
  })
})

describe('endless answers', () => {
  test('too large, compressed or truncated answers fail without growing memory', async () => {
    const plugin_id = await lab.createPlugin()
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    lab.target.on('/large', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      const more = () => {
        if (!response.destroyed) response.write(chunk, more)
      }
      more()
    })
    lab.target.on(
      '/bomb',
      (_, response) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * 1024 * 1024))),
    )
    lab.target.on('/short', (_, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('half')
      response.destroy()
    })
    const before = process.memoryUsage().rss
    for (const name of ['large', 'bomb', 'short'])
      expect(
        await call({ plugin_id, api_id: await lab.createTool(plugin_id, name, { path: `/${name}` }) }),
        name,
      ).toMatchObject({ success: false })
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  })
})

describe('the allow list of the administrator', () => {
  test('allows the listed host and port, and no others', async () => {
    const open = await pluginAt(lab.target.url)
    expect((await call(open)).success).toBe(true)
    expect((await call(await pluginAt(inner.url))).success).toBe(false)
    expect(inner.seen).toHaveLength(0)
  })
})

describe('requests carry no rights of the server', () => {
  test('no cookie, token or header of the session or the server is sent', async () => {
    await call(await pluginAt(lab.target.url))
    const { headers } = lab.target.last()
    expect(headers.cookie).toBeUndefined()
    expect(headers.authorization).toBeUndefined()
    expect(Object.keys(headers).filter((name) => name.startsWith('x-'))).toEqual([])
  })
})

describe('ports and line breaks', () => {
  test.each(['25', '22', '6379', '5432'])('port %s is refused', async (port) => {
    const answer = await call(await pluginAt(`http://example.com:${port}`))
    expect(answer).toMatchObject({ success: false, reason: expect.stringContaining(`Port ${port}`) })
  })
  test('line breaks in headers and paths are refused or encoded', async () => {
    const ids = await pluginAt(lab.target.url)
    expect(await call(ids, { 'x-head': 'a\r\nx-evil: 1' })).toMatchObject({ success: false })
    await call(ids, { q: 'a\r\nb' })
    expect(lab.target.last().query).toEqual({ q: 'a\r\nb' })
    await expect(lab.createTool(ids.plugin_id, 'lines', { path: '/a\r\nb' })).rejects.toMatchObject({ status: 400 })
    await expect(
      lab.createPlugin({ auth_type: 1, location: 1, key: 'x-key', service_token: 'a\r\nb' }),
    ).rejects.toMatchObject({ status: 400 })
  })
})

describe('error messages', () => {
  test('are the same for an open port without a valid answer and a closed port', async () => {
    const rude = createServer((request) => request.socket.destroy())
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve))
    afterFile(() => void rude.close())
    const { port } = rude.address() as AddressInfo
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port: closedPort } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const probe = await openPluginLab({ allow: [`127.0.0.1:${port}`, `127.0.0.1:${closedPort}`] })
    const reasonAt = async (at: number) => {
      const plugin_id = await probe.createPlugin({ url: `http://127.0.0.1:${at}` })
      const { reason } = await probe.debug(plugin_id, await probe.createTool(plugin_id, 'probe', { path: '/' }))
      return reason.replaceAll(String(at), 'PORT')
    }
    expect(await reasonAt(port)).toBe(await reasonAt(closedPort))
  })
})

describe('ids of another space', () => {
  test('count as not found in every call of plugins', async () => {
    const { plugin_id, api_id } = await pluginAt(lab.target.url)
    const version = await lab.publish(plugin_id)
    const stranger = await lab.t.register('stranger')
    const api = stranger.api
    const tries: (() => Promise<unknown>)[] = [
      () => api.plugin.info({ plugin_id, preview_version_ts: version }),
      () => api.plugin.updateMeta({ plugin_id, name: 'x' }),
      () => api.plugin.remove({ plugin_id }),
      () => api.plugin.publish({ plugin_id }),
      () => api.plugin.lock({ plugin_id }),
      () => api.plugin.toCode({ plugin_id, api_id, program_lang: 1 }),
      () => api.plugin.save({ plugin_id, item_infos: [] }),
      () => api.pluginTool.update({ plugin_id, api_id, desc: 'x' }),
      () => api.pluginTool.remove({ plugin_id, api_id }),
      () => api.pluginTool.batchCreate({ plugin_id, openapi: '{}' }),
      () => api.pluginAuth.status({ plugin_id }),
      () => api.cards.respStruct({ plugin_id, api_name: 'call' }),
      () => api.cards.preset({ plugin_id, api_id }),
    ]
    for (const found of tries) await expect(found()).rejects.toMatchObject({ status: 404 })
    // A tool under the id of another plugin is not found either.
    const mine = await lab.createPlugin()
    await expect(owner.api.pluginTool.update({ plugin_id: mine, api_id, desc: 'x' })).rejects.toMatchObject({
      status: 404,
    })
    await expect(owner.api.pluginTool.debug({ plugin_id: mine, api_id })).rejects.toMatchObject({ status: 404 })
  })
})

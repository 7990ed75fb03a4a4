import { gunzipSync } from 'node:zlib'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { createEdge } from './edge.ts'
import { openTestApp, type Person, type TestApp, testPassword } from '#testing/test-app.ts'

let t: TestApp
let person: Person
beforeAll(async () => {
  t = await openTestApp({ config: { trustedProxies: [] } })
  person = await t.register()
})
const info = '/api/passport/account/info/v2/'
const create = '/api/space/create'
const send = (path: string, headers: Record<string, string>, body?: string) =>
  t.request(path, { method: 'POST', headers: { cookie: person.cookie(), ...headers }, body })
const json = { 'content-type': 'application/json' }
const marker = { 'x-requested-with': 'XMLHttpRequest' }

describe('a foreign site cannot act with the cookie', () => {
  test('a write without the marker is refused', async () => {
    expect((await send(create, json, '{"name":"x"}')).status).toBe(403)
  })
  test('a foreign Origin is refused, our own is accepted', async () => {
    expect((await send(create, { ...json, ...marker, origin: 'https://evil.test' }, '{"name":"x"}')).status).toBe(403)
    expect((await send(create, { ...json, ...marker, origin: 'null' }, '{"name":"x"}')).status).toBe(403)
    expect((await send(create, { ...json, ...marker, origin: 'http://127.0.0.1:8890' }, '{"name":"x"}')).status).toBe(
      200,
    )
  })
  test('JSON as text/plain or as a form is refused', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', ''])
      expect((await send(create, { ...marker, 'content-type': type }, '{"name":"x"}')).status).toBe(415)
  })
  test('the GET that signs out is guarded like a write', async () => {
    expect((await t.request('/api/passport/web/logout/', { headers: { cookie: person.cookie() } })).status).toBe(403)
  })
  test('no answer allows another origin with credentials', async () => {
    const response = await send(info, { ...marker, origin: 'https://evil.test' })
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })
  test('a form type without a body is accepted', async () => {
    expect((await send(info, { ...marker, 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(200)
  })
})

describe('limits on input', () => {
  test('JSON nested 100,000 deep, and JSON that is not an object, are refused', async () => {
    expect((await send(create, { ...json, ...marker }, '['.repeat(100_000))).status).toBe(400)
    expect((await send(create, { ...json, ...marker }, '{"a":'.repeat(100_000))).status).toBe(400)
    for (const body of ['[1]', '"x"', 'null', '{', '{"name":"x"'])
      expect((await send(create, { ...json, ...marker }, body)).status).toBe(400)
  })
  test('brackets inside texts do not count as depth, and an escaped quote does not end a text', async () => {
    const brackets = '['.repeat(1000)
    const post = async (text: string, more = '') => {
      const response = await send(create, { ...json, ...marker }, `{"name":"n","description":${text}${more}}`)
      return ((await response.json()) as { msg: string }).msg
    }
    const tooDeep = await post('"x"', `,"deep":${brackets}`)
    expect(tooDeep).toMatch(/deep/)
    for (const text of [brackets, `\\"${brackets}`, `\\\\\\"${brackets}`])
      expect(await post(`"${text}"`)).not.toBe(tooDeep)
    for (const text of ['\\\\', '\\"', '\\\\\\"']) expect(await post(`"${text}"`, `,"deep":${brackets}`)).toBe(tooDeep)
  })
  test('a body over the limit is refused, with or without an announced length', async () => {
    const big = JSON.stringify({ name: 'x', description: 'y'.repeat(11 * 1024 * 1024) })
    expect((await send(create, { ...json, ...marker, 'content-length': String(big.length) }, big)).status).toBe(413)
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(' '.repeat(1024 * 1024)))
      },
    })
    const response = await t.request(create, {
      method: 'POST',
      headers: { cookie: person.cookie(), ...json, ...marker },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
  })
  test('a number of a million digits does no harm', async () => {
    expect(
      (await send(create, { ...json, ...marker }, `{"name":"n","space_type":${'9'.repeat(1_000_000)}}`)).status,
    ).toBe(400)
  })
})

test('__proto__, constructor and prototype in a body pollute nothing', async () => {
  await send(
    create,
    { ...json, ...marker },
    '{"name":"p","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  )
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})

test('forwarded headers, overrides and debug switches are ignored', async () => {
  const response = await send(info, {
    ...marker,
    'x-forwarded-for': '1.2.3.4',
    'x-original-url': '/openapi.json',
    'x-http-method-override': 'DELETE',
    host: 'evil.test',
  })
  expect(((await response.json()) as { data: { email: string } }).data.email).toBe(person.email)
  const { sessions } = await person.api.passport.sessions({})
  expect(sessions[0]!.address).not.toBe('1.2.3.4')
})

test('every answer has a log id, and an unknown address gives a plain 404', async () => {
  for (const path of ['/healthz', '/api/nothing', '/openapi.json'])
    expect((await t.request(path)).headers.get('x-tt-logid')).toMatch(/^[\dA-Z]{20,}$/)
  const response = await t.request('/api/nothing')
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: ErrorCode.kit.notFound })
})

test('the contract is compressed for clients that support it', async () => {
  const packed = await t.request('/openapi.json', { headers: { 'accept-encoding': 'gzip' } })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  const plain = await (await t.request('/openapi.json')).text()
  expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(plain)
  expect(JSON.parse(plain)).toMatchObject({ openapi: expect.stringMatching(/^3\./) })
})

test('long answers are compressed for pages of the studio only', async () => {
  for (const name of ['One', 'Two', 'Three']) await person.api.space.create({ name, description: 'x'.repeat(1900) })
  const list = async (headers: Record<string, string>, path = '/api/space/list') =>
    send(path, { ...json, ...headers }, '{}')
  const accepts = { 'accept-encoding': 'gzip, br' }
  const packed = await list({ ...marker, ...accepts })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  const plain = await list(marker)
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(await plain.text())
  expect((await list({ ...marker, ...accepts }, info)).headers.get('content-encoding')).toBeNull()
  // Without the marker, the client is another site or a program.
  expect((await list(accepts)).headers.get('content-encoding')).toBeNull()
})

test('pages cannot be framed, and browsers must not sniff types', async () => {
  const { headers } = await t.request('/healthz')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('the health check reveals nothing else', async () => {
  expect(await (await t.request('/healthz')).json()).toEqual({ code: 0, msg: '', status: 'ok' })
  expect(await (await t.request('/readyz')).json()).toEqual({ code: 0, msg: '', status: 'ready' })
})

test('a bug becomes a 500 with a log id and without details', async () => {
  const app = createEdge(t.infra.log)
  app.get('/api/broken', () => {
    throw new Error('secret detail')
  })
  const response = await app.request('/api/broken')
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('secret detail')
  expect(t.logLines.join('')).toContain('secret detail')
})

test('passwords never reach the log', async () => {
  await t.anonymous.passport.login({ email: person.email, password: 'wrong but secret' }).catch(() => {})
  await t.anonymous.instance.reportError({ name: 'x', message: 'y', extra: { password: testPassword } })
  expect(t.logLines.join('')).not.toMatch(/wrong but secret|correct horse/)
})

test("invalid input names the field, in the caller's language", async () => {
  const ask = async (language: string, body: string) =>
    ((await (await send(create, { ...json, ...marker, 'accept-language': language }, body)).json()) as { msg: string })
      .msg
  expect(await ask('en', '{}')).toBe('name: is required')
  expect(await ask('zh-CN', '{}')).toBe('name：为必填项')
  expect(await ask('en', `{"name":"${'x'.repeat(51)}"}`)).toBe('name: at most 50 characters')
  expect(await ask('en', '{"name":5}')).toBe('name: must be a string')
})

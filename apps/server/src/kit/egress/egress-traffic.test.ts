import { networkInterfaces } from 'node:os'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Egress } from './egress.ts'
import { createLab, fakeNames, type Lab, type Site } from './testing/lab.ts'

let lab: Lab
let site: Site
let egress: Egress
let answer: (response: ServerResponse, request: IncomingMessage) => unknown

beforeEach(async () => {
  lab = createLab()
  answer = (response) => response.end('ok')
  // Answers after the whole request has arrived, so that its record is complete.
  site = await lab.site((request, response) => void request.on('end', () => answer(response, request)))
  egress = lab.egress({ allow: [site.hostPort] })
})
afterEach(() => lab.close())

test('an ordinary call to a public name arrives with the name as its host', async () => {
  const { resolve } = fakeNames({ 'api.example.com': [['93.184.216.34', '2606:4700::1111']] })
  egress = lab.egress({ resolve, dial: () => site.host })
  answer = (response) =>
    response.writeHead(418, 'Teapot', { 'x-a': '1', 'set-cookie': ['a=1', 'b=2'] }).end('{"a":[1]}')
  const response = await egress.fetch(`http://api.example.com.:${site.port}/v1/x?y=%20z#part`)
  expect(response).toMatchObject({ status: 418, statusText: 'Teapot', ok: false, redirected: false })
  expect(response.url).toBe(`http://api.example.com:${site.port}/v1/x?y=%20z`)
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(await response.json()).toEqual({ a: [1] })
  expect(site.requests[0]).toMatchObject({ method: 'GET', url: '/v1/x?y=%20z' })
  expect(site.requests[0]!.headers.host).toBe(`api.example.com:${site.port}`)
})

const hasIPv6 = Object.values(networkInterfaces()).some((list) => list?.some((entry) => entry.address === '::1'))
test.runIf(hasIPv6)('an IPv6 address can be allowed and called', async () => {
  const six = await lab.site((_request, response) => response.end('six'), { host: '::1' })
  egress = lab.egress({ allow: [`[::1]:${six.port}`] })
  expect(await (await egress.fetch(`http://[::1]:${six.port}/`)).text()).toBe('six')
})

test('the next DNS record is tried when the first does not answer', async () => {
  const { resolve } = fakeNames({ 'api.example.com': [['93.184.216.34', '93.184.216.35']] })
  // Nothing listens on that port of 127.0.0.9.
  egress = lab.egress({ resolve, dial: (address) => (address === '93.184.216.34' ? '127.0.0.9' : site.host) })
  expect(await (await egress.fetch(`http://api.example.com:${site.port}/`)).text()).toBe('ok')
})

const form = new FormData()
form.set('name', '名字')
form.set('file', new Blob(['content'], { type: 'text/plain' }), 'a.txt')
test.each([
  ['text', 'héllo', 'text/plain;charset=UTF-8', 'héllo'],
  ['bytes', new Uint8Array([104, 105, 33]).subarray(0, 2), undefined, 'hi'],
  ['a buffer', new TextEncoder().encode('hi').buffer, undefined, 'hi'],
  ['a form of fields', new URLSearchParams({ a: '1 2' }), 'application/x-www-form-urlencoded;charset=UTF-8', 'a=1+2'],
  ['a blob', new Blob(['hi'], { type: 'image/png' }), 'image/png', 'hi'],
] as const)('a body of %s is sent with its length and type', async (_kind, body, type, sent) => {
  await egress.fetch(site.url, { method: 'POST', body })
  const { headers, body: received } = site.requests[0]!
  expect(received).toBe(sent)
  expect(headers['content-type']).toBe(type)
  expect(headers['content-length']).toBe(String(Buffer.byteLength(sent)))
})

test('a form with a file is sent as multipart form data', async () => {
  await egress.fetch(site.url, { method: 'POST', body: form })
  const { headers, body } = site.requests[0]!
  const parsed = await new Response(body, { headers: { 'content-type': headers['content-type']! } }).formData()
  expect(parsed.get('name')).toBe('名字')
  expect(await (parsed.get('file') as File).text()).toBe('content')
  expect(headers['content-length']).toBeDefined()
})

test.each([
  ['node', () => Readable.from(['a', 'b', 'c'])],
  ['web', () => new Blob(['ab', 'c']).stream()],
])('a %s stream is sent', async (_kind, make) => {
  await egress.fetch(site.url, { method: 'PUT', body: make() })
  expect(site.requests[0]).toMatchObject({ method: 'PUT', body: 'abc' })
})

test('a failing request stream rejects with its own error, not as a failure of the far end', async () => {
  const body = Readable.from(
    (async function* () {
      yield 'a'
      throw new Error('disk gone')
    })(),
  )
  await expect(egress.fetch(site.url, { method: 'POST', body })).rejects.toThrow('disk gone')
})

test('a stream to an unreachable host fails as unreachable, and the stream is released', async () => {
  const gone = createLab()
  const { hostPort } = await gone.trap()
  await gone.close()
  const body = new Readable({ read() {} })
  egress = lab.egress({ allow: [hostPort] })
  const call = egress.fetch(`http://${hostPort}/`, { method: 'POST', body })
  await expect(call).rejects.toMatchObject({ code: ErrorCode.egress.unreachable })
  await vi.waitFor(() => expect(body.destroyed).toBe(true))
})

test('connection headers copied from another request are removed', async () => {
  const headers = {
    Connection: 'keep-alive',
    'Transfer-Encoding': 'chunked',
    'Content-Length': '999',
    Expect: '100-continue',
    TE: 'trailers',
    Upgrade: 'h2c',
    'X-Own': ' kept ',
  }
  await egress.fetch(site.url, { method: 'POST', body: 'hi', headers })
  const received = site.requests[0]!.headers
  expect(received).toMatchObject({ 'content-length': '2', 'x-own': 'kept' })
  const left = ['transfer-encoding', 'expect', 'te', 'upgrade'].filter((name) => name in received)
  expect(left).toEqual([])
})

test.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
  ['identity', (text: string) => Buffer.from(text)],
])('content in %s is decoded', async (encoding, pack) => {
  answer = (response) => response.setHeader('content-encoding', encoding).end(pack('hello'))
  const response = await egress.fetch(site.url)
  expect(await response.text()).toBe('hello')
  if (encoding !== 'identity') expect(response.headers.has('content-encoding')).toBe(false)
})

test('content in an unrequested encoding stays encoded and keeps its header', async () => {
  answer = (response) => response.setHeader('content-encoding', 'compress').end('raw')
  const response = await egress.fetch(site.url)
  expect([await response.text(), response.headers.get('content-encoding')]).toEqual(['raw', 'compress'])
})

test('a range of a file is requested without compression', async () => {
  await egress.fetch(site.url, { headers: { range: 'bytes=0-9', 'accept-encoding': 'gzip' } })
  await egress.fetch(site.url)
  expect(site.requests.map((request) => request.headers['accept-encoding'])).toEqual(['identity', 'gzip, deflate, br'])
})

test('text is decoded by its charset', async () => {
  answer = (response) =>
    response.setHeader('content-type', 'text/html; charset=GBK').end(Buffer.from([0xd6, 0xd0, 0xce, 0xc4]))
  expect(await (await egress.fetch(site.url)).text()).toBe('中文')
  answer = (response) => response.setHeader('content-type', 'text/html; charset=nonsense').end('中文')
  expect(await (await egress.fetch(site.url)).text()).toBe('中文')
})

test('an answer that is not JSON fails with a matching error', async () => {
  answer = (response) => response.end('<html>')
  const response = await egress.fetch(site.url)
  await expect(response.json()).rejects.toMatchObject({ code: ErrorCode.egress.notJson })
})

test('answers without a body end without being read', async () => {
  answer = (response) => response.writeHead(204).end()
  expect((await egress.fetch(site.url, { stream: true })).status).toBe(204)
  expect((await egress.asFetch()(site.url)).body).toBe(null)
  answer = (response) => response.writeHead(200, { 'content-length': '99999999', 'content-encoding': 'gzip' }).end()
  expect(await (await egress.fetch(site.url, { method: 'HEAD' })).text()).toBe('')
  await setImmediate()
  await egress.fetch(site.url, { method: 'HEAD' })
  expect(site.requests).toHaveLength(4)
})

test('aborting before the connection, before the answer or in the middle closes the connection', async () => {
  const reason = new Error('no longer wanted')
  const early = AbortSignal.abort(reason)
  await expect(egress.fetch(site.url, { signal: early })).rejects.toBe(reason)
  // Long enough for a connection to show up, if there were one.
  await sleep(50)
  expect(site.connections).toBe(0)

  const connecting = new AbortController()
  const slow = lab.egress({ resolve: () => new Promise(() => {}), connectTimeoutMs: 0 })
  const stuck = slow.fetch('http://example.com/', { signal: connecting.signal })
  connecting.abort(reason)
  await expect(stuck).rejects.toBe(reason)

  for (const write of [false, true]) {
    const stop = new AbortController()
    answer = (response) => {
      if (write) response.write('half')
      setTimeout(() => stop.abort(reason), 20)
    }
    await expect(egress.fetch(site.url, { signal: stop.signal })).rejects.toBe(reason)
    await vi.waitFor(() => expect(site.open()).toBe(0))
  }
})

test('a streamed answer arrives piece by piece, and a reader that stops early closes the connection', async () => {
  let send: (text: string) => void = () => {}
  answer = (response) => {
    send = (text) => response.write(text)
    send('one')
  }
  const response = await egress.asFetch()(site.url)
  const reader = response.body!.getReader()
  const next = async () => Buffer.from((await reader.read()).value!).toString()
  expect(await next()).toBe('one')
  send('two')
  expect(await next()).toBe('two')
  const pending = reader.read()
  await reader.cancel()
  expect((await pending).done).toBe(true)
  await vi.waitFor(() => expect(site.open()).toBe(0))
})

test('the standard fetch accepts the arguments of fetch and returns its responses', async () => {
  const fetch = egress.asFetch({ headers: { 'x-default': 'd', 'x-both': 'd' }, secretHeaders: ['x-both'] })
  answer = (response, request) =>
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(request.headers))
  const response = await fetch(new URL(site.url), {
    method: 'post',
    body: '{}',
    headers: { 'X-Both': 'o', 'content-type': 'application/json' },
  })
  expect(response).toBeInstanceOf(Response)
  expect([response.status, response.url, response.redirected]).toEqual([201, `${site.url}/`, false])
  expect(await response.json()).toMatchObject({ 'x-default': 'd', 'x-both': 'o', 'content-type': 'application/json' })
  await fetch(new Request(site.url, { method: 'PUT', body: 'from a request', headers: { 'x-r': '1' } }))
  expect(site.requests[1]).toMatchObject({ method: 'PUT', body: 'from a request' })
  expect(site.requests[1]!.headers['x-r']).toBe('1')
  await expect(fetch('http://127.0.0.1/')).rejects.toMatchObject({ code: ErrorCode.egress.hostRefused })
  const signal = AbortSignal.abort()
  await expect(fetch(site.url, { signal })).rejects.toBe(signal.reason)
})

test('closing the client aborts running calls and refuses new ones', async () => {
  answer = (response) => response.write('half')
  const running = egress.fetch(site.url).catch((cause: Error) => cause)
  await vi.waitFor(() => expect(site.requests).toHaveLength(1))
  await egress.close()
  expect(await running).toMatchObject({ name: 'AppError' })
  await expect(egress.fetch(site.url)).rejects.toMatchObject({ code: ErrorCode.kit.draining })
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errors } from '../errors.ts'
import { createLog } from '../log.ts'
import { answerPlain } from './answer.ts'
import { ReadyText } from './context.ts'
import { currentCall } from './current-call.ts'
import { createDirect, listenerFor } from './direct.ts'
import { createEdge } from './edge.ts'
import { readBytes } from './read-input.ts'

/** The same call by the direct route and by the router: the answers must not differ. */
const lines: string[] = []
const log = createLog({ destination: { write: (line) => void lines.push(line) } })
let routed = 0
/** When false, the router only answers that it was called. */
let isRouting = true
async function answer(key: string, header: string | null, body: Buffer): Promise<ReadyText> {
  if (key === 'nobody') throw errors.notFound({ what: 'address' })
  if (key === 'busy') throw errors.tooMany({ seconds: 7 })
  if (key === 'broken') throw new Error('a bug')
  return new ReadyText(JSON.stringify([key, header, body.toString('hex')]), 202, 'application/json')
}
const route = {
  api: 'POST /in/{key}',
  prefix: '/in/',
  limit: 1000,
  answer: async (asked: { key: string; headers: Pick<Headers, 'get'>; body: Buffer }) =>
    asked.key === 'call'
      ? new ReadyText(currentCall.getStore() ?? '', 200, 'text/plain')
      : answer(asked.key, asked.headers.get('x-signature'), asked.body),
}
const app = createEdge(log)
app.post('/in/:key', async (c) => {
  const body = await readBytes(c, route.limit)
  return answerPlain(c, await answer(c.req.param('key'), c.req.header('x-signature') ?? null, body))
})
const router = getRequestListener(app.fetch, { overrideGlobalObjects: false })
const server = createServer(
  listenerFor(createDirect(route, log), (incoming, outgoing) => {
    routed += 1
    if (isRouting) void router(incoming, outgoing)
    else outgoing.end('the router')
  }),
)
let address = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => {
  routed = 0
  isRouting = true
  lines.length = 0
})

const BY_ROUTER = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
async function ask(path: string, headers: Record<string, string> = {}, body: BodyInit = 'text') {
  const response = await fetch(address + path, { method: 'POST', headers, body })
  const { 'x-tt-logid': logId, ...rest } = Object.fromEntries(response.headers)
  expect(logId).toMatch(/^[0-9A-F]{30}$/)
  delete rest.date
  return { status: response.status, headers: rest, body: await response.text() }
}

test.each<[string, string, Record<string, string>]>([
  ['an answer', '/in/some_key', { 'x-signature': 'Abc' }],
  ['an unknown address', '/in/nobody', {}],
  ['an unknown address, in Chinese', '/in/nobody', { 'accept-language': 'zh-CN' }],
  ['a limit', '/in/busy', {}],
  ['a failure', '/in/broken', {}],
])('%s is the same by the direct route and by the router', async (_, path, headers) => {
  const direct = await ask(path, headers)
  expect(routed).toBe(0)
  expect(await ask(path, { ...headers, ...BY_ROUTER })).toEqual(direct)
  expect(routed).toBe(1)
})
test('bytes arrive unchanged', async () => {
  const { body } = await ask('/in/key', { 'X-Signature': 'é' }, new Uint8Array([0, 0xff, 0x0a]))
  expect(JSON.parse(body)).toEqual(['key', 'é', '00ff0a'])
  expect(routed).toBe(0)
})
test('the handler knows the call for which usage is counted', async () => {
  expect((await ask('/in/call')).body).toBe('POST /in/{key}')
})
test('an unexpected error is logged and not shown to the caller', async () => {
  expect((await ask('/in/broken')).body).not.toContain('a bug')
  expect(lines.join()).toContain('a bug')
})
test.each<[string, string, RequestInit & { duplex?: 'half' }]>([
  ['another method', '/in/key', { method: 'PUT', body: 'x' }],
  ['a query', '/in/key?echo=1', { method: 'POST', body: 'x' }],
  ['a longer path', '/in/key/more', { method: 'POST', body: 'x' }],
  ['an escaped path', '/in/k%2ey', { method: 'POST', body: 'x' }],
  ['another path', '/inn/key', { method: 'POST', body: 'x' }],
  ['a body that is too long', '/in/key', { method: 'POST', body: 'x'.repeat(1001) }],
  ['a body without a length', '/in/key', { method: 'POST', body: new Blob(['x']).stream(), duplex: 'half' }],
])('the router answers %s', async (_, path, init) => {
  isRouting = false
  const response = await fetch(address + path, init)
  expect([await response.text(), routed]).toEqual(['the router', 1])
})

import { type AddressInfo, connect } from 'node:net'
import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { id, op } from '@orrery/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { createRateLimiter } from '../rate-limit.ts'
import { ReadyJson } from './context.ts'
import { createAddressOf, createEdge } from './edge.ts'
import { mount } from './mount.ts'

/** The life of a call, with operations defined for this test and over a real socket. */
const ops = {
  echo: op('PUT /api/spaces/{space_id}/echo', {
    summary: 'Answer what was understood',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: z.object({ space_id: id(), text: z.string() }),
    output: z.object({ space_id: z.string(), text: z.string() }),
  }),
  stream: op('POST /api/stream', { summary: 'Count until somebody stops', reply: 'stream' }),
  limited: op('POST /api/limited', { summary: 'Three a minute', limit: { by: 'user', max: 3, seconds: 60 } }),
  deep: op('POST /api/deep', {
    summary: 'Take a nested thing',
    access: 'public',
    input: z.object({ a: z.object({ b: z.string() }) }),
  }),
  raw: op('POST /api/raw', { summary: 'Answer in one piece', reply: 'raw' }),
  broken: op('POST /api/broken', { summary: 'Fail before the first event', reply: 'stream' }),
  small: op('POST /api/small', { summary: 'Take little', access: 'public', bodyLimit: 100 }),
  ready: op('POST /api/ready', {
    summary: 'Answer what was written before',
    access: 'public',
    input: z.object({ text: z.string() }),
    output: z.object({ n: z.number() }),
  }),
}
let t: TestApp
let person: Person
let server: Server
let url: string
let running = 0
/** Listeners waiting to be notified when a caller loses their rights. */
const listening = new Set<() => void>()
beforeAll(async () => {
  t = await openTestApp()
  person = await t.register()
  const app = createEdge(t.infra.log)
  mount(
    app,
    ops,
    {
      echo: (input) => input,
      stream: () => async (sse) => {
        running += 1
        for (let n = 0; n < 10_000; n += 1) {
          sse.send({ event: 'tick', data: { n } })
          await sleep(5)
        }
      },
      limited: () => ({}),
      deep: () => ({}),
      raw: (_, ctx) => new Response(ctx.signal.aborted ? 'gone' : `there, ${listening.size} listening`),
      broken: () => Promise.reject(new Error('broken')),
      small: () => ({}),
      ready: ({ text }) => new ReadyJson(text),
    },
    {
      access: t.services.access,
      log: t.infra.log,
      limiter: createRateLimiter(t.clock),
      tokenRate: () => Promise.resolve(1000),
      visitorRate: 1000,
      admitsVisitors: () => Promise.resolve(false),
      publicUrl: 'http://127.0.0.1:8890',
      authenticate: async (c) => {
        const cookie = c.req.header('cookie')?.split('=')[1]
        return cookie ? t.services.sessions.find(cookie) : undefined
      },
      requireFresh: t.services.factors.requireFresh,
      onRevoked: (actor, listener) => {
        listening.add(listener)
        const stop = t.services.sessions.onRevoked(actor, listener)
        return () => {
          listening.delete(listener)
          stop()
        }
      },
      addressOf: createAddressOf([]),
      renewLinks: (text) => text,
      checkOutput: true,
    },
  )
  server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const send = (path: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
  fetch(url + path, {
    method,
    headers: {
      cookie: person.cookie(),
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      ...headers,
    },
    body: JSON.stringify(body),
  })

test.each([
  ['raw', 200, 'there, 1 listening'],
  ['broken', 500, expect.stringContaining('"code"')],
])('no listener for the end of a session is left once %s is answered', async (name, status, text) => {
  const response = await send(`/api/${name}`, {})
  expect([response.status, await response.text()]).toEqual([status, text])
  await expect.poll(() => listening.size).toBe(0)
})

test('a body that names a different space than the path is refused', async () => {
  const [item, other] = [
    await person.api.space.create({ name: 'One' }),
    await person.api.space.create({ name: 'Other' }),
  ]
  const call = (body: object) => send(`/api/spaces/${item.id}/echo`, body, {}, 'PUT')
  expect((await call({ text: 'hi', space_id: other.id })).status).toBe(400)
  expect(((await (await call({ text: 'hi', space_id: item.id })).json()) as { data: object }).data).toEqual({
    text: 'hi',
    space_id: item.id,
  })
})

test('an outsider gets "not found" before any validation error', async () => {
  const stranger = await t.register()
  const { id: spaceId } = await stranger.api.space.create({ name: 'Theirs' })
  expect((await send(`/api/spaces/${spaceId}/echo`, {}, {}, 'PUT')).status).toBe(404)
})

describe('an open stream is ended', () => {
  async function open(who: Person) {
    const response = await fetch(`${url}/api/stream`, {
      method: 'POST',
      headers: { cookie: who.cookie(), 'x-requested-with': 'XMLHttpRequest' },
    })
    const reader = response.body!.getReader()
    await reader.read()
    const ended = async () => {
      while (!(await reader.read()).done);
    }
    return ended()
  }
  test('when the session is signed out', async () => {
    const who = await t.register()
    const ended = open(who)
    await sleep(50)
    await who.api.passport.logout({})
    await ended
  })
  test('when the member is removed from a space', async () => {
    const who = await t.register()
    const { id: spaceId } = await person.api.space.create({ name: 'Short' })
    await person.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: who.id }] })
    const ended = open(who)
    await sleep(50)
    await person.api.space.removeMember({ space_id: spaceId, remove_user_id: who.id })
    await ended
  })
})

test('a stream requested by a foreign page is refused', async () => {
  const before = running
  expect((await send('/api/stream', {}, { origin: 'https://evil.test' })).status).toBe(403)
  expect(running).toBe(before)
})

test('a rate limit counts per user and gives the time to wait, in both languages of the API', async () => {
  const statuses = []
  for (let n = 0; n < 4; n += 1) statuses.push((await send('/api/limited', {})).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})

test('invalid input inside an object is reported with its path', async () => {
  expect(((await (await send('/api/deep', { a: { b: 5 } })).json()) as { msg: string }).msg).toBe(
    'a.b: must be a string',
  )
})

test('an answer that is already JSON is wrapped in the envelope and checked against the contract', async () => {
  const ready = await send('/api/ready', { text: '{"n":1}' })
  expect(await ready.json()).toEqual({ code: 0, msg: '', data: { n: 1 } })
  expect((await send('/api/ready', { text: '{"n":"one"}' })).status).toBe(500)
  // A long answer is sent in the pieces it consists of.
  const long = await send('/api/ready', { text: `{"n":1${' '.repeat(300_000)}}` })
  expect([long.status, long.headers.get('content-type'), await long.json()]).toEqual([
    200,
    'application/json',
    { code: 0, msg: '', data: { n: 1 } },
  ])
})

test('a body that exceeds the limit or breaks off fails only its own call', async () => {
  // Sent in chunks, without an announced length.
  async function* pieces() {
    for (let n = 0; n < 4; n += 1) yield Buffer.alloc(64, ' ')
  }
  const init = { method: 'POST', body: pieces(), duplex: 'half', headers: { 'content-type': 'application/json' } }
  const refused = await fetch(`${url}/api/small`, init as never).catch(() => undefined)
  expect(refused === undefined || refused.status === 413).toBe(true)
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const head = [
    'POST /api/deep HTTP/1.1',
    'host: x',
    'content-type: application/json',
    'content-length: 50',
    '',
    '{"a"',
  ]
  await new Promise<void>((resolve) => socket.write(head.join('\r\n'), () => resolve()))
  socket.destroy()
  expect((await send('/api/deep', { a: { b: 'fine' } })).status).toBe(200)
})

test('oversized headers are refused by the socket, and the server keeps running', async () => {
  const response = await fetch(`${url}/api/deep`, { headers: { 'x-long': 'x'.repeat(40_000) } }).catch(() => undefined)
  expect(response === undefined || response.status === 431).toBe(true)
  expect((await send('/api/deep', { a: { b: 'fine' } })).status).toBe(200)
})

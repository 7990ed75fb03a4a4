import { setImmediate } from 'node:timers/promises'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { createLog } from '../log.ts'
import { createLab, fakeNames } from './testing/lab.ts'

let lab = createLab()
afterEach(async () => {
  await lab.close()
  lab = createLab()
})

const codeOf = async (call: Promise<unknown>) => {
  try {
    await call
    return 0
  } catch (cause) {
    if (cause instanceof AppError) return cause.code
    throw cause
  }
}
const refused = ErrorCode.egress.hostRefused
const unreachable = ErrorCode.egress.unreachable
const publicAddress = '93.184.216.34'

test('internal addresses are refused before any connection', async () => {
  // Every address that the client dials leads to the trap, so a single attempt would show.
  const trap = await lab.trap()
  const egress = lab.egress({ dial: () => trap.host })
  const hosts = [
    '127.0.0.1',
    '127.0.0.2',
    '0.0.0.0',
    'localhost',
    'a.localhost',
    '[::1]',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '100.64.0.1',
  ]
  const more = [
    '169.254.169.254',
    '[fe80::1]',
    '[fd00::1]',
    'metadata.google.internal',
    'metadata',
    '2130706433',
    '0177.1',
    '0x7f.1',
    '[::ffff:7f00:1]',
  ]
  for (const host of [...hosts, ...more]) {
    expect([host, await codeOf(egress.fetch(`http://${host}:${trap.port}/`))]).toEqual([host, refused])
  }
  expect(trap.connections).toBe(0)
  // Control: a public address does reach the trap.
  const call = egress.fetch(`http://${publicAddress}:${trap.port}/`, { firstByteTimeoutMs: 300 })
  expect(await codeOf(call)).toBe(unreachable)
  expect(trap.connections).toBe(1)
})

test('a refusal leaves a line in the log that names the host and no secret', async () => {
  const lines: string[] = []
  const log = createLog({ destination: { write: (line) => void lines.push(line) } })
  const egress = lab.egress({ log })
  await codeOf(
    egress.fetch('http://169.254.169.254/latest/user-data?token=hunter2', { log: log.child({ space: '42' }) }),
  )
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ host: '169.254.169.254', space: '42', msg: 'outgoing request refused' })
  expect(lines[0]).not.toContain('hunter2')
})

test('a name with a public and a private record is refused entirely', async () => {
  const trap = await lab.trap()
  const { resolve } = fakeNames({
    'mixed.example.com': [[publicAddress, '10.0.0.1']],
    'mixed6.example.com': [[publicAddress, '::ffff:169.254.169.254']],
    'inner.example.com': [['127.0.0.2']],
    'odd.example.com': [['not-an-address']],
  })
  const egress = lab.egress({ resolve, dial: () => trap.host })
  for (const name of ['mixed', 'mixed6', 'inner', 'odd']) {
    expect(await codeOf(egress.fetch(`http://${name}.example.com:${trap.port}/`))).toBe(refused)
    expect(await codeOf(egress.fetch(`https://${name}.example.com:${trap.port}/`))).toBe(refused)
  }
  expect(trap.connections).toBe(0)
})

test('the refusal does not reveal what the name resolved to', async () => {
  const { resolve } = fakeNames({ 'inner.example.com': [['10.77.66.55']] })
  const failure = await lab
    .egress({ resolve })
    .fetch('http://inner.example.com/')
    .catch((cause: AppError) => cause)
  expect(JSON.stringify([failure, (failure as AppError).message, (failure as AppError).text('zh-CN')])).not.toContain(
    '10.77',
  )
})

test('a name is resolved once per connection, and the connection goes to that address', async () => {
  const good = await lab.site((_request, response) => response.setHeader('connection', 'close').end('public'))
  const trap = await lab.trap(() => {}, '127.0.0.3')
  // The first lookup returns a public address, later ones a private one: a client that resolves twice is trapped.
  const { resolve, asked } = fakeNames({ 'rebind.example.com': [[publicAddress], ['127.0.0.3']] })
  const dialled: string[] = []
  const dial = (address: string) => {
    dialled.push(address)
    return address === publicAddress ? good.host : address
  }
  const egress = lab.egress({ resolve, dial })
  const answer = await egress.fetch(`http://rebind.example.com:${good.port}/`)
  expect(await answer.text()).toBe('public')
  expect(asked).toEqual(['rebind.example.com'])
  expect(dialled).toEqual([publicAddress])
  // The site closed the connection, so the next call connects again, sees the rebound record and refuses.
  expect(await codeOf(egress.fetch(`http://rebind.example.com:${good.port}/`))).toBe(refused)
  expect(trap.connections).toBe(0)
})

test('a pooled connection stays with the address it was checked for', async () => {
  const good = await lab.site((_request, response) => response.end('public'))
  const { resolve, asked } = fakeNames({ 'rebind.example.com': [[publicAddress], ['127.0.0.3']] })
  const egress = lab.egress({ resolve, dial: (address) => (address === publicAddress ? good.host : address) })
  for (let count = 0; count < 3; count++) {
    expect(await (await egress.fetch(`http://rebind.example.com:${good.port}/`)).text()).toBe('public')
    // The pool takes a connection back only after the event loop turn in which its answer ended.
    await setImmediate()
  }
  expect([good.connections, asked.length]).toEqual([1, 1])
})

test('a failing DNS server, or an unknown name, is a refusal to connect', async () => {
  const trap = await lab.trap()
  const { resolve } = fakeNames({ 'empty.example.com': [[]] })
  const egress = lab.egress({ resolve, dial: () => trap.host })
  expect(await codeOf(egress.fetch(`http://empty.example.com:${trap.port}/`))).toBe(unreachable)
  expect(await codeOf(egress.fetch(`http://unknown.example.com:${trap.port}/`))).toBe(unreachable)
  const servfail = lab.egress({ resolve: () => Promise.reject(new Error('SERVFAIL')), dial: () => trap.host })
  expect(await codeOf(servfail.fetch(`http://example.com:${trap.port}/`))).toBe(unreachable)
  expect(trap.connections).toBe(0)
})

test('an allow list entry opens only its host, and only on its port', async () => {
  const opened = await lab.site((_request, response) => response.end('hello'))
  const neighbour = await lab.trap()
  const other = await lab.trap(() => {}, '127.0.0.3')
  const { resolve } = fakeNames({ 'wiki.corp': [[opened.host]], 'alias.example.com': [[opened.host]] })
  const egress = lab.egress({ allow: [opened.hostPort, `wiki.corp:${opened.port}`], resolve })
  expect(await (await egress.fetch(opened.url)).text()).toBe('hello')
  expect(await (await egress.fetch(`http://wiki.corp:${opened.port}/`)).text()).toBe('hello')
  expect(await codeOf(egress.fetch(`http://${neighbour.hostPort}/`))).toBe(refused)
  expect(await codeOf(egress.fetch(`http://${other.hostPort}/`))).toBe(refused)
  // Another name for the allowed address counts as another host.
  expect(await codeOf(egress.fetch(`http://alias.example.com:${opened.port}/`))).toBe(refused)
  expect(await codeOf(egress.fetch(`http://sub.wiki.corp:${opened.port}/`))).toBe(refused)
  expect([neighbour.connections, other.connections]).toEqual([0, 0])
})

test('an allowed address does not open other sites behind it', async () => {
  const proxy = await lab.site((_request, response) => response.end())
  const egress = lab.egress({ allow: [proxy.hostPort] })
  const call = egress.fetch(proxy.url, { headers: { Host: 'secret.corp' } })
  expect(await codeOf(call)).toBe(ErrorCode.egress.badHeader)
  await egress.fetch(proxy.url, { headers: { Host: proxy.hostPort } })
  expect(proxy.requests.map((request) => request.headers.host)).toEqual([proxy.hostPort])
})

test('requests carry nothing of ours: no stored cookies, no credentials, no proxy from the environment', async () => {
  const proxy = await lab.trap(() => {}, '127.0.0.3')
  const site = await lab.site((_request, response) => response.setHeader('set-cookie', 'session=1; Path=/').end('ok'))
  const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
  const before = names.map((name) => [name, process.env[name]] as const)
  for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://${proxy.hostPort}`
  try {
    const egress = lab.egress({ allow: [site.hostPort] })
    await egress.fetch(site.url)
    await egress.fetch(site.url)
    await egress.asFetch()(site.url, { credentials: 'include' })
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
  expect(proxy.connections).toBe(0)
  for (const { headers } of site.requests) {
    expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
    expect(headers['user-agent']).toBe('Orrery')
  }
})

test('this machine under its own public address is refused', async () => {
  const trap = await lab.trap()
  const { resolve } = fakeNames({ 'studio.example.com': [[publicAddress]] })
  const egress = lab.egress({ resolve, isOwnAddress: (address) => address === publicAddress, dial: () => trap.host })
  expect(await codeOf(egress.fetch(`http://studio.example.com:${trap.port}/`))).toBe(refused)
  expect(await codeOf(egress.fetch(`http://${publicAddress}:${trap.port}/`))).toBe(refused)
  expect(trap.connections).toBe(0)
})

test('line breaks and other control characters in headers, method and path never reach the wire', async () => {
  const received: string[] = []
  const trap = await lab.trap((socket) => socket.on('data', (chunk) => received.push(chunk.toString())))
  const egress = lab.egress({ allow: [trap.hostPort] })
  const url = `http://${trap.hostPort}/`
  const badHeader = ErrorCode.egress.badHeader
  for (const value of ['a\r\nX-Other: 1', 'a\nb', 'a\rb', 'a\0b', 'a\u007fb', 'ключ', 'a\u2028b']) {
    expect(await codeOf(egress.fetch(url, { headers: { 'x-test': value } }))).toBe(badHeader)
    expect(await codeOf(egress.asFetch()(url, { headers: [['x-test', value]] }))).toBe(badHeader)
  }
  for (const name of ['a b', 'a\r\nb', 'a:b', '', 'a\0', 'ключ', 'a(b)']) {
    expect(await codeOf(egress.fetch(url, { headers: [[name, 'x']] }))).toBe(badHeader)
  }
  for (const method of ['GET / HTTP/1.1\r\nHost: x\r\n\r\nGET', 'CONNECT', 'TRACE', 'track', 'G ET', '']) {
    expect(await codeOf(egress.fetch(url, { method }))).toBe(ErrorCode.egress.badMethod)
  }
  expect(await codeOf(egress.fetch(`${url}\r\nSET x 1\r\n`))).toBe(ErrorCode.egress.badUrl)
  expect([trap.connections, received]).toEqual([0, []])
})

test('the error about a refused header does not quote it', async () => {
  const failure = await lab
    .egress()
    .fetch('http://example.com/', { headers: { authorization: 'Bearer abc\r\ndef' } })
    .catch((cause: Error) => cause)
  expect((failure as Error).message).toContain('authorization')
  expect((failure as Error).message).not.toContain('abc')
})

test('mail, shell and cache ports are closed even on public hosts', async () => {
  const trap = await lab.trap()
  const { resolve, asked } = fakeNames({ 'example.com': [[publicAddress]] })
  const egress = lab.egress({ resolve, dial: () => trap.host })
  for (const port of [22, 25, 6379, 11211]) {
    expect(await codeOf(egress.fetch(`http://example.com:${port}/`))).toBe(ErrorCode.egress.portRefused)
  }
  expect([trap.connections, asked]).toEqual([0, []])
})

test('a credential is not sent to an origin other than its own', async () => {
  const site = await lab.site((_request, response) => response.end())
  const egress = lab.egress({ allow: [site.hostPort] })
  const headers = { authorization: 'Bearer x' }
  const call = egress.fetch(site.url, { headers, secretOrigin: 'https://api.example.com' })
  expect(await codeOf(call)).toBe(ErrorCode.egress.secretElsewhere)
  expect(site.connections).toBe(0)
  await egress.fetch(site.url, { headers, secretOrigin: `${site.url}/any/path` })
  expect(site.requests[0]!.headers.authorization).toBe('Bearer x')
})

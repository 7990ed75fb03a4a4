import { Readable } from 'node:stream'
import tls from 'node:tls'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import type { Egress } from './egress.ts'
import type { EgressInit } from './egress-init.ts'
import { selfSigned } from './testing/certificate.ts'
import { createLab, fakeNames, type Lab, type Site } from './testing/lab.ts'

let lab: Lab
let first: Site
let second: Site
let egress: Egress
/** The response of the first site: a status and a location. */
let move: { status: number; to: string }

beforeEach(async () => {
  lab = createLab()
  first = await lab.site((request, response) => {
    if (request.url === '/there') return response.end('first')
    return response.writeHead(move.status, { location: move.to }).end('moved')
  })
  second = await lab.site(
    (request, response) => {
      if (request.url === '/back') return response.writeHead(302, { location: `${first.url}/there` }).end()
      return response.end('second')
    },
    { host: '127.0.0.3' },
  )
  egress = lab.egress({ allow: [first.hostPort, second.hostPort] })
})
afterEach(() => lab.close())

const failureOf = async (init: EgressInit = {}): Promise<number> => {
  try {
    await egress.fetch(first.url, init)
    return 0
  } catch (cause) {
    if (cause instanceof AppError) return cause.code
    throw cause
  }
}

test.each([301, 302, 303, 307, 308])(
  'a redirect %i to an internal address is refused before it connects',
  async (status) => {
    const trap = await lab.trap(() => {}, '127.0.0.4')
    const { resolve } = fakeNames({ 'inner.example.com': [[trap.host]] })
    egress = lab.egress({ allow: [first.hostPort], resolve })
    const hosts = [
      trap.host,
      'localhost',
      '0x7f000004',
      '[::ffff:127.0.0.4]',
      'inner.example.com',
      '169.254.169.254',
      'metadata.google.internal',
    ]
    for (const host of hosts) {
      move = { status, to: `http://${host}:${trap.port}/` }
      expect([host, await failureOf()]).toEqual([host, ErrorCode.egress.hostRefused])
    }
    move = { status, to: `//${trap.hostPort}/` }
    expect(await failureOf()).toBe(ErrorCode.egress.hostRefused)
    move = { status, to: `http://user@${trap.hostPort}/` }
    expect(await failureOf()).toBe(ErrorCode.egress.userinfoRefused)
    expect(trap.connections).toBe(0)
  },
)

test('the allow list is applied to every hop separately', async () => {
  egress = lab.egress({ allow: [first.hostPort] })
  move = { status: 302, to: second.url }
  expect(await failureOf()).toBe(ErrorCode.egress.hostRefused)
  expect(second.connections).toBe(0)
})

test.each([
  'file:///etc/passwd',
  'gopher://example.com/',
  'data:text/html,hi',
  'ftp://example.com/',
  'javascript:1',
  'ws://example.com/',
])('a redirect to %s is refused', async (to) => {
  move = { status: 302, to }
  expect(await failureOf()).toBe(ErrorCode.egress.schemeRefused)
})

test('a redirect to a closed port, or without a target, is refused', async () => {
  move = { status: 302, to: 'http://example.com:6379/' }
  expect(await failureOf()).toBe(ErrorCode.egress.portRefused)
  move = { status: 302, to: 'http://[' }
  expect(await failureOf()).toBe(ErrorCode.egress.badUrl)
})

test('an HTML page that refreshes itself is an answer, not a redirect', async () => {
  const trap = await lab.trap(() => {}, '127.0.0.4')
  const page = `<meta http-equiv="refresh" content="0;url=http://${trap.hostPort}/">`
  const site = await lab.site((_request, response) =>
    response.setHeader('refresh', `0;url=http://${trap.hostPort}/`).end(page),
  )
  egress = lab.egress({ allow: [site.hostPort, trap.hostPort] })
  expect(await (await egress.fetch(site.url)).text()).toBe(page)
  expect(trap.connections).toBe(0)
})

test('a chain of thirty redirects is cut after the fifth', async () => {
  const chain = await lab.site((request, response) => {
    const hop = Number(request.url!.slice(1))
    if (hop >= 30) return response.end('end')
    return response.writeHead(302, { location: `/${hop + 1}` }).end()
  })
  egress = lab.egress({ allow: [chain.hostPort] })
  const code = ErrorCode.egress.tooManyRedirects
  await expect(egress.fetch(`${chain.url}/0`)).rejects.toMatchObject({ code })
  expect(chain.requests.map((request) => request.url)).toEqual(['/0', '/1', '/2', '/3', '/4', '/5'])
  await expect(egress.fetch(`${chain.url}/28`, { maxRedirects: 1 })).rejects.toMatchObject({ code })
  const answer = await egress.fetch(`${chain.url}/25`)
  expect([await answer.text(), answer.url, answer.redirected]).toEqual(['end', `${chain.url}/30`, true])
})

test('a redirect that must not be followed is returned or fails', async () => {
  move = { status: 302, to: second.url }
  const answer = await egress.fetch(first.url, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location'), answer.redirected]).toEqual([302, second.url, false])
  expect(await failureOf({ redirect: 'error' })).toBe(ErrorCode.egress.redirectRefused)
  expect(second.connections).toBe(0)
})

test('a redirect from https to http is refused', async () => {
  const name = 'secure.example.com'
  const certificate = selfSigned(name)
  const before = tls.getCACertificates()
  tls.setDefaultCACertificates([...before, certificate.cert])
  try {
    const secure = await lab.site(
      (request, response) => {
        if (request.url === '/down')
          return response.writeHead(302, { location: `http://example.org:${second.port}/` }).end()
        return response.end('secure')
      },
      { tls: certificate },
    )
    const { resolve } = fakeNames({ [name]: [['93.184.216.34']], 'example.org': [['93.184.216.35']] })
    egress = lab.egress({ resolve, dial: (address) => (address === '93.184.216.34' ? secure.host : second.host) })
    const url = `https://${name}:${secure.port}`
    expect(await (await egress.fetch(url)).text()).toBe('secure')
    await expect(egress.fetch(`${url}/down`)).rejects.toMatchObject({ code: ErrorCode.egress.downgradeRefused })
    expect(second.connections).toBe(0)
    // The certificate is checked against the name: the same server is not reached under another name.
    const call = egress.fetch(`https://example.net:${secure.port}`)
    await expect(call).rejects.toMatchObject({ code: ErrorCode.egress.unreachable })
  } finally {
    tls.setDefaultCACertificates(before)
  }
})

const secrets = {
  authorization: 'Bearer secret',
  cookie: 'a=secret',
  'proxy-authorization': 'Basic secret',
  'x-api-key': 'secret',
  'X-Goog-Api-Key': 'secret',
  'x-auth-token': 'secret',
  'x-partner': 'secret',
}
const harmless = { accept: 'text/plain', 'x-request-source': 'studio', 'accept-language': 'zh-CN' }

test('credentials are not forwarded to another origin, and are not restored when redirected back', async () => {
  move = { status: 302, to: `${second.url}/back` }
  const answer = await egress.fetch(first.url, { headers: { ...secrets, ...harmless }, secretHeaders: ['X-Partner'] })
  expect(await answer.text()).toBe('first')
  expect(first.requests[0]!.headers).toMatchObject({
    authorization: 'Bearer secret',
    cookie: 'a=secret',
    'x-partner': 'secret',
  })
  for (const later of [second.requests[0]!, first.requests[1]!]) {
    expect(JSON.stringify(later.headers)).not.toContain('secret')
    expect(later.headers).toMatchObject(harmless)
  }
})

test('another port of the same host is another origin', async () => {
  const other = await lab.site((_request, response) => response.end('other'))
  egress = lab.egress({ allow: [first.hostPort, other.hostPort] })
  move = { status: 307, to: other.url }
  await egress.fetch(first.url, { headers: secrets, secretHeaders: ['x-partner'] })
  expect(JSON.stringify(other.requests[0]!.headers)).not.toContain('secret')
})

test('credentials stay on a redirect within the origin', async () => {
  move = { status: 302, to: '/there' }
  await egress.fetch(first.url, { headers: secrets })
  expect(first.requests[1]!.headers).toMatchObject({ authorization: 'Bearer secret', 'x-api-key': 'secret' })
})

test('a body is not forwarded to another origin', async () => {
  for (const status of [307, 308]) {
    move = { status, to: second.url }
    expect(await failureOf({ method: 'POST', body: 'secret' })).toBe(ErrorCode.egress.bodyNotForwarded)
  }
  move = { status: 301, to: second.url }
  expect(await failureOf({ method: 'PUT', body: 'secret' })).toBe(ErrorCode.egress.bodyNotForwarded)
  expect(second.connections).toBe(0)
})

test.each([
  [301, 'POST', 'GET'],
  [302, 'POST', 'GET'],
  [303, 'POST', 'GET'],
  [303, 'DELETE', 'GET'],
  [303, 'HEAD', 'HEAD'],
  [302, 'HEAD', 'HEAD'],
])('a %i turns %s into %s without a body', async (status, method, then) => {
  move = { status, to: '/there' }
  await egress.fetch(first.url, {
    method,
    body: method === 'HEAD' ? undefined : 'x',
    headers: { 'content-language': 'en' },
  })
  expect(first.requests[1]).toMatchObject({ method: then, body: '' })
  expect(first.requests[1]!.headers['content-type']).toBeUndefined()
  if (method !== 'HEAD') expect(first.requests[1]!.headers['content-language']).toBeUndefined()
})

test('a 307 or 308 within the origin sends the body again if it can be resent', async () => {
  for (const status of [307, 308]) {
    move = { status, to: '/there' }
    await egress.fetch(first.url, {
      method: 'POST',
      body: JSON.stringify({ a: 1 }),
      headers: { 'content-type': 'application/json' },
    })
    expect(first.requests.at(-1)).toMatchObject({ method: 'POST', body: '{"a":1}' })
    expect(first.requests.at(-1)!.headers['content-type']).toBe('application/json')
  }
  const count = first.requests.length
  expect(await failureOf({ method: 'POST', body: Readable.from(['x']) })).toBe(ErrorCode.egress.bodyNotForwarded)
  expect(first.requests).toHaveLength(count + 1)
})

test('a redirect location in UTF-8 is followed correctly', async () => {
  move = { status: 302, to: Buffer.from('/路径').toString('latin1') }
  const answer = await egress
    .fetch(first.url, { maxRedirects: 1, redirect: 'follow' })
    .catch((cause: AppError) => cause)
  expect(first.requests[1]!.url).toBe(encodeURI('/路径'))
  expect((answer as AppError).code).toBe(ErrorCode.egress.tooManyRedirects)
})

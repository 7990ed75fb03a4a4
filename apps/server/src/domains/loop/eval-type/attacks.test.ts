import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { gzipSync } from 'node:zlib'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Egress } from '#kit/egress/egress.ts'
import { createLab, fakeNames, type Site } from '#kit/egress/testing/lab.ts'
import type { AppError } from '#kit/errors.ts'
import { afterFile } from '#testing/after-file.ts'
import { openFarEnd } from '#testing/far-end.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { createEvalTypes, type GivenType } from './eval-type.service.ts'

/** Attacks through registered programs, numbered as in the list of attacks. */
const lab = createLab()
const PUBLIC = '93.184.216.34'
let t: TestApp
let owner: Person
let space_id: string
/** An allow-listed program, and a program on the same machine that is not allow-listed. */
let far: Site
let closed: Site
type Handler = Parameters<typeof lab.site>[0]
let answer: Handler
let made = 0
beforeAll(async () => {
  far = await lab.site((request, response) => answer(request, response))
  closed = await lab.site((_, response) => response.end('{"output":"inner"}'), { host: '127.0.0.3' })
  afterFile(() => lab.close())
  t = await openTestApp({ config: { egressAllow: [far.hostPort] } })
  owner = await t.register('owner')
  space_id = (await owner.api.space.create({ name: 'Ours' })).id
})
beforeEach(() => {
  answer = (_, response) => response.end('{"output":"fine"}')
  far.requests.length = 0
  closed.requests.length = 0
})
/** All calls that accept an address: registering a program that is evaluated, or one that evaluates. */
const ways = {
  'an object over HTTP': (psm: string) =>
    owner.api.evaluationType.registerObject({
      object_type_detail_info: {
        space_id,
        object_name: `Program ${(made += 1)}`,
        callback_type: 2,
        faas_callback_object_params: { psm, agent_execute_path: '/answer', http_auth_type: 1 },
      },
    }),
  'an evaluator over HTTP': (psm: string) =>
    owner.api.evaluationType.registerEvaluator({
      evaluator_type_detail_info: {
        space_id,
        evaluator_type_name: `Program ${(made += 1)}`,
        callback_type: 2,
        http_callback_evaluator_params: { psm, agent_execute_path: '/score' },
      },
    }),
  'an evaluator over JSON-RPC': (psm: string) =>
    owner.api.evaluationType.registerEvaluator({
      evaluator_type_detail_info: {
        space_id,
        evaluator_type_name: `Program ${(made += 1)}`,
        callback_type: 1,
        rpc_callback_evaluator_params: { psm },
      },
    }),
}
type Way = keyof typeof ways
const everyWay = Object.keys(ways) as Way[]
/** Registers the program at an address and calls it through the proxy of the open API. */
async function called(psm: string) {
  const { object_type_detail_info: type } = await ways['an object over HTTP'](psm)
  const { agent_execute_proxy_result: result } = await owner.api.evaluationPull.proxy({
    space_id,
    agent_execute_proxy_content: {
      agent_execute_meta: { callee: String(type.object_type), timeout: 20_000 },
      payload: '{"input":"Hi"}',
    },
  })
  // Mask the program name and address, which differ per program, so that results can be compared.
  const error_message = result.error_message.replaceAll(/Program \d+/g, 'Program').replaceAll(/127\.[\d.:]+/g, 'HOST')
  return { ...result, error_message }
}

test.each(everyWay)('39, 40, 47: %s with an internal address is refused, in every notation', async (way) => {
  const { port } = closed
  const hosts = ['127.0.0.1', '0.0.0.0', 'localhost', '[::1]', '10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1']
  const written = ['2130706433', '0177.0.0.1', '0x7f.1', '127.1', '[::ffff:169.254.169.254]', '[::ffff:7f00:1]']
  const others = ['169.254.169.254', '[fe80::1]', '[fc00::1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', 'localhost.']
  const places = [...hosts, ...written, ...others, 'LOCALHOST', 'ok@127.0.0.1', 'metadata.google.internal']
  const schemes = ['file:///etc/passwd', 'gopher://127.0.0.1:1', 'ftp://127.0.0.1', 'data:text/plain,x']
  const ports = ['http://example.com:25', 'http://example.com:22', 'http://example.com:6379']
  for (const address of [...places.map((host) => `http://${host}:${port}`), ...schemes, ...ports])
    await expect(ways[way](address), address).rejects.toMatchObject({ code: ErrorCode.evalType.addressNotAllowed })
  expect(closed.connections).toBe(0)
})

test('41: a host name that resolves to an internal address, now or later, is not called', async () => {
  const { database, secrets, newId, clock } = t.infra
  const { resolve } = fakeNames({
    'mixed.example.com': [[PUBLIC, '10.0.0.1']],
    'inner.example.com': [['127.0.0.3']],
    'rebind.example.com': [[PUBLIC], ['127.0.0.3']],
  })
  const egress: Egress = lab.egress({ resolve, dial: (address) => (address === PUBLIC ? far.host : address) })
  const types = createEvalTypes({ db: database.db, egress, secrets, newId, clock })
  const outcome = async (name: string, port: number) => {
    const config = { address: `http://${name}.example.com:${port}`, cluster: '', timeoutMs: 5000, path: '/answer' }
    const more = { canSearch: false, searchPath: '', searchMethod: 'POST', regions: [], contentSchema: '', faasId: '' }
    const given = {
      name: `Named ${(made += 1)}`,
      description: '',
      callback: 2,
      config: { ...config, ...more, method: 'POST', isSigned: false },
    } as GivenType
    const { row } = await types.register(space_id, owner.id, 'object', given)
    const call = () =>
      types.execute(row, { input: 'Hi' }).then(
        (value) => JSON.stringify(value),
        (cause: unknown) => (cause as AppError).code,
      )
    return [await call(), await call()]
  }
  answer = (_, response) => response.setHeader('connection', 'close').end('{"output":"fine"}')
  const { failed } = ErrorCode.evalType
  expect(await outcome('mixed', closed.port)).toEqual([failed, failed])
  expect(await outcome('inner', closed.port)).toEqual([failed, failed])
  expect(await outcome('unknown', closed.port)).toEqual([failed, failed])
  expect(await outcome('rebind', far.port)).toEqual(['{"output":"fine"}', failed])
  expect(closed.connections).toBe(0)
})

test('42, 43: redirects of a program are not followed, and its token is sent nowhere else', async () => {
  for (const status of [301, 302, 307, 308])
    for (const location of [closed.url, 'http://169.254.169.254/', 'file:///etc/passwd', 'gopher://x', '/again']) {
      answer = (_, response) => response.writeHead(status, { location }).end()
      expect(await called(far.url), `${status} ${location}`).toMatchObject({ occour_error: true, result_payload: '' })
    }
  expect(closed.requests).toEqual([])
  // Each call sent the signed token exactly once.
  expect(far.requests).toHaveLength(20)
  expect(far.requests.every(({ headers }) => headers.authorization?.startsWith('Bearer '))).toBe(true)
})

test('44: an oversized, zip-bomb, truncated or non-JSON answer fails only its own call', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  const answers: Handler[] = [
    (_, response) => response.writeHead(200, { 'content-length': String(10 * 1024 ** 3) }).end('{'),
    (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"output":')
      response.destroy()
    },
    (_, response) => response.end('<html>'),
    (_, response) => response.writeHead(500).end('{"output":"fine"}'),
  ]
  for (const one of answers) {
    answer = one
    expect(await called(far.url)).toMatchObject({ occour_error: true, result_payload: '' })
  }
  answer = (_, response) => response.end('{"output":"fine"}')
  expect(await called(far.url)).toMatchObject({ occour_error: false, result_payload: '{"output":"fine"}' })
})

/** Each way to call a registered program, with a short timeout, to test the limits of the server itself. */
const calls = [
  ['a target over HTTP', 'object', 2],
  ['a target over JSON-RPC', 'object', 1],
  ['an evaluator over HTTP', 'evaluator', 2],
  ['an evaluator over JSON-RPC', 'evaluator', 1],
] as const
async function calledAs(purpose: 'object' | 'evaluator', callback: 1 | 2, timeoutMs: number) {
  const { database, secrets, newId, clock, egress } = t.infra
  const types = createEvalTypes({ db: database.db, egress, secrets, newId, clock })
  const config = { address: far.url, cluster: '', timeoutMs, path: '/answer', contentSchema: '', faasId: '' }
  const more = { canSearch: false, searchPath: '', searchMethod: 'POST', regions: [], method: 'POST', isSigned: true }
  const given = {
    name: `Called ${(made += 1)}`,
    description: '',
    callback,
    config: { ...config, ...more },
  } as GivenType
  const { row } = await types.register(space_id, owner.id, purpose, given)
  const signal = new AbortController().signal
  const answered =
    purpose === 'object'
      ? types.execute(row, { input: 'Hi' }, signal)
      : types.evaluate(space_id, row.id, '', { input: 'Hi' }, signal)
  return answered.then(
    (value) => JSON.stringify(value),
    (cause: unknown) => (cause as AppError).code,
  )
}
test.each(calls)('42: %s is requested once, however often it redirects', async (_, purpose, callback) => {
  let hop = 0
  answer = (__, response) => response.writeHead(307, { location: `/hop/${(hop += 1)}` }).end()
  expect(await calledAs(purpose, callback, 5000)).toBe(ErrorCode.evalType.failed)
  expect(far.requests).toHaveLength(1)
  answer = (__, response) => response.end(`<meta http-equiv="refresh" content="0;url=${closed.url}">`)
  expect(await calledAs(purpose, callback, 5000)).toBe(ErrorCode.evalType.failed)
  expect(closed.requests).toEqual([])
})
test.each(calls)(
  '44: %s that streams without end is aborted, and its connection is closed',
  async (_, purpose, callback) => {
    const left = Promise.withResolvers<void>()
    answer = (__, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => {
        clearInterval(drip)
        left.resolve()
      })
    }
    expect(await calledAs(purpose, callback, 400)).toBe(ErrorCode.evalType.failed)
    await left.promise
    // An endless answer at full speed.
    const cut = Promise.withResolvers<void>()
    answer = (__, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const chunk = `data: ${'x'.repeat(64 * 1024)}\n\n`
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', more)
      response.on('close', () => cut.resolve())
      more()
    }
    expect(await calledAs(purpose, callback, 20_000)).toBe(ErrorCode.evalType.failed)
    await cut.promise
  },
)

test('33: the JSON Schema of a type is bounded: no reference is fetched, no pattern runs for ever', async () => {
  const rule_config_json_schema = JSON.stringify({
    type: 'object',
    $ref: `${far.url}/schema.json`,
    properties: { word: { type: 'string', pattern: '^(a+)+$' }, again: { $ref: '#' } },
    required: ['word'],
  })
  const { evaluator_type_detail_info: type } = await owner.api.evaluationType.registerEvaluator({
    evaluator_type_detail_info: {
      space_id,
      evaluator_type_name: `Program ${(made += 1)}`,
      callback_type: 2,
      http_callback_evaluator_params: { psm: far.url, agent_execute_path: '/score' },
      rule_config_json_schema,
    },
  })
  const { rule_group } = await owner.api.evaluationRule.create({ space_id, name: `Rules ${made}` })
  const add = (content: object) =>
    owner.api.evaluationRule.add({
      space_id,
      rule_group_id: rule_group.meta.id,
      rule: {
        evaluator_type: type.evaluator_type,
        process_type: 6,
        name: `Rule ${(made += 1)}`,
        custom_callback: { content: JSON.stringify(content) },
      },
    })
  await expect(add({ word: `${'a'.repeat(60)}!` })).rejects.toMatchObject({ code: ErrorCode.evalType.badSchema })
  await expect(add({})).rejects.toMatchObject({ code: ErrorCode.evalType.badSchema })
  await add({ word: 'aaa', again: { again: { again: {} } } })
  expect(far.requests).toEqual([])
})

test('45: an allow-list entry opens exactly its host and port', async () => {
  await expect(called(`http://${far.host}:${closed.port}`)).rejects.toMatchObject({
    code: ErrorCode.evalType.addressNotAllowed,
  })
  await expect(called(closed.url)).rejects.toMatchObject({ code: ErrorCode.evalType.addressNotAllowed })
  expect(await called(far.url)).toMatchObject({ occour_error: false })
})

test('46, 47: requests carry no credentials of ours, and line breaks do not reach the request line', async () => {
  const { object_type_detail_info: type } = await ways['an object over HTTP'](far.url)
  await owner.api.evaluationPull.proxy({
    space_id,
    agent_execute_proxy_content: {
      agent_execute_meta: { callee: String(type.object_type) },
      payload: '{"input":"a\\r\\nSET x 1\\r\\n"}',
    },
  })
  const [request] = far.requests
  expect(Object.keys(request!.headers).filter((name) => /cookie|session|x-orrery/i.test(name))).toEqual([])
  expect(request!.headers.authorization).not.toContain(owner.cookie().split('=')[1]!)
  expect(request!.body).toBe('{"input":"a\\r\\nSET x 1\\r\\n"}')
  for (const agent_execute_path of ['/a\r\nSET x 1', '/a HTTP/1.1\r\nhost: x']) {
    const { object_type_detail_info: odd } = await owner.api.evaluationType.registerObject({
      object_type_detail_info: {
        space_id,
        object_name: `Odd ${(made += 1)}`,
        callback_type: 2,
        faas_callback_object_params: { psm: far.url, agent_execute_path },
      },
    })
    await owner.api.evaluationPull
      .proxy({
        space_id,
        agent_execute_proxy_content: {
          agent_execute_meta: { callee: String(odd.object_type) },
          payload: '{}',
        },
      })
      .catch(() => {})
  }
  expect(far.requests.every(({ method, url }) => method === 'POST' && !/[\r\n]/.test(url))).toBe(true)
  expect(far.requests.filter(({ headers }) => headers.host !== far.hostPort)).toEqual([])
})

test('48: a closed port and a dropped connection give the same error', async () => {
  const gone = await openFarEnd(() => ({}))
  await gone.close()
  const hangsUp = await lab.trap((socket) => socket.destroy())
  t.infra.egress.allowMore([gone.host, hangsUp.hostPort])
  const said = [await called(`http://${hangsUp.hostPort}`), await called(gone.url)]
  expect(said[0]).toMatchObject({ occour_error: true, result_payload: '' })
  expect(said[1]).toEqual(said[0])
  expect(said[0]!.error_message).not.toMatch(/ECONN|refused/)
})

test('74: each token is signed for one program and expires within five minutes', async () => {
  const tokens: string[] = []
  answer = (request, response) => {
    tokens.push(request.headers.authorization ?? '')
    response.end('{"output":"fine"}')
  }
  await called(far.url)
  await called(far.url)
  const claims = tokens.map(
    (token) =>
      JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
        sub: string
        iat: number
        exp: number
      },
  )
  expect(claims[0]!.sub).not.toBe(claims[1]!.sub)
  for (const { iat, exp } of claims) expect(exp - iat).toBeLessThanOrEqual(300)
  expect(tokens[0]!.split('.')[2]).not.toBe(tokens[1]!.split('.')[2])
})

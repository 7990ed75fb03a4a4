import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract } from '@orrery/contract'
import { ApiError, routeTable } from '@orrery/contract/client'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createApi } from './create-api.ts'
import { NetworkError } from './network-error.ts'

let server: Server
let base = ''
let seen: IncomingMessage | undefined
let answer: { status: number; body: string } = { status: 200, body: '{"code":0,"msg":"","data":{}}' }

beforeAll(async () => {
  server = createServer((request, response) => {
    seen = request
    response.writeHead(answer.status, { 'content-type': 'application/json', 'x-tt-logid': 'LOG1' })
    response.end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  answer = { status: 200, body: '{"code":0,"msg":"","data":{}}' }
})

function setUp(address = base, moreRoutes = async () => routeTable(contract)) {
  const onError = vi.fn()
  const onUnreachable = vi.fn()
  const onStepUp = vi.fn(async () => false)
  const sent: RequestInit[] = []
  const api = createApi({
    routes: routeTable({ passport: contract.passport }),
    moreRoutes,
    fetch: (path, init) => {
      sent.push(init)
      return fetch(address + path, init)
    },
    language: () => 'zh-CN',
    onError,
    onUnreachable,
    isStepUp: (error) => error instanceof ApiError && error.code === 4030,
    onStepUp,
  })
  return { api, onError, onUnreachable, onStepUp, sent }
}

it('marks every call, requests large numbers as text and sends the language of the page', async () => {
  const { api, sent } = setUp()
  await api.passport.accountInfo({})
  expect(seen!.headers).toMatchObject({
    'x-requested-with': 'XMLHttpRequest',
    'agw-js-conv': 'str',
    'accept-language': 'zh-CN',
  })
  expect(sent[0]!.credentials).toBe('same-origin')
})

it('passes an error of the server to the rules, and throws it', async () => {
  const { api, onError } = setUp()
  answer = { status: 409, body: '{"code":4001,"msg":"Taken","data":{"field":"name"}}' }
  const error = await api.passport.accountInfo({}, { toast: true }).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 4001, message: 'Taken', status: 409, logId: 'LOG1', data: { field: 'name' } })
  expect(onError.mock.calls).toEqual([[error, true]])
})

it('treats an answer without an envelope as a failure', async () => {
  const { api } = setUp()
  answer = { status: 502, body: '<html>Bad gateway</html>' }
  await expect(api.passport.accountInfo({})).rejects.toMatchObject({ name: 'ApiError', code: 502, status: 502 })
})

it('reports that the server cannot be reached', async () => {
  const { api, onUnreachable } = setUp('http://127.0.0.1:1')
  await expect(api.passport.accountInfo({})).rejects.toBeInstanceOf(NetworkError)
  expect(onUnreachable).toHaveBeenCalledTimes(1)
})

it('does not report an aborted call as a lost connection', async () => {
  const { api, onUnreachable } = setUp()
  const call = api.passport.accountInfo({}, { signal: AbortSignal.abort() })
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  expect(onUnreachable).not.toHaveBeenCalled()
})

it('loads the routes of the other calls once, and again after a failure', async () => {
  let isDown = true
  const loaded = vi.fn(async () => {
    if (isDown) throw new TypeError('Failed to fetch')
    return routeTable(contract)
  })
  const { api, onError, onUnreachable } = setUp(base, loaded)
  await api.passport.accountInfo({})
  expect(loaded).not.toHaveBeenCalled()
  await expect(api.folder.list({ space_id: '7', type: 1 })).rejects.toBeInstanceOf(NetworkError)
  expect([onUnreachable.mock.calls.length, onError.mock.calls.length]).toEqual([1, 1])
  isDown = false
  await api.folder.list({ space_id: '7', type: 1 })
  await api.folder.list({ space_id: '8', type: 1 })
  expect(loaded).toHaveBeenCalledTimes(2)
})

it('repeats a call after the person has confirmed their identity, and throws if they do not', async () => {
  const { api, onError, onStepUp, sent } = setUp()
  answer = { status: 403, body: '{"code":4030,"msg":"Prove it"}' }
  await expect(api.passport.accountInfo({})).rejects.toMatchObject({ code: 4030 })
  expect([sent.length, onError.mock.calls.length]).toEqual([1, 1])
  onStepUp.mockImplementationOnce(async () => {
    answer = { status: 200, body: '{"code":0,"msg":"","data":{"name":"Ada"}}' }
    return true
  })
  expect(await api.passport.accountInfo({})).toEqual({ name: 'Ada' })
  expect([sent.length, onError.mock.calls.length]).toEqual([3, 1])
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { AppError } from '../errors.ts'
import { MAX_SOCKET_BYTES } from './socket.ts'
import { createLab, fakeNames } from './testing/lab.ts'

let lab = createLab()
let server: WebSocketServer
let address: string
beforeEach(async () => {
  const http = createServer()
  server = new WebSocketServer({ server: http })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.3', resolve))
  address = `127.0.0.3:${(http.address() as AddressInfo).port}`
})
afterEach(async () => {
  await lab.close()
  lab = createLab()
  for (const client of server.clients) client.terminate()
  await new Promise((resolve) => server.options.server!.close(resolve))
})
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 0,
    (cause: unknown) => (cause instanceof AppError ? cause.code : -1),
  )
const { hostRefused, portRefused, badUrl, schemeRefused, userinfoRefused, badHeader, unreachable } = ErrorCode.egress

test('messages go both ways, with headers, and messages before the first listener are not lost', async () => {
  let token: string | undefined
  server.on('connection', (socket, request) => {
    token = request.headers.authorization
    socket.send('first')
    socket.on('message', (data, isBinary) =>
      socket.send(isBinary ? data : `echo ${String(data)}`, { binary: isBinary }),
    )
  })
  const socket = await lab
    .egress({ allow: [address] })
    .socket(`ws://${address}/x`, { headers: { authorization: 'Bearer t' } })
  socket.send('hello')
  socket.send(new Uint8Array([1, 2, 3]))
  const heard: (string | Buffer)[] = []
  socket.onMessage((data) => heard.push(data))
  await expect.poll(() => heard).toEqual(['first', 'echo hello', Buffer.from([1, 2, 3])])
  expect(token).toBe('Bearer t')
  socket.close()
  await socket.closed
})

test('sockets obey the rules of requests: addresses, names, ports and headers (cases 39 to 47)', async () => {
  let opened = 0
  server.on('connection', () => (opened += 1))
  const { resolve } = fakeNames({
    'inner.example.org': [['127.0.0.3']],
    'mixed.example.org': [['93.184.216.34', '10.0.0.1']],
  })
  const egress = lab.egress({ resolve })
  const [, port] = address.split(':')
  expect(await codeOf(egress.socket(`ws://${address}`))).toBe(hostRefused)
  expect(await codeOf(egress.socket('ws://169.254.169.254/latest'))).toBe(hostRefused)
  expect(await codeOf(egress.socket('wss://localhost:8443'))).toBe(hostRefused)
  expect(await codeOf(egress.socket('ws://93.184.216.34:6379'))).toBe(portRefused)
  expect(await codeOf(egress.socket('file:///etc/passwd'))).toBe(schemeRefused)
  expect(await codeOf(egress.socket('ws://user:pass@example.org'))).toBe(userinfoRefused)
  expect(await codeOf(egress.socket('ws://example.org/\r\nx'))).toBe(badUrl)
  expect(await codeOf(egress.socket('ws://example.org', { headers: { 'x-a': 'b\r\nc: d' } }))).toBe(badHeader)
  // Names of internal hosts fail like closed ports: neither reveals what is there.
  expect(await codeOf(egress.socket(`ws://inner.example.org:${port}`))).toBe(unreachable)
  expect(await codeOf(egress.socket(`ws://mixed.example.org:${port}`))).toBe(unreachable)
  expect(opened).toBe(0)
})

test('a site that redirects, refuses or stays silent cannot be reached', async () => {
  const elsewhere = await lab.site((_, response) => void response.writeHead(302, { location: `ws://${address}` }).end())
  const refuses = await lab.site((_, response) => void response.writeHead(401).end())
  const silent = await lab.trap()
  let opened = 0
  server.on('connection', () => (opened += 1))
  const egress = lab.egress({ allow: [elsewhere.hostPort, refuses.hostPort, silent.hostPort, address] })
  expect(await codeOf(egress.socket(`ws://${elsewhere.hostPort}`))).toBe(unreachable)
  expect(await codeOf(egress.socket(`ws://${refuses.hostPort}`))).toBe(unreachable)
  expect(await codeOf(egress.socket(`ws://${silent.hostPort}`, { openTimeoutMs: 200 }))).toBe(unreachable)
  expect(opened).toBe(0)
})

test('a message over the limit closes the socket, and closing the client closes all sockets', async () => {
  server.on('connection', (socket, request) => {
    if (request.url === '/large') socket.send(Buffer.alloc(MAX_SOCKET_BYTES + 1))
  })
  const egress = lab.egress({ allow: [address] })
  const large = await egress.socket(`ws://${address}/large`)
  const heard: unknown[] = []
  large.onMessage((data) => heard.push(data))
  await large.closed
  expect(heard).toEqual([])
  const open = await egress.socket(`ws://${address}`)
  await egress.close()
  await open.closed
  expect(await codeOf(egress.socket(`ws://${address}`))).toBe(ErrorCode.kit.draining)
})

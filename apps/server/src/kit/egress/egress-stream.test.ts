import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { createServer } from 'node:tls'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { selfSigned } from './testing/certificate.ts'
import { createLab, fakeNames } from './testing/lab.ts'

let lab = createLab()
afterEach(async () => {
  await lab.close()
  lab = createLab()
})
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 0,
    (cause: unknown) => (cause instanceof AppError ? cause.code : -1),
  )
const { hostRefused, portRefused, badUrl, unreachable } = ErrorCode.egress

test('a raw connection obeys the rules of requests (cases 39 to 41, 45)', async () => {
  const trap = await lab.trap((socket) => socket.write('hello'))
  const { resolve } = fakeNames({
    'inner.example.org': [[trap.host]],
    'mixed.example.org': [['93.184.216.34', '10.0.0.1']],
  })
  const egress = lab.egress({ allow: [trap.hostPort], resolve })
  const open = (host: string, port = 993) => codeOf(egress.stream({ host, port, isSecure: false }))
  expect(await open(trap.host, trap.port)).toBe(0)
  expect(trap.connections).toBe(1)
  for (const host of [
    '127.0.0.1',
    '169.254.169.254',
    '10.0.0.1',
    'localhost',
    'inner.example.org',
    'mixed.example.org',
  ])
    expect(await open(host), host).toBe(hostRefused)
  for (const port of [22, 25, 5432, 6379]) expect(await open('example.org', port), String(port)).toBe(portRefused)
  for (const host of ['', 'a b', 'ok@example.org', 'example.org/x', 'example.org:1'])
    expect(await open(host), host).toBe(badUrl)
  expect(trap.connections).toBe(1)
})

test('a closed port, a silent one and an invalid certificate give the same error (case 48)', async () => {
  const silent = await lab.trap((socket) => void socket.end())
  const closed = await lab.trap()
  const tls = createServer(selfSigned('mail.example.org'))
  await new Promise<void>((resolve) => tls.listen(0, '127.0.0.2', resolve))
  const { port } = tls.address() as AddressInfo
  const egress = lab.egress({ allow: ['127.0.0.2'] })
  const words = async (target: number) =>
    egress.stream({ host: '127.0.0.2', port: target, isSecure: true }).then(
      () => 'opened',
      (cause: AppError) => `${cause.code} ${cause.message}`,
    )
  const all = await Promise.all([words(silent.port), words(port), words(1)])
  tls.close()
  expect(closed.connections).toBe(0)
  expect(all[0]).toContain(String(unreachable))
  expect(all[1]).toBe(all[0])
})

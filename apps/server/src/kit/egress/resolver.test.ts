import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createResolver, type Resolver } from './resolver.ts'
import { startDnsServer } from './testing/dns-server.ts'
import { createLab } from './testing/lab.ts'

let dns: Awaited<ReturnType<typeof startDnsServer>>
let resolve: Resolver
const lab = createLab()

beforeAll(async () => {
  dns = await startDnsServer({
    'both.example.com': { A: ['93.184.216.34', '93.184.216.35'], AAAA: ['2606:4700::1111'] },
    'v4.example.com': { A: ['93.184.216.34'] },
    'v6.example.com': { AAAA: ['2606:4700::2222'] },
    'mixed.example.com': { A: ['93.184.216.34'], AAAA: ['fd00::1'] },
    'bare.example.com': {},
    'silent.example.com': { silent: true },
    'broken.example.com': { A: ['93.184.216.34'], rcode: 2 },
  })
  resolve = createResolver([dns.server])
})
afterAll(async () => {
  await lab.close()
  await dns.close()
})

test('all A and AAAA records are returned', async () => {
  expect(await resolve('both.example.com', false)).toEqual(['93.184.216.34', '93.184.216.35', '2606:4700::1111'])
  expect(await resolve('v4.example.com', false)).toEqual(['93.184.216.34'])
  expect(await resolve('v6.example.com', false)).toEqual(['2606:4700::2222'])
})

test('a private record of the other address family rejects a name with a public one', async () => {
  const trap = await lab.trap()
  const egress = lab.egress({ resolve, dial: () => trap.host })
  const call = egress.fetch(`http://mixed.example.com:${trap.port}/`)
  await expect(call).rejects.toMatchObject({ code: ErrorCode.egress.hostRefused })
  expect(trap.connections).toBe(0)
})

test('a name without records gives an empty answer, a failing server an error', async () => {
  expect(await resolve('bare.example.com', false)).toEqual([])
  expect(await resolve('unknown.example.com', false)).toEqual([])
  await expect(resolve('broken.example.com', false)).rejects.toMatchObject({ code: 'ESERVFAIL' })
})

test('a silent DNS server is ended by the connect timeout', async () => {
  const egress = lab.egress({ resolve, connectTimeoutMs: 200, dial: () => '127.0.0.2' })
  const call = egress.fetch('http://silent.example.com:8080/')
  await expect(call).rejects.toMatchObject({ code: ErrorCode.egress.unreachable })
})

test("ordinary requests cannot reach names that only this machine knows, an administrator's entries can", async () => {
  expect(await resolve('localhost', false)).toEqual([])
  expect(await resolve('localhost', true)).toContain('127.0.0.1')
  expect(dns.asked.filter((name) => name.startsWith('localhost.'))).toEqual([])
})

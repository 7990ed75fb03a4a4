import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createServer } from 'node:tls'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import S3rver from 's3rver'
import { beforeAll, expect, test } from 'vitest'
import { checkSignature } from '#domains/flow/trigger/shared/signature.ts'
import { newOwnKey } from '#domains/enterprise/sso/saml/own-key.ts'
import { asPem } from '#domains/enterprise/sso/saml/saml-metadata.ts'
import { afterFile } from '#testing/after-file.ts'
import { type FarRequest, openFarEnd } from '#testing/far-end.ts'
import { openTestApp, type Person, testPassword, type TestApp } from '#testing/test-app.ts'

const MONTH = 31 * 24 * 3600_000
let t: TestApp
let ada: Person
let enterprise_id: string
const hooked: FarRequest[] = []
let status = 200
let hook: string
let syslog: { port: number; authority: string }
let heard = ''
let s3: { url: string; directory: string }
const code = (name: keyof typeof ErrorCode.auditStream) => ({ code: ErrorCode.auditStream[name] })
interface Line {
  no: number
  action: string
  hash: string
}
const hookedLines = (from = 0) =>
  hooked.slice(from).flatMap(({ body }) => (JSON.parse(String(body)) as { events: Line[] }).events)
/** Makes a change, links its audit entry, and runs the streams. */
async function act(name: string) {
  await ada.api.enterprise.update({ enterprise_id, name })
  t.clock.advance(11_000)
  await t.services.auditChain.sealAll()
  await t.services.auditStreams.drain()
}
const streams = async () => (await ada.api.auditStreams.list({ enterprise_id })).streams

async function openSyslog() {
  const { privateKey, certificate } = await newOwnKey('localhost', Date.now())
  const authority = asPem(certificate)
  const server = createServer({ key: privateKey, cert: authority }, (socket) => {
    socket.on('data', (chunk) => (heard += String(chunk)))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  afterFile(async () => void server.close())
  return { port: (server.address() as AddressInfo).port, authority }
}
function openS3() {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'orrery-audit-'))
  const configureBuckets = [{ name: 'company', configs: [] }]
  const server = new S3rver({ directory, port: 0, address: '127.0.0.1', silent: true, configureBuckets })
  afterFile(async () => {
    await server.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return server.run().then((address) => ({ url: `http://127.0.0.1:${(address as AddressInfo).port}`, directory }))
}
beforeAll(async () => {
  const far = await openFarEnd((request) => {
    hooked.push(request)
    return { status }
  })
  afterFile(far.close)
  hook = `${far.url}/audit`
  syslog = await openSyslog()
  s3 = await openS3()
  const egressAllow = [far.host, `localhost:${syslog.port}`, new URL(s3.url).host]
  t = await openTestApp({ config: { egressAllow } })
  await t.register('instance')
  ada = await t.register('ada')
  enterprise_id = (await ada.api.enterprise.create({ name: 'Acme' })).enterprise_id
})

test('a stream is created only after a successful test delivery; errors give the reason', async () => {
  const create = (config: object, more: object = {}) =>
    ada.api.auditStreams.create({ enterprise_id, name: 'X', config, ...more } as never)
  status = 410
  await expect(create({ kind: 'webhook', url: hook })).rejects.toMatchObject(code('refused'))
  status = 200
  await expect(create({ kind: 'webhook', url: 'http://10.0.0.7/audit' })).rejects.toMatchObject(code('refused'))
  const bucket = { kind: 's3', url: s3.url, bucket: 'company', access_key_id: 'S3RVER' }
  await expect(create(bucket)).rejects.toMatchObject(code('secretNeeded'))
  await expect(create({ ...bucket, bucket: 'nowhere' }, { secret: 'S3RVER' })).rejects.toMatchObject(code('refused'))
  const server = { kind: 'syslog', host: 'localhost', port: syslog.port }
  // The server uses a self-signed certificate.
  await expect(create(server)).rejects.toMatchObject(code('refused'))
  await expect(create({ ...server, authority: 'text' })).rejects.toMatchObject(code('badAuthority'))
  expect(await streams()).toEqual([])
})

test('entries are delivered to a webhook, a syslog server and an S3 store in the order of the chain', async () => {
  const made = await ada.api.auditStreams.create({
    enterprise_id,
    name: 'Hook',
    config: { kind: 'webhook', url: hook },
    is_from_start: true,
  })
  await ada.api.auditStreams.create({
    enterprise_id,
    name: 'Log',
    config: { kind: 'syslog', host: 'localhost', ...syslog },
  })
  await ada.api.auditStreams.create({
    enterprise_id,
    name: 'Store',
    config: { kind: 's3', url: s3.url, bucket: 'company', access_key_id: 'S3RVER' },
    secret: 'S3RVER',
    is_from_start: true,
  })
  hooked.length = 0
  await act('Acme One')
  const lines = hookedLines()
  expect(lines.map((line) => line.no)).toEqual(lines.map((_, index) => index + 1))
  expect(lines[0]!.action).toBe('enterprise.create')
  expect(lines.at(-1)!.action).toBe('enterprise.update')
  const { headers, body } = hooked[0]!
  const signature = String(headers['x-orrery-signature'])
  expect(() => checkSignature(made.signing_secret, signature, String(body), t.clock.now())).not.toThrow()
  // RFC 5425 frame: the length in bytes, a space, the message.
  const last = heard.slice(heard.lastIndexOf('<110>1 '))
  expect(last).toContain(' orrery - enterprise.update - {')
  const size = Number(/(\d+) <110>1 [^<]*$/.exec(heard)![1])
  expect(Buffer.byteLength(last)).toBe(size)
  const stored = readdirSync(path.join(s3.directory, 'company'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('._S3rver_object') && !name.includes('000000000000-'))
    .flatMap((name) =>
      readFileSync(path.join(s3.directory, 'company', name), 'utf8')
        .trim()
        .split('\n'),
    )
  expect(stored.map((line) => (JSON.parse(line) as Line).no)).toEqual(lines.map((line) => line.no))
  expect((await streams()).map(({ backlog, failures }) => [backlog, failures])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ])
})

test('refused entries are retried, and none is lost when a process dies', async () => {
  hooked.length = 0
  status = 503
  await act('Acme Two')
  await act('Acme Three')
  const [broken] = await streams()
  expect(broken).toMatchObject({ backlog: 2, failures: 1, last_error: 'HTTP 503' })
  status = 200
  const before = hooked.length
  await t.services.auditStreams.drain()
  expect(hooked.length).toBe(before)
  t.clock.advance(60_000)
  // Simulates a process that died with the lease: the stream continues after the lease has expired.
  const { pool } = t.infra.database
  await pool.query('UPDATE audit_stream SET lease_until = $1, fence = fence + 1', [t.clock.now() + 60_000])
  expect(await t.services.auditStreams.drain()).toBe(0)
  t.clock.advance(61_000)
  await t.services.auditStreams.drain()
  expect(hookedLines(before).map((line) => line.action)).toEqual(['enterprise.update', 'enterprise.update'])
  const { id } = broken!
  await ada.api.auditStreams.setState({ enterprise_id, stream_id: id, is_on: false })
  const sent = hooked.length
  await act('Acme Four')
  expect(hooked.length).toBe(sent)
  await ada.api.auditStreams.setState({ enterprise_id, stream_id: id, is_on: true })
  await act('Acme Five')
  const numbers = hookedLines(before).map((line) => line.no)
  expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index))
})

test('old months are dropped, but no entry before it was streamed, and the chain stays valid', async () => {
  const { entries } = await t.services.auditChain.verify(enterprise_id)
  expect(await ada.api.auditStreams.retain({ enterprise_id, months: 2, is_dry_run: true })).toMatchObject({
    entries: 0,
  })
  t.clock.advance(4 * MONTH)
  await ada.api.passport.login({ email: ada.email, password: testPassword })
  status = 503
  await act('Acme Six')
  const old = await ada.api.auditStreams.retain({ enterprise_id, months: 2 })
  expect(old.entries).toBeGreaterThanOrEqual(entries)
  // The webhook is missing only the latest entry, which is within the retention period.
  await t.infra.database.pool.query("UPDATE audit_stream SET cursor = 3 WHERE name = 'Hook'")
  expect(await t.services.auditRetention.dropAll()).toBe(3)
  await t.infra.database.pool.query("UPDATE audit_stream SET cursor = $1 WHERE name = 'Hook'", [entries])
  expect(await t.services.auditRetention.dropAll()).toBe(entries - 3)
  expect(await t.services.auditRetention.dropAll()).toBe(0)
  const kept = await t.services.auditChain.verify(enterprise_id)
  expect(kept.broken).toBeUndefined()
  t.clock.advance(11_000)
  await t.services.auditChain.sealAll()
  const later = await t.services.auditChain.verify(enterprise_id)
  expect(later.entries).toBeGreaterThan(kept.entries)
  expect(later.broken).toBeUndefined()
  const { events } = await ada.api.enterpriseAudit.list({ enterprise_id, page: 1, size: 50 })
  expect(events.map((event) => event.action)).not.toContain('enterprise.create')
  // Entries cannot be deleted in any other way.
  await expect(t.infra.database.pool.query('DELETE FROM audit_event')).rejects.toThrow(/cannot be changed/)
  const { rows } = await t.infra.database.pool.query<{ no: string }>('SELECT no FROM audit_retention')
  await t.infra.database.pool.query('UPDATE audit_retention SET no = no - 1')
  expect((await t.services.auditChain.verify(enterprise_id)).broken?.why).toBe('signature')
  await t.infra.database.pool.query('UPDATE audit_retention SET no = $1', [rows[0]!.no])
})

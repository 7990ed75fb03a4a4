import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { checkSignature } from '#domains/flow/trigger/shared/signature.ts'
import { afterFile } from '#testing/after-file.ts'
import { type MailServer, openMailServer } from '#testing/mail-server.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let member: Person
let outsider: Person
let space_id: string
let mails: MailServer
let hook: { url: string; got: { headers: IncomingHttpHeaders; body: string }[]; status: number }
let made = 0
beforeAll(async () => {
  mails = await openMailServer()
  hook = await openHook()
  t = await openTestApp({ config: { egressAllow: [new URL(hook.url).host] } })
  owner = await t.register('owner')
  member = await t.register('member')
  outsider = await t.register('outsider')
  space_id = (await owner.api.space.create({ name: 'Watched' })).id
  await owner.api.space.addMembers({ space_id, member_info_list: [{ user_id: member.id }] })
  useMail(t.infra)
})
function useMail({ mail }: Pick<TestApp['infra'], 'mail'>) {
  const { user, password } = mails.account
  mail.use({ host: '127.0.0.1', port: mails.port, security: 'none', user, password, from: 'a@example.test' })
}
async function openHook() {
  const found: typeof hook = { url: '', got: [], status: 200 }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      found.got.push({ headers: request.headers, body })
      response.writeHead(found.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => server.close())
  found.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/alarm`
  return found
}
const send = (service: string, failed: boolean, n = 1) =>
  owner.api.traceIngest.spans({
    spans: Array.from({ length: n }, () => {
      made += 1
      return {
        workspace_id: space_id,
        trace_id: String(made).padStart(32, 'a'),
        span_id: String(made).padStart(16, '0'),
        started_at_micros: t.clock.now() * 1000 - 1000,
        duration_micros: 2_000_000,
        span_name: 'ask',
        span_type: 'agent',
        psm: service,
        status_code: failed ? 1 : 0,
      }
    }),
  })
const rule = (more: object = {}) => ({
  name: `Alarm ${(made += 1)}`,
  metric: 'error_rate' as const,
  threshold: 50,
  window_minutes: 5,
  object_key: 'shop',
  webhook_url: hook.url,
  user_ids: [owner.id],
  ...more,
})
const look = async () => {
  await t.services.traceAlarms.checkAll()
  await t.services.traceAlarms.deliver()
  await t.services.notices.deliver()
}
const find = async (id: string) => (await owner.api.traceAlarms.list({ space_id })).alarms.find((one) => one.id === id)!
const clear = async () => {
  for (const { id } of (await owner.api.traceAlarms.list({ space_id })).alarms)
    await owner.api.traceAlarms.remove({ space_id, alarm_id: id })
  hook.got.length = 0
  mails.received.length = 0
  t.clock.advance(3_600_000)
}

test('an alarm fires once by mail and webhook when the figure passes the threshold, and resolves once', async () => {
  const { alarm_id, webhook_secret } = await owner.api.traceAlarms.save({ space_id, alarm: rule({ name: 'Failing' }) })
  await send('shop', false)
  await look()
  expect(await find(alarm_id)).toMatchObject({ status: 'ok', value: 0 })
  await send('shop', true, 3)
  const another = await t.another()
  // Either process may claim the notice.
  useMail(another.infra)
  await Promise.all([t.services.traceAlarms.checkAll(), another.services.traceAlarms.checkAll()])
  await Promise.all([t.services.traceAlarms.deliver(), another.services.traceAlarms.deliver()])
  await Promise.all([t.services.notices.deliver(), another.services.notices.deliver()])
  await look()
  expect(await find(alarm_id)).toMatchObject({ status: 'firing', value: 75 })
  expect(mails.received.map(({ to }) => to)).toEqual([owner.email])
  const { items } = await owner.api.notice.list({})
  expect(items).toMatchObject([{ kind: 'alarm', en: { title: 'Alarm: Failing' }, zh: { title: '告警触发：Failing' } }])
  expect(hook.got).toHaveLength(1)
  const [{ headers, body }] = hook.got as [(typeof hook.got)[number]]
  checkSignature(webhook_secret, String(headers['x-orrery-signature']), body, t.clock.now())
  expect(JSON.parse(body)).toMatchObject({ event: 'alarm.fired', data: { name: 'Failing', value: 75, threshold: 50 } })
  t.clock.advance(10 * 60_000)
  await look()
  await look()
  expect(await find(alarm_id)).toMatchObject({ status: 'ok' })
  expect(hook.got.map(({ headers: { 'x-orrery-event': event } }) => event)).toEqual(['alarm.fired', 'alarm.resolved'])
  const { events } = await owner.api.traceAlarms.events({ space_id, alarm_id })
  expect(events.map(({ type }) => type)).toEqual(['resolved', 'fired'])
  expect(events[1]!.notices.map(({ way, status }) => `${way} ${status}`)).toEqual(['mail sent', 'webhook sent'])
})
test('a failed delivery is retried with the same id, also by another process', async () => {
  await clear()
  hook.status = 500
  await owner.api.traceAlarms.save({ space_id, alarm: rule({ user_ids: [], metric: 'runs', threshold: 0 }) })
  await send('shop', false)
  await look()
  expect(hook.got).toHaveLength(1)
  hook.status = 200
  t.clock.advance(31_000)
  const another = await t.another()
  await another.services.traceAlarms.deliver()
  await another.services.traceAlarms.deliver()
  expect(hook.got).toHaveLength(2)
  expect(hook.got[0]!.headers['x-orrery-delivery']).toBe(hook.got[1]!.headers['x-orrery-delivery'])
})
test('an alarm respects its metric, object, direction and minimum of runs', async () => {
  await clear()
  const save = async (more: object) =>
    (await owner.api.traceAlarms.save({ space_id, alarm: rule({ webhook_url: '', ...more }) })).alarm_id
  const slow = await save({ metric: 'latency_p95', threshold: 1500 })
  const few = await save({ metric: 'runs', is_above: false, threshold: 3, min_runs: 0 })
  const other = await save({ object_key: 'another service', metric: 'runs', threshold: 0 })
  const rare = await save({ metric: 'error_rate', threshold: 1, min_runs: 10 })
  await send('shop', true)
  await t.services.traceAlarms.checkAll()
  const states = await Promise.all([slow, few, other, rare].map(async (id) => (await find(id)).status))
  expect(states).toEqual(['firing', 'firing', 'ok', 'ok'])
  expect((await find(slow)).value).toBeGreaterThan(1900)
})
test('an alarm that is off is not evaluated; a person who left the space is not notified', async () => {
  await clear()
  const alarm = rule({ webhook_url: '', user_ids: [member.id], metric: 'runs', threshold: 0 })
  const { alarm_id } = await owner.api.traceAlarms.save({ space_id, alarm: { ...alarm, is_on: false } })
  await send('shop', false)
  await look()
  expect(await find(alarm_id)).toMatchObject({ status: 'ok', checked_at: 0 })
  await owner.api.traceAlarms.save({ space_id, alarm_id, alarm })
  await t.services.traceAlarms.checkAll()
  await owner.api.space.removeMember({ space_id, remove_user_id: member.id })
  await t.services.traceAlarms.deliver()
  await t.services.notices.deliver()
  expect(mails.received).toEqual([])
  expect((await member.api.notice.list({})).items).toEqual([])
})
test('invalid rules are refused and change nothing', async () => {
  await clear()
  const save = (more: object) => owner.api.traceAlarms.save({ space_id, alarm: rule(more) })
  await expect(save({ user_ids: [outsider.id] })).rejects.toMatchObject({ code: ErrorCode.alarm.notAMember })
  await expect(save({ user_ids: [], webhook_url: '' })).rejects.toMatchObject({ code: ErrorCode.alarm.nobodyToTell })
  await expect(save({ webhook_url: 'http://10.0.0.1/x' })).rejects.toMatchObject({ status: 403 })
  await expect(save({ threshold: -1 })).rejects.toThrow('threshold')
  expect((await owner.api.traceAlarms.list({ space_id })).alarms).toEqual([])
  await save({ name: 'Same' })
  await expect(save({ name: 'same' })).rejects.toMatchObject({ code: ErrorCode.alarm.nameTaken })
})
test('alarms cannot be read or changed from another space, and their secrets are stored sealed', async () => {
  const { alarm_id } = await owner.api.traceAlarms.save({ space_id, alarm: rule() })
  await expect(outsider.api.traceAlarms.list({ space_id })).rejects.toMatchObject({ status: 404 })
  const theirs = (await outsider.api.space.create({ name: 'Theirs' })).id
  for (const call of ['remove', 'events'] as const)
    await expect(outsider.api.traceAlarms[call]({ space_id: theirs, alarm_id })).rejects.toMatchObject({ status: 404 })
  await expect(
    outsider.api.traceAlarms.save({ space_id: theirs, alarm_id, alarm: { ...rule(), user_ids: [outsider.id] } }),
  ).rejects.toMatchObject({ status: 404 })
  const { rows } = await t.infra.database.pool.query('SELECT secret FROM trace_alarm')
  expect(JSON.stringify(rows)).not.toContain('whsec_')
})

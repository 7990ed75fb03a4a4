import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { greeting } from '#testing/workflow-canvas.ts'
import { openTestApp, type Person, testPassword, type TestApp } from '#testing/test-app.ts'
import { sign } from './shared/signature.ts'

let t: TestApp
let me: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  me = await t.register('me')
  spaceId = (await me.api.space.create({ name: 'Triggers' })).id
})
async function published() {
  const { workflow_id } = await me.api.workflow.create({ name: 'Flow', space_id: spaceId })
  await me.api.workflow.save({ workflow_id, schema: greeting() })
  await me.api.workflowVersion.publish({ workflow_id, force: true })
  return workflow_id
}
const runsOf = async (workflow_id: string) => (await me.api.workflowRun.history({ workflow_id, limit: 100 })).runs
const MINUTE = 60_000
async function later(ms: number) {
  t.clock.advance(ms)
  await me.api.passport.login({ email: me.email, password: testPassword })
}

describe('schedules', () => {
  const schedule = async (workflow_id: string, config: object, more: object = {}) =>
    me.api.workflowTrigger.save({
      workflow_id,
      event_id: 'schedule',
      name: 'every minute',
      config: JSON.stringify(config),
      payload: '{"input":"clock"}',
      ...more,
    })
  test('a due schedule fires once, however many processes check it and however often', async () => {
    const id = await published()
    const { trigger_id } = await schedule(id, { cron: '* * * * *' })
    t.clock.advance(MINUTE)
    await Promise.all([1, 2, 3, 4].map(() => t.services.triggerFiring.fireDue()))
    await expect.poll(async () => (await runsOf(id)).map((run) => run.status)).toEqual([2])
    expect((await runsOf(id))[0]!.output).toBe('{"output":"Hello clock"}')
    // A clock that is set back a day does not make the same time due again.
    t.clock.advance(-24 * 60 * MINUTE)
    await t.services.triggerFiring.fireDue()
    t.clock.advance(24 * 60 * MINUTE)
    await t.services.triggerFiring.fireDue()
    expect(await runsOf(id)).toHaveLength(1)
    await me.api.workflowTrigger.operate({ trigger_id, status: 0 })
    t.clock.advance(5 * MINUTE)
    await t.services.triggerFiring.fireDue()
    expect(await runsOf(id)).toHaveLength(1)
  })
  test('missed times are made up by one run, or skipped if configured so', async () => {
    const [once, skipped] = [await published(), await published()]
    await schedule(once, { cron: '0 * * * *', missed: 'once' })
    await schedule(skipped, { cron: '0 * * * *', missed: 'skip' })
    await later(3 * 60 * MINUTE + 5 * MINUTE)
    await t.services.triggerFiring.fireDue()
    await t.services.triggerFiring.fireDue()
    expect([(await runsOf(once)).length, (await runsOf(skipped)).length]).toEqual([1, 0])
  })
  test('times are in the time zone of the schedule', async () => {
    const id = await published()
    await schedule(id, { cron: '30 9 * * *', timeZone: 'Asia/Shanghai' })
    const { next_trigger_time } = await me.api.workflowTrigger.get({ workflow_id: id })
    expect(new Date(next_trigger_time * 1000).toISOString()).toMatch(/T01:30:00/)
  })
  test('an invalid schedule is refused', async () => {
    const id = await published()
    for (const config of [
      {},
      { cron: 'x' },
      { cron: '* * * * * *' },
      { cron: '* * * * *', timeZone: 'Nowhere/City' },
      { cron: '99 * * * *' },
    ])
      await expect(schedule(id, config)).rejects.toMatchObject({ code: ErrorCode.trigger.badCron })
  })
  test('a workflow that was never published leaves an error on its trigger', async () => {
    const { workflow_id } = await me.api.workflow.create({ name: 'Draft', space_id: spaceId })
    await schedule(workflow_id, { cron: '* * * * *' })
    t.clock.advance(MINUTE)
    await t.services.triggerFiring.fireDue()
    expect((await me.api.workflowTrigger.get({ workflow_id })).last_error).toMatch(/not been published/)
  })
  test('triggers are listed, run by hand and deleted', async () => {
    const id = await published()
    const { trigger_id } = await schedule(id, { cron: '0 0 1 1 *' })
    const { trigger_list, total } = await me.api.workflowTrigger.list({ workflow_id: id })
    expect([trigger_list[0]!.trigger_id, total]).toEqual([trigger_id, 1])
    const all = await me.api.workflowTrigger.listPublished({ space_id: spaceId, app_type: 0, page_size: 100 })
    expect(all.data.map((item) => item.trigger_id)).toContain(trigger_id)
    const { execute_id } = await me.api.workflowTrigger.test({ trigger_id })
    await expect
      .poll(async () => (await me.api.workflowRun.process({ workflow_id: id, execute_id })).executeStatus)
      .toBe(2)
    expect((await me.api.workflowTrigger.remove({ trigger_id })).affected_rows).toBe(1)
    await expect(me.api.workflowTrigger.remove({ trigger_id })).rejects.toMatchObject({ status: 404 })
  })
})

describe('webhooks', () => {
  async function hook() {
    const id = await published()
    const made = await me.api.workflowTrigger.save({
      workflow_id: id,
      event_id: 'webhook',
      payload: '{"input":"default"}',
    })
    const deliver = async (body: string, headers: Record<string, string>) => {
      const response = await t.request(new URL(made.webhook_url).pathname, { method: 'POST', body, headers })
      return {
        status: response.status,
        ...((await response.json()) as { code: number; execute_id?: string; duplicate?: boolean }),
      }
    }
    const signed = (body: string, at = t.clock.now()) => ({
      'x-orrery-signature': sign(made.secret, Math.floor(at / 1000), body),
    })
    return { id, ...made, deliver, signed }
  }
  test('the same delivery five times at once starts one run', async () => {
    const { id, deliver, signed } = await hook()
    const body = '{"input":"once"}'
    const headers = signed(body)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => deliver(body, headers)))
    expect(new Set(answers.map((answer) => answer.execute_id)).size).toBe(1)
    expect(answers.filter((answer) => !answer.duplicate)).toHaveLength(1)
    await expect.poll(async () => (await runsOf(id)).map((run) => run.output)).toEqual(['{"output":"Hello once"}'])
    // The name that the sender gave to a delivery counts, not the time of the signature.
    const first = await deliver(body, { ...signed(body), 'x-orrery-delivery': 'a' })
    const again = await deliver(body, { ...signed(body, t.clock.now() + 2000), 'x-orrery-delivery': 'a' })
    expect([again.duplicate, again.execute_id]).toEqual([true, first.execute_id])
  })
  test('forged, altered and old deliveries are refused and start no run', async () => {
    const { id, deliver, signed } = await hook()
    const body = '{"input":"x"}'
    const right = signed(body)['x-orrery-signature']
    const wrong: [string, Record<string, string>][] = [
      [body, {}],
      [body, { 'x-orrery-signature': 'nonsense' }],
      [body, { 'x-orrery-signature': right.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }],
      ['{"input":"y"}', { 'x-orrery-signature': right }],
      [body, signed(body, t.clock.now() - 6 * MINUTE)],
      [body, signed(body, t.clock.now() + 6 * MINUTE)],
    ]
    for (const [text, headers] of wrong) expect((await deliver(text, headers)).status).toBe(401)
    expect(await runsOf(id)).toEqual([])
    expect((await deliver('[1]', signed('[1]'))).status).toBe(400)
  })
  test('a closed webhook answers like a missing one', async () => {
    const { trigger_id, deliver, signed } = await hook()
    await me.api.workflowTrigger.operate({ trigger_id, status: 0 })
    expect((await deliver('{}', signed('{}'))).status).toBe(404)
  })
  test('the secret is returned only once', async () => {
    const { id, trigger_id, secret } = await hook()
    expect(secret.length).toBeGreaterThan(20)
    const again = await me.api.workflowTrigger.save({
      workflow_id: id,
      trigger_id,
      event_id: 'webhook',
      name: 'renamed',
    })
    expect(again.secret).toBe('')
    expect(JSON.stringify(await me.api.workflowTrigger.list({ workflow_id: id }))).not.toContain(secret)
  })
})

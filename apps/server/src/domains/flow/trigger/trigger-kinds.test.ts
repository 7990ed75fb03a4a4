import { CollaborationResource } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { TRIGGER_LIMITS } from '@orrery/contract/shared/triggers'
import { beforeAll, describe, expect, test } from 'vitest'
import { canvas, codeNode, edge, endNode, greeting, param, ref, startNode } from '#testing/workflow-canvas.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { inputFrom } from './trigger-input.ts'

let t: TestApp
let me: Person
let member: Person
let outsider: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  ;[me, member, outsider] = [await t.register('me'), await t.register('member'), await t.register('outsider')]
  spaceId = (await me.api.space.create({ name: 'Triggers' })).id
  await me.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
})
const MINUTE = 60_000
type Save = Parameters<Person['api']['workflowTrigger']['save']>[0]

async function published(schema = greeting(), name = 'Flow') {
  const { workflow_id } = await me.api.workflow.create({ name, space_id: spaceId })
  await me.api.workflow.save({ workflow_id, schema })
  await me.api.workflowVersion.publish({ workflow_id, force: true })
  return workflow_id
}
const save = (workflow_id: string, event_id: Save['event_id'], config: object, more: Partial<Save> = {}, who = me) =>
  who.api.workflowTrigger.save({ workflow_id, event_id, config: JSON.stringify(config), ...more })
const list = async (workflow_id: string) => (await me.api.workflowTrigger.list({ workflow_id })).trigger_list
const history = async (trigger_id: string, more: object = {}) =>
  (await me.api.workflowTrigger.history({ trigger_id, ...more })).list
/** Waits until what a trigger started has ended. */
const ended = (trigger_id: string, status: number) =>
  expect.poll(async () => (await history(trigger_id)).map((item) => item.status), { timeout: 20_000 }).toEqual([status])
const failing = canvas(
  [
    startNode(),
    codeNode('2', ref('100001', 'input'), 'async function main() { throw new Error("broken on purpose") }'),
    endNode([param('output', ref('2', 'result'))]),
  ],
  [edge('100001', '2'), edge('2', '900001')],
)

describe('schedules', () => {
  test('are shown in advance, in their time zone', async () => {
    const { times } = await me.api.workflowTrigger.preview({
      cron: '30 9 * * *',
      time_zone: 'Asia/Shanghai',
      count: 3,
    })
    expect(times).toHaveLength(3)
    for (const time of times) expect(new Date(time * 1000).toISOString()).toMatch(/T01:30:00/)
    expect(times[1]! - times[0]!).toBe(24 * 3600)
    await expect(me.api.workflowTrigger.preview({ cron: 'often' })).rejects.toMatchObject({
      code: ErrorCode.trigger.badCron,
    })
  })
  test('that never come are refused, and change nothing', async () => {
    const id = await published()
    for (const [config, code] of [
      [{ cron: '0 0 30 2 *' }, ErrorCode.trigger.neverComes],
      [{ cron: '0 9 * * *', missed: 'sometimes' }, ErrorCode.trigger.badConfig],
    ] as const)
      await expect(save(id, 'schedule', config)).rejects.toMatchObject({ status: 400, code })
    expect(await list(id)).toEqual([])
  })
  test('have a history: what ran, what was missed and what could not be started', async () => {
    const id = await published()
    const { trigger_id } = await save(
      id,
      'schedule',
      { cron: '* * * * *', missed: 'skip' },
      { payload: '{"input":"a"}' },
    )
    t.clock.advance(MINUTE)
    await t.services.triggerFiring.fireDue()
    await ended(trigger_id, 2)
    expect((await history(trigger_id))[0]).toMatchObject({
      reason: 'schedule',
      output: '{"output":"Hello a"}',
      execute_id: expect.stringMatching(/^\d+$/),
      error: '',
    })
    t.clock.advance(5 * MINUTE)
    await t.services.triggerFiring.fireDue()
    expect((await history(trigger_id)).map((item) => item.status)).toEqual([6, 2])

    const { trigger_id: empty } = await save(id, 'schedule', { cron: '* * * * *' })
    t.clock.advance(MINUTE)
    await t.services.triggerFiring.fireDue()
    const [refused] = await history(empty, { is_failed: true })
    expect(refused).toMatchObject({ status: 7, execute_id: '', error: expect.stringContaining('"input" is missing') })
    const chinese = t.apiWith({ cookie: me.cookie(), 'accept-language': 'zh-CN', 'x-requested-with': 'XMLHttpRequest' })
    expect((await chinese.workflowTrigger.history({ trigger_id: empty })).list[0]!.error).toContain('缺少必填输入')
    const row = (await list(id)).find((item) => item.trigger_id === empty)!
    expect(row).toMatchObject({ last_status: 7, last_error: expect.stringContaining('missing') })
  })
})

describe('a trigger', () => {
  test('is run by hand, also while it is closed, and says so in its history', async () => {
    const id = await published()
    const { trigger_id } = await save(id, 'schedule', { cron: '0 0 1 1 *' }, { payload: '{"input":"now"}', status: 0 })
    const { execute_id } = await member.api.workflowTrigger.fire({ trigger_id })
    await ended(trigger_id, 2)
    expect((await history(trigger_id))[0]).toMatchObject({
      reason: 'manual',
      execute_id,
      output: '{"output":"Hello now"}',
    })
    expect((await list(id))[0]).toMatchObject({ last_execute_id: execute_id, last_status: 2 })
  })
  test('of a person who left runs again once somebody else has saved it', async () => {
    const id = await published()
    await me.api.collaborator.add({
      resource: { id, type: CollaborationResource.workflow },
      principal: { id: member.id, type: 1 },
    })
    const { trigger_id } = await save(id, 'schedule', { cron: '* * * * *' }, { payload: '{"input":"x"}' }, member)
    await me.api.space.removeMember({ space_id: spaceId, remove_user_id: member.id })
    t.clock.advance(MINUTE)
    await t.services.triggerFiring.fireDue()
    expect((await history(trigger_id))[0]).toMatchObject({ status: 7, error: expect.stringContaining('save it') })
    await save(id, 'schedule', { cron: '* * * * *' }, { payload: '{"input":"x"}', trigger_id })
    t.clock.advance(MINUTE)
    await t.services.triggerFiring.fireDue()
    await expect.poll(async () => (await history(trigger_id))[0]!.status, { timeout: 20_000 }).toBe(2)
    await me.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
  })
  test('is nobody else’s business', async () => {
    const id = await published()
    const { trigger_id } = await save(id, 'webhook', {})
    const missing = '7'
    for (const call of [
      (trigger: string) => outsider.api.workflowTrigger.history({ trigger_id: trigger }),
      (trigger: string) => outsider.api.workflowTrigger.fire({ trigger_id: trigger }),
      (trigger: string) => outsider.api.workflowTrigger.rotate({ trigger_id: trigger }),
      (trigger: string) => outsider.api.workflowTrigger.listen({ trigger_id: trigger }),
      (trigger: string) => outsider.api.workflowTrigger.heard({ trigger_id: trigger }),
    ]) {
      const [theirs, none] = await Promise.all([trigger_id, missing].map((one) => call(one).catch((cause) => cause)))
      expect(theirs).toMatchObject({ status: 404 })
      expect(theirs.message).toBe(none.message)
    }
    await expect(member.api.workflowTrigger.rotate({ trigger_id })).rejects.toMatchObject({ status: 403 })
  })
  test('is in the audit log of its space when it is made, given a new secret and deleted', async () => {
    const id = await published()
    const { trigger_id } = await save(id, 'webhook', {})
    await me.api.workflowTrigger.rotate({ trigger_id })
    await me.api.workflowTrigger.remove({ trigger_id })
    const { rows } = await t.infra.database.pool.query<{ action: string }>(
      'SELECT action FROM audit_event WHERE target = $1 AND actor_id = $2 AND space_id = $3 ORDER BY id',
      [trigger_id, me.id, spaceId],
    )
    expect(rows.map((row) => row.action)).toEqual(['trigger.create', 'trigger.rotate', 'trigger.remove'])
  })
  test('keeps its kind', async () => {
    const id = await published()
    const { trigger_id } = await save(id, 'webhook', {})
    await expect(save(id, 'form', {}, { trigger_id })).rejects.toMatchObject({ code: ErrorCode.trigger.badConfig })
  })
})

describe('webhooks', () => {
  async function hook(config: object, payload = '{}', schema = greeting()) {
    const id = await published(schema)
    const made = await save(id, 'webhook', config, { payload })
    const path = new URL(made.webhook_url).pathname
    const send = async (init: RequestInit & { headers?: Record<string, string> }, more = '') => {
      const response = await t.request(path + more, init)
      return {
        status: response.status,
        ...((await response.json()) as { code: number; msg: string; execute_id?: string }),
      }
    }
    return { id, ...made, send }
  }
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

  test('with a token take its secret and nothing else', async () => {
    const { secret, send, trigger_id } = await hook({ auth: 'token' })
    const body = '{"input":"token"}'
    for (const headers of [{}, bearer('wrong'), bearer(`${secret}x`), { authorization: secret }])
      expect(await send({ method: 'POST', body, headers })).toMatchObject({
        status: 401,
        code: ErrorCode.trigger.wrongToken,
      })
    expect(await history(trigger_id)).toEqual([])
    expect(await send({ method: 'POST', body, headers: bearer(secret) })).toMatchObject({ status: 200 })
    await ended(trigger_id, 2)
    expect((await history(trigger_id))[0]).toMatchObject({ reason: 'webhook', output: '{"output":"Hello token"}' })
  })
  test('take the method they were told, and forms and queries as well as JSON', async () => {
    const get = await hook({ method: 'GET' })
    expect(JSON.parse((await list(get.id))[0]!.config)).toEqual({ method: 'GET', auth: 'token' })
    expect(await get.send({ headers: bearer(get.secret) }, '?input=query')).toMatchObject({ status: 200 })
    await ended(get.trigger_id, 2)
    expect((await history(get.trigger_id))[0]!.output).toBe('{"output":"Hello query"}')
    expect(await get.send({ method: 'POST', body: '{}', headers: bearer(get.secret) })).toMatchObject({
      status: 400,
      code: ErrorCode.trigger.otherMethod,
    })
    const form = await hook({ auth: 'token', method: 'PUT' })
    const headers = { ...bearer(form.secret), 'content-type': 'application/x-www-form-urlencoded' }
    expect(await form.send({ method: 'PUT', body: 'input=a%20form', headers })).toMatchObject({ status: 200 })
    await ended(form.trigger_id, 2)
    expect((await history(form.trigger_id))[0]!.output).toBe('{"output":"Hello a form"}')
    const id = await published()
    await expect(save(id, 'webhook', { method: 'GET', auth: 'signature' })).rejects.toMatchObject({
      code: ErrorCode.trigger.badConfig,
    })
  })
  test('map what comes to the inputs of the workflow', async () => {
    const { secret, send, trigger_id } = await hook({ auth: 'token' }, '{"input":"{{user.name}} from {{city}}"}')
    await send({ method: 'POST', body: '{"user":{"name":"Ann"},"city":"Bern"}', headers: bearer(secret) })
    await ended(trigger_id, 2)
    expect((await history(trigger_id))[0]!.output).toBe('{"output":"Hello Ann from Bern"}')
    expect(inputFrom({ n: '{{count}}', fixed: 1 }, { count: 7, fixed: 2 })).toEqual({ n: 7, count: 7, fixed: 2 })
  })
  test('answer what is wrong with a call, which stands in the history and can be sent again', async () => {
    const { secret, send, trigger_id } = await hook({ auth: 'token' })
    const headers = { ...bearer(secret), 'x-orrery-delivery': 'one' }
    expect(await send({ method: 'POST', body: '{}', headers })).toMatchObject({
      status: 400,
      msg: expect.stringContaining('"input" is missing'),
    })
    expect(await history(trigger_id)).toMatchObject([{ status: 7, error: expect.stringContaining('missing') }])
    expect(await send({ method: 'POST', body: '{"input":"late"}', headers })).toMatchObject({ status: 200 })
    await ended(trigger_id, 2)
    const large = JSON.stringify({ input: 'x'.repeat(TRIGGER_LIMITS.bodyBytes) })
    expect(await send({ method: 'POST', body: large, headers: bearer(secret) })).toMatchObject({ status: 413 })
    expect(await send({ method: 'POST', body: '{"input":"a\\u0000"}', headers: bearer(secret) })).toMatchObject({
      status: 400,
    })
  })
  test('get a new secret, and the old one ends', async () => {
    const { secret, send, trigger_id, id } = await hook({ auth: 'token' })
    const { secret: next } = await me.api.workflowTrigger.rotate({ trigger_id })
    expect(next).not.toBe(secret)
    const post = (token: string) => send({ method: 'POST', body: '{"input":"x"}', headers: bearer(token) })
    expect((await post(secret)).status).toBe(401)
    expect((await post(next)).status).toBe(200)
    const { trigger_id: clock } = await save(id, 'schedule', { cron: '0 9 * * *' })
    await expect(me.api.workflowTrigger.rotate({ trigger_id: clock })).rejects.toMatchObject({ status: 400 })
  })
  test('listen for one test call, which runs the draft', async () => {
    const { id, secret, send, trigger_id } = await hook({ auth: 'token' })
    await me.api.workflow.save({ workflow_id: id, schema: greeting('Draft {{String1}}') })
    const call = (body: string) => send({ method: 'POST', body, headers: bearer(secret) }, '/test')
    expect(await call('{"input":"early"}')).toMatchObject({ status: 409, code: ErrorCode.trigger.notListening })
    const { test_url, until } = await me.api.workflowTrigger.listen({ trigger_id })
    expect(test_url).toMatch(/\/test$/)
    expect(until * 1000).toBeGreaterThan(t.clock.now())
    expect((await send({ method: 'POST', body: '{}', headers: bearer('wrong') }, '/test')).status).toBe(401)
    const { execute_id } = await call('{"input":"try"}')
    const { is_listening, call: heard } = await me.api.workflowTrigger.heard({ trigger_id })
    expect(is_listening).toBe(false)
    expect(heard).toMatchObject({ method: 'POST', body: '{"input":"try"}', execute_id, error: '' })
    await expect
      .poll(async () => (await me.api.workflowRun.process({ workflow_id: id, execute_id: execute_id! })).executeStatus)
      .toBe(2)
    const { runs } = await me.api.workflowRun.history({ workflow_id: id })
    expect(runs.map((run) => run.output)).toEqual(['{"output":"Draft try"}'])
    expect(await history(trigger_id)).toEqual([])
    expect((await call('{"input":"again"}')).status).toBe(409)

    await me.api.workflowTrigger.listen({ trigger_id })
    expect((await call('{}')).status).toBe(400)
    expect((await me.api.workflowTrigger.heard({ trigger_id })).call).toMatchObject({
      error: expect.stringContaining('missing'),
    })
    await me.api.workflowTrigger.listen({ trigger_id, is_on: false })
    expect((await call('{"input":"x"}')).status).toBe(409)
  })
})

describe('events', () => {
  async function watcher(event: string, sourceId: string, payload: object, schema = greeting()) {
    const id = await published(schema, 'Watcher')
    const { trigger_id } = await save(id, 'event', { event, sourceId }, { payload: JSON.stringify(payload) })
    return { id, trigger_id }
  }
  async function run(workflow_id: string, input: string) {
    const { trigger_id } = await save(
      workflow_id,
      'schedule',
      { cron: '0 0 1 1 *' },
      { payload: JSON.stringify({ input }) },
    )
    return me.api.workflowTrigger.fire({ trigger_id })
  }

  test('a workflow that succeeds or fails starts another one, with what came of it', async () => {
    const good = await published()
    const bad = await published(failing)
    const onGood = await watcher('run.succeeded', good, { input: 'after {{execute_id}}: {{output}}' })
    const onBad = await watcher('run.failed', bad, { input: 'mend: {{error}}' })
    const { execute_id } = await run(good, 'first')
    await run(bad, 'second')
    for (const { trigger_id } of [onGood, onBad])
      await expect
        .poll(
          async () => {
            await t.services.triggerFiring.fireDue()
            return (await history(trigger_id)).map((item) => item.status)
          },
          { timeout: 20_000 },
        )
        .toEqual([2])
    expect((await history(onGood.trigger_id))[0]).toMatchObject({
      reason: 'event',
      output: JSON.stringify({ output: `Hello after ${execute_id}: {"output":"Hello first"}` }),
    })
    expect((await history(onBad.trigger_id))[0]!.output).toContain('broken on purpose')
    // A test run of the draft is nobody's event, and a closed trigger hears nothing.
    await me.api.workflowTrigger.operate({ trigger_id: onGood.trigger_id, status: 0 })
    await me.api.workflowRun.test({ workflow_id: good, input: { input: 'draft' } })
    await run(good, 'third')
    await expect.poll(async () => (await me.api.workflowRun.history({ workflow_id: good })).runs.length).toBe(3)
    await t.services.triggerFiring.fireDue()
    expect(await history(onGood.trigger_id)).toHaveLength(1)
  })
  test('are not lost when the process that took them dies, and happen once', async () => {
    const source = await published()
    const { trigger_id } = await watcher('run.succeeded', source, { input: 'x' })
    await run(source, 'a')
    const events = () => t.infra.database.pool.query('SELECT 1 FROM trigger_event WHERE trigger_id = $1', [trigger_id])
    await expect.poll(async () => (await events()).rowCount, { timeout: 20_000 }).toBe(1)
    const other = await t.another()
    await Promise.all([
      t.services.triggerFiring.fireDue(),
      other.services.triggerFiring.fireDue(),
      t.services.triggerFiring.fireDue(),
    ])
    expect((await events()).rowCount).toBe(0)
    expect(await history(trigger_id)).toHaveLength(1)
  })
  test('of workflows that start each other come to an end', async () => {
    const [first, second] = [await published(), await published()]
    const triggers = [
      (await save(first, 'event', { event: 'run.succeeded', sourceId: second }, { payload: '{"input":"x"}' }))
        .trigger_id,
      (await save(second, 'event', { event: 'run.succeeded', sourceId: first }, { payload: '{"input":"x"}' }))
        .trigger_id,
    ]
    await run(first, 'go')
    const all = async () => (await Promise.all(triggers.map((one) => history(one)))).flat()
    await expect
      .poll(
        async () => {
          await t.services.triggerFiring.fireDue()
          return (await all()).filter((item) => item.status === 7).length
        },
        { timeout: 30_000 },
      )
      .toBe(1)
    expect((await all()).filter((item) => item.status !== 7)).toHaveLength(TRIGGER_LIMITS.eventDepth)
    await expect(save(first, 'event', { event: 'run.failed', sourceId: first })).rejects.toMatchObject({ status: 400 })
  })
  test('a document that was read starts a workflow', async () => {
    const { dataset_id } = await me.api.knowledge.create({ space_id: spaceId, name: 'Notes', format_type: 0 })
    const { trigger_id } = await watcher('document.ready', dataset_id, { input: 'read {{name}}' })
    const file = { file_base64: Buffer.from('Tea is at four.').toString('base64'), file_type: 'md' }
    await me.api.knowledge.createDocument({ dataset_id, document_bases: [{ name: 'tea.md', source_info: file }] })
    await t.services.knowledgeIngest.drain()
    await t.services.triggerFiring.fireDue()
    await ended(trigger_id, 2)
    expect((await history(trigger_id))[0]!.output).toBe('{"output":"Hello read tea.md"}')
  })
  test('only what is in the space and may be seen can be watched; chats by those who may publish the bot', async () => {
    const id = await published()
    const elsewhere = (await outsider.api.space.create({ name: 'Elsewhere' })).id
    const theirs = (await outsider.api.workflow.create({ name: 'Theirs', space_id: elsewhere })).workflow_id
    const bot = (await me.api.bot.create({ space_id: spaceId, name: 'Bot' })).bot_id
    const flow = (await member.api.workflow.create({ name: 'Mine', space_id: spaceId })).workflow_id
    for (const sourceId of [theirs, '7', bot])
      await expect(save(id, 'event', { event: 'run.failed', sourceId })).rejects.toMatchObject({
        status: 404,
        code: ErrorCode.trigger.noSource,
      })
    await expect(save(flow, 'event', { event: 'chat.completed', sourceId: bot }, {}, member)).rejects.toMatchObject({
      code: ErrorCode.trigger.noSource,
    })
    await expect(save(id, 'event', { event: 'moon.full', sourceId: bot })).rejects.toMatchObject({
      code: ErrorCode.trigger.badConfig,
    })
    const { trigger_id } = await save(id, 'event', { event: 'chat.completed', sourceId: bot })
    expect((await list(id)).find((item) => item.trigger_id === trigger_id)).toMatchObject({
      source_id: bot,
      source_name: 'Bot',
    })
  })
  test('are listed in both languages with what they bring', async () => {
    const { trigger_apps } = await me.api.workflowTrigger.events({ space_id: spaceId })
    expect(trigger_apps.map((app) => app.app_id)).toEqual(['schedule', 'webhook', 'form', 'event'])
    const event = trigger_apps[3]!.events.find((item) => item.id === 'run.failed')!
    expect(event).toMatchObject({ name: 'A workflow failed', source_kind: 'workflow' })
    expect(JSON.parse(event.input_schema)).toMatchObject({ properties: { error: { type: 'string' } } })
    const chinese = t.apiWith({ cookie: me.cookie(), 'accept-language': 'zh-CN' })
    const translated = await chinese.workflowTrigger.events({ space_id: spaceId, app_type: 1 })
    expect(translated.trigger_apps.map((app) => app.name)).toEqual(['Webhook', '表单', '事件'])
  })
})

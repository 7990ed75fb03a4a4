import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { TRIGGER_LIMITS } from '@orrery/contract/shared/triggers'
import { beforeAll, describe, expect, test } from 'vitest'
import { greeting } from '#testing/workflow-canvas.ts'
import { openTriggerLab, type TriggerLab } from '#testing/trigger-lab.ts'
import { inputFrom } from './trigger-input.ts'

let lab: TriggerLab
beforeAll(async () => {
  lab = await openTriggerLab()
})

describe('webhooks', () => {
  async function hook(config: object, payload = '{}', schema = greeting()) {
    const id = await lab.published(schema)
    const made = await lab.save(id, 'webhook', config, { payload })
    const path = new URL(made.webhook_url).pathname
    const send = async (init: RequestInit & { headers?: Record<string, string> }, more = '') => {
      const response = await lab.t.request(path + more, init)
      return {
        status: response.status,
        ...((await response.json()) as { code: number; msg: string; execute_id?: string }),
      }
    }
    return { id, ...made, send }
  }
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

  test('with a token accept its secret and nothing else', async () => {
    const { secret, send, trigger_id } = await hook({ auth: 'token' })
    const body = '{"input":"token"}'
    for (const headers of [{}, bearer('wrong'), bearer(`${secret}x`), { authorization: secret }])
      expect(await send({ method: 'POST', body, headers })).toMatchObject({
        status: 401,
        code: ErrorCode.trigger.wrongToken,
      })
    expect(await lab.history(trigger_id)).toEqual([])
    expect(await send({ method: 'POST', body, headers: bearer(secret) })).toMatchObject({ status: 200 })
    await lab.ended(trigger_id, 2)
    expect((await lab.history(trigger_id))[0]).toMatchObject({ reason: 'webhook', output: '{"output":"Hello token"}' })
  })
  test('accept only their configured method, and forms and queries as well as JSON', async () => {
    const get = await hook({ method: 'GET' })
    expect(JSON.parse((await lab.list(get.id))[0]!.config)).toEqual({ method: 'GET', auth: 'token' })
    expect(await get.send({ headers: bearer(get.secret) }, '?input=query')).toMatchObject({ status: 200 })
    await lab.ended(get.trigger_id, 2)
    expect((await lab.history(get.trigger_id))[0]!.output).toBe('{"output":"Hello query"}')
    expect(await get.send({ method: 'POST', body: '{}', headers: bearer(get.secret) })).toMatchObject({
      status: 400,
      code: ErrorCode.trigger.otherMethod,
    })
    const form = await hook({ auth: 'token', method: 'PUT' })
    const headers = { ...bearer(form.secret), 'content-type': 'application/x-www-form-urlencoded' }
    expect(await form.send({ method: 'PUT', body: 'input=a%20form', headers })).toMatchObject({ status: 200 })
    await lab.ended(form.trigger_id, 2)
    expect((await lab.history(form.trigger_id))[0]!.output).toBe('{"output":"Hello a form"}')
    const id = await lab.published()
    await expect(lab.save(id, 'webhook', { method: 'GET', auth: 'signature' })).rejects.toMatchObject({
      code: ErrorCode.trigger.badConfig,
    })
  })
  test('map the fields of a call to the inputs of the workflow', async () => {
    const { secret, send, trigger_id } = await hook({ auth: 'token' }, '{"input":"{{user.name}} from {{city}}"}')
    await send({ method: 'POST', body: '{"user":{"name":"Ann"},"city":"Bern"}', headers: bearer(secret) })
    await lab.ended(trigger_id, 2)
    expect((await lab.history(trigger_id))[0]!.output).toBe('{"output":"Hello Ann from Bern"}')
    expect(inputFrom({ n: '{{count}}', fixed: 1 }, { count: 7, fixed: 2 })).toEqual({ n: 7, count: 7, fixed: 2 })
  })
  test('report an invalid call, which appears in the history and can be sent again', async () => {
    const { secret, send, trigger_id } = await hook({ auth: 'token' })
    const headers = { ...bearer(secret), 'x-orrery-delivery': 'one' }
    expect(await send({ method: 'POST', body: '{}', headers })).toMatchObject({
      status: 400,
      msg: expect.stringContaining('"input" is missing'),
    })
    expect(await lab.history(trigger_id)).toMatchObject([{ status: 7, error: expect.stringContaining('missing') }])
    expect(await send({ method: 'POST', body: '{"input":"late"}', headers })).toMatchObject({ status: 200 })
    await lab.ended(trigger_id, 2)
    const large = JSON.stringify({ input: 'x'.repeat(TRIGGER_LIMITS.bodyBytes) })
    expect(await send({ method: 'POST', body: large, headers: bearer(secret) })).toMatchObject({ status: 413 })
    expect(await send({ method: 'POST', body: '{"input":"a\\u0000"}', headers: bearer(secret) })).toMatchObject({
      status: 400,
    })
  })
  test('that get a new secret refuse the old one', async () => {
    const { secret, send, trigger_id, id } = await hook({ auth: 'token' })
    const { secret: next } = await lab.me.api.workflowTrigger.rotate({ trigger_id })
    expect(next).not.toBe(secret)
    const post = (token: string) => send({ method: 'POST', body: '{"input":"x"}', headers: bearer(token) })
    expect((await post(secret)).status).toBe(401)
    expect((await post(next)).status).toBe(200)
    const { trigger_id: clock } = await lab.save(id, 'schedule', { cron: '0 9 * * *' })
    await expect(lab.me.api.workflowTrigger.rotate({ trigger_id: clock })).rejects.toMatchObject({ status: 400 })
  })
  test('listen for one test call, which runs the draft', async () => {
    const { id, secret, send, trigger_id } = await hook({ auth: 'token' })
    await lab.me.api.workflow.save({ workflow_id: id, schema: greeting('Draft {{String1}}') })
    const call = (body: string) => send({ method: 'POST', body, headers: bearer(secret) }, '/test')
    expect(await call('{"input":"early"}')).toMatchObject({ status: 409, code: ErrorCode.trigger.notListening })
    const { test_url, until } = await lab.me.api.workflowTrigger.listen({ trigger_id })
    expect(test_url).toMatch(/\/test$/)
    expect(until * 1000).toBeGreaterThan(lab.t.clock.now())
    expect((await send({ method: 'POST', body: '{}', headers: bearer('wrong') }, '/test')).status).toBe(401)
    const { execute_id } = await call('{"input":"try"}')
    const { is_listening, call: heard } = await lab.me.api.workflowTrigger.heard({ trigger_id })
    expect(is_listening).toBe(false)
    expect(heard).toMatchObject({ method: 'POST', body: '{"input":"try"}', execute_id, error: '' })
    await expect
      .poll(
        async () => (await lab.me.api.workflowRun.process({ workflow_id: id, execute_id: execute_id! })).executeStatus,
      )
      .toBe(2)
    const { runs } = await lab.me.api.workflowRun.history({ workflow_id: id })
    expect(runs.map((run) => run.output)).toEqual(['{"output":"Draft try"}'])
    expect(await lab.history(trigger_id)).toEqual([])
    expect((await call('{"input":"again"}')).status).toBe(409)

    await lab.me.api.workflowTrigger.listen({ trigger_id })
    expect((await call('{}')).status).toBe(400)
    expect((await lab.me.api.workflowTrigger.heard({ trigger_id })).call).toMatchObject({
      error: expect.stringContaining('missing'),
    })
    await lab.me.api.workflowTrigger.listen({ trigger_id, is_on: false })
    expect((await call('{"input":"x"}')).status).toBe(409)
  })
})

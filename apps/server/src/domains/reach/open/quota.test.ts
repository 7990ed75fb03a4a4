import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { openTestApp } from '#testing/test-app.ts'
import { asking, greeting } from '#testing/workflow-canvas.ts'

let lab: OpenLab
beforeAll(async () => {
  lab = await openOpenLab()
})
beforeEach(() => lab.server.reset())
const user = (content: string) => ({ role: 'user' as never, content, content_type: 'text' as const })
const ask = (bot_id: string, headers: Record<string, string> = {}) =>
  lab.call('POST', '/v3/chat', { bot_id, additional_messages: [{ role: 'user', content: 'hi' }] }, headers)
const ended = (bot_id: string, { data }: { data: { conversation_id: string; id: string } }) =>
  expect
    .poll(async () => (await lab.coze.chat.retrieve(data.conversation_id, data.id)).status)
    .toBe('completed')
    .then(() => bot_id)
const limit = async (more: object) =>
  (
    await lab.call('PUT', '/v1/usage/limits', {
      workspace_id: lab.spaceId,
      unit: 'calls',
      period: 'day',
      ...more,
    })
  ).body.data as unknown as { id: string; used: number; resets_at: number }
const lift = (id: string) => lab.call('DELETE', `/v1/usage/limits/${id}?workspace_id=${lab.spaceId}`)

test('of a hundred concurrent calls with one left, one is admitted', async () => {
  const botId = await lab.publishedBot()
  const { id } = await limit({ subject: 'bot', subject_id: botId, max: 1 })
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask(botId)))
  const passed = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 429)
  expect([passed.length, refused.length]).toEqual([1, 99])
  const { items } = (await lab.call('GET', `/v1/usage/limits?workspace_id=${lab.spaceId}`)).body.data as unknown as {
    items: { id: string; used: number }[]
  }
  expect(items.find((item) => item.id === id)).toMatchObject({ max: 1, used: 1 })
  await lift(id)
})

test('a refusal contains the time to wait, in the format that clients know', async () => {
  const botId = await lab.publishedBot()
  const { id, resets_at } = await limit({ subject: 'bot', subject_id: botId, max: 0 })
  const { status, headers, body } = await ask(botId)
  expect({ status, code: body.code }).toEqual({ status: 429, code: 4013 })
  const wait = Number(headers.get('retry-after'))
  expect(Math.abs(resets_at - lab.t.clock.now() / 1000 - wait)).toBeLessThan(5)
  await lift(id)
  expect((await ask(botId)).status).toBe(200)
})

describe('a limit applies to its subject', () => {
  test.each(['space', 'user', 'token'] as const)('by %s', async (subject) => {
    const botId = await lab.publishedBot()
    const other = await lab.owner.api.token.create({ name: 'Limited', duration_day: '30' })
    const ids = { space: undefined, user: lab.owner.id, token: other.personal_access_token.id }
    const { id } = await limit({ subject, subject_id: ids[subject], period: 'total', max: 0 })
    const withOther = await ask(botId, { authorization: `Bearer ${other.token}` })
    expect(withOther.status).toBe(429)
    // Another token of the same account is limited by the account and the space, but not by the other token.
    expect((await ask(botId)).status).toBe(subject === 'token' ? 200 : 429)
    await lift(id)
  })
  test('a limit of tokens applies once they are used up', async () => {
    const botId = await lab.publishedBot()
    const { id } = await limit({ subject: 'bot', subject_id: botId, unit: 'tokens', max: 18 })
    lab.server.script(says('one'), says('two'))
    await ended(botId, (await ask(botId)).body as never)
    await expect.poll(async () => (await ask(botId)).status).toBe(429)
    await lift(id)
  })
  test('a call that started no turn is not counted', async () => {
    const botId = await lab.createBot()
    const { id } = await limit({ subject: 'bot', subject_id: botId, max: 1 })
    expect((await ask(botId)).body.code).toBe(4015)
    await lab.publish(botId)
    await expect.poll(async () => (await ask(botId)).status).toBe(200)
    await lift(id)
  })
  test('a new period starts from zero', async () => {
    const botId = await lab.publishedBot()
    const { id } = await limit({ subject: 'bot', subject_id: botId, period: 'minute', max: 1 })
    expect((await ask(botId)).status).toBe(200)
    expect((await ask(botId)).status).toBe(429)
    lab.t.clock.advance(60_000)
    expect((await ask(botId)).status).toBe(200)
    await lift(id)
  })
})

test('the ledger is grouped by any field: calls, failures, refusals and tokens', async () => {
  const space = await lab.owner.api.space.create({ name: 'Counted' })
  const botId = (
    await lab.coze.bots.create({
      space_id: space.id,
      name: 'Counter',
      model_info_config: { model_id: lab.modelId },
      suggest_reply_info: { reply_mode: 'disable' as never },
    })
  ).bot_id
  await lab.publish(botId)
  lab.server.script(says('fine'), { status: 400, body: '{"error":{"message":"no"}}' })
  const first = await lab.coze.chat.createAndPoll({ bot_id: botId, additional_messages: [user('a')] })
  const second = await lab.coze.chat.createAndPoll({ bot_id: botId, additional_messages: [user('b')] })
  expect([first.chat.status, second.chat.status]).toEqual(['completed', 'failed'])
  const usage = async (by: string) =>
    (await lab.call('GET', `/v1/usage?workspace_id=${space.id}&by=${by}`)).body.data as unknown as {
      items: { key: string; calls: number }[]
      total: object
    }
  const { items, total } = await usage('bot')
  const figures = { calls: 2, failed: 1, refused: 0, input_tokens: 11, output_tokens: 7 }
  expect(items).toEqual([{ key: botId, name: 'Counter', ...figures }])
  expect(total).toEqual(figures)
  expect((await usage('connector')).items).toMatchObject([{ key: '1024', calls: 2 }])
  expect((await usage('user')).items).toMatchObject([{ key: lab.owner.id, calls: 2 }])
  expect((await usage('day')).items).toMatchObject([{ key: new Date(lab.t.clock.now()).toISOString().slice(0, 10) }])
})

test('a token that calls too often has to wait, whichever call it makes', async () => {
  const t = await openTestApp({ config: { apiCallsPerMinute: 3 } })
  const person = await t.register()
  const { token } = await person.api.token.create({ name: 'Eager', duration_day: '30' })
  const call = () => t.request('/v1/users/me', { headers: { authorization: `Bearer ${token}` } })
  const answers = []
  for (let n = 0; n < 4; n += 1) answers.push(await call())
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  expect(await answers[3]!.json()).toMatchObject({ code: 4013, detail: { logid: expect.any(String) } })
  expect(Number(answers[3]!.headers.get('retry-after'))).toBeGreaterThan(0)
  t.clock.advance(60_000)
  expect((await call()).status).toBe(200)
})

describe('runs of workflows and calls of knowledge', () => {
  const workflow = async () => {
    const { workflow_id } = await lab.owner.api.workflow.create({ name: 'Flow', space_id: lab.spaceId, flow_mode: 0 })
    await lab.owner.api.workflow.save({ workflow_id, schema: greeting() })
    await lab.owner.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
    return workflow_id
  }
  const run = (workflow_id: string, more: object = {}) =>
    lab.call('POST', '/v1/workflow/run', { workflow_id, parameters: { input: 'you' }, ...more })
  const used = async (by: string, bot?: string) => {
    const query = `workspace_id=${lab.spaceId}&by=${by}${bot ? `&bot_id=${bot}` : ''}`
    const { data } = (await lab.call('GET', `/v1/usage?${query}`)).body
    return (
      data as unknown as { items: { key: string; name: string; calls: number; refused: number; failed: number }[] }
    ).items
  }

  test('are counted and limited by the resource they use', async () => {
    const id = await workflow()
    const { id: rule } = await limit({ subject: 'bot', subject_id: id, max: 2 })
    expect((await run(id)).body.code).toBe(0)
    expect((await run(id, { is_async: true })).body.code).toBe(0)
    const { status, body, headers } = await run(id)
    expect([status, body.code, Number(headers.get('retry-after')) > 0]).toEqual([429, 4013, true])
    const streamed = await lab.call('POST', '/v1/workflow/stream_run', { workflow_id: id, parameters: { input: 'x' } })
    expect([streamed.status, streamed.body.code]).toEqual([429, 4013])
    expect(await used('bot', id)).toMatchObject([{ key: id, name: 'Flow', calls: 2, refused: 2, failed: 0 }])
    expect(await used('kind', id)).toMatchObject([{ key: 'workflow', calls: 2 }])
    await lift(rule)
    // A call without a run is not counted.
    expect((await run(id, { parameters: 'no JSON' })).body.code).not.toBe(0)
    expect(await used('bot', id)).toMatchObject([{ calls: 2 }])
  })
  test('count their tokens at their end, and for the bot or app of the run', async () => {
    const { workflow_id: id } = await lab.owner.api.workflow.create({
      name: 'Asks',
      space_id: lab.spaceId,
      flow_mode: 0,
    })
    await lab.owner.api.workflow.save({ workflow_id: id, schema: asking(lab.modelId) })
    await lab.owner.api.workflowVersion.publish({ workflow_id: id, force: true, workflow_version: 'v1.0.0' })
    const botId = await lab.publishedBot()
    const { id: rule } = await limit({ subject: 'bot', subject_id: botId, unit: 'tokens', max: 1 })
    lab.server.script(says('A word'))
    expect((await run(id, { bot_id: botId })).body).toMatchObject({ code: 0 })
    const [figures] = (await used('bot', botId)) as unknown as { input_tokens: number; output_tokens: number }[]
    expect(figures!.input_tokens + figures!.output_tokens).toBeGreaterThan(0)
    await expect.poll(async () => (await run(id, { bot_id: botId })).status).toBe(429)
    await lift(rule)
  })
  test('are counted for programs only: use in the studio is free', async () => {
    const { dataset_id: dataset } = (
      await lab.call('POST', '/v1/datasets', { name: 'Facts', space_id: lab.spaceId, format_type: 0 })
    ).body.data as unknown as { dataset_id: string }
    const documents = () => lab.call('POST', '/open_api/knowledge/document/list', { dataset_id: dataset })
    const { id: rule } = await limit({ subject: 'bot', subject_id: dataset, max: 1 })
    expect((await documents()).status).toBe(200)
    const { status, body } = await documents()
    expect([status, body.code]).toEqual([429, 4013])
    const free = await lab.owner.api.knowledge.listDocuments({ dataset_id: dataset })
    expect(free.document_infos).toEqual([])
    expect(await used('bot', dataset)).toMatchObject([{ name: 'Facts', calls: 1, refused: 1 }])
    await lift(rule)
  })
  test('are all limited by a limit of the whole space', async () => {
    const id = await workflow()
    const { id: rule } = await limit({ subject: 'space', max: 0, period: 'total' })
    expect((await run(id)).status).toBe(429)
    expect((await lab.call('GET', `/v1/datasets?space_id=${lab.spaceId}`)).status).toBe(429)
    await lift(rule)
    expect((await run(id)).status).toBe(200)
  })
})

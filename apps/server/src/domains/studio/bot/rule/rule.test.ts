import { CozeAPI, RoleType } from '@coze/api'
import { ConnectorId } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import OpenAI from 'openai'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '#testing/test-app.ts'
import { all, type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { refuses, says } from '#testing/scripted-model.ts'

/** Several versions of a bot on one channel, called through the unmodified official clients. */
let lab: OpenLab
beforeAll(async () => {
  lab = await openOpenLab()
})
beforeEach(() => lab.server.reset())
const api = ConnectorId.api
const codes = ErrorCode.botVersion
const persona = (prompt: string) => ({ prompt_info: { prompt } })
const clientWith = (headers: Record<string, string>) => new CozeAPI({ baseURL: lab.baseURL, token: lab.token, headers })
/** The persona in the system prompt of the version that answered. */
async function answeredBy(
  botId: string,
  {
    headers = {},
    ...more
  }: { headers?: Record<string, string>; user_id?: string; conversation_id?: string; [key: string]: unknown } = {},
) {
  lab.server.script(says('ok'))
  const request = { bot_id: botId, user_id: 'someone', ...more }
  const events = await all(
    clientWith(headers).chat.stream({
      ...request,
      additional_messages: [{ role: RoleType.User, content: 'hi', content_type: 'text' }],
    }),
  )
  const [created] = events as { data: { conversation_id: string } }[]
  const system = String(lab.server.requests.at(-1)!.body.messages[0]!.content)
  return { persona: /PERSONA-\w+/.exec(system)?.[0], conversationId: created!.data.conversation_id }
}
let serial = 0
const serve = (botId: string, version_type: number, more: object = {}) =>
  lab.owner.api.botVersion.publish({
    space_id: lab.spaceId,
    bot_id: botId,
    connector_ids: [api],
    version_type,
    publish_id: `p${(serial += 1)}`,
    ...more,
  })
const toShare = (in_gray: number) => ({ gray_config: { bucket: { field: { type: 1 }, in_gray } } })
const onBot = (botId: string) => ({ space_id: lab.spaceId, bot_id: botId })
/** A bot whose draft differs from its official version. */
async function bot(): Promise<string> {
  const botId = await lab.publishedBot(persona('PERSONA-official'))
  await lab.update(botId, persona('PERSONA-next'))
  return botId
}

describe('lanes and identifiers', () => {
  test('answer only callers who name them', async () => {
    const botId = await bot()
    await serve(botId, 1, { x_tt_env: 'blue' })
    await lab.update(botId, persona('PERSONA-third'))
    await serve(botId, 2, { version_identifier: 'rc-1' })
    expect((await answeredBy(botId)).persona).toBe('PERSONA-official')
    expect((await answeredBy(botId, { headers: { 'x-tt-env': 'blue' } })).persona).toBe('PERSONA-next')
    expect((await answeredBy(botId, { headers: { 'x-version-identifier': 'rc-1' } })).persona).toBe('PERSONA-third')
    expect((await answeredBy(botId, { parameters: { version_identifier: 'rc-1' } })).persona).toBe('PERSONA-third')
    expect((await answeredBy(botId, { headers: { 'x-tt-env': 'gren' } })).persona).toBe('PERSONA-official')
    await expect(answeredBy(botId, { headers: { 'x-tt-env': 'gren', 'x-tt-env-strict': '1' } })).rejects.toThrow()
    const openai = new OpenAI({
      baseURL: `${lab.baseURL}/v1`,
      apiKey: lab.token,
      defaultHeaders: { 'x-tt-env': 'blue' },
    })
    lab.server.script(says('ok'))
    await openai.chat.completions.create({ model: botId, messages: [{ role: 'user', content: 'hi' }] })
    expect(JSON.stringify(lab.server.requests.at(-1)!.body.messages)).toContain('PERSONA-next')
  })
  test('keep a conversation on its version while the version is served', async () => {
    const botId = await bot()
    const before = await answeredBy(botId)
    const { rule_ids: rules } = await serve(botId, 1, { x_tt_env: 'blue' })
    const lane = { 'x-tt-env': 'blue' }
    expect((await answeredBy(botId, { headers: lane, conversation_id: before.conversationId })).persona).toBe(
      'PERSONA-official',
    )
    const { conversationId } = await answeredBy(botId, { headers: lane })
    expect((await answeredBy(botId, { conversation_id: conversationId })).persona).toBe('PERSONA-next')
    await lab.owner.api.botVersion.inactivate({ ...onBot(botId), rule_id: rules[0]!, remark: 'over' })
    expect((await answeredBy(botId, { conversation_id: conversationId })).persona).toBe('PERSONA-official')
  })
  test('are refused for bad input without any change', async () => {
    const botId = await lab.createBot(persona('PERSONA-x'))
    const refused = async (more: object, code: number, type = 1) =>
      expect(serve(botId, type, more)).rejects.toMatchObject({ code })
    await refused({ x_tt_env: 'blue' }, codes.noOfficial)
    await lab.publish(botId)
    await refused({ x_tt_env: 'Blue lane' }, codes.badLane)
    await refused({ x_tt_env: 'prod' }, codes.badLane)
    await refused({ version_identifier: '' }, codes.badIdentifier, 2)
    await refused({ x_tt_env: 'blue', bot_version: '123' }, codes.noState)
    await refused({ x_tt_env: 'blue', connector_ids: ['404'] }, codes.noRules)
    for (let lane = 0; lane < 8; lane += 1) await serve(botId, 1, { x_tt_env: `lane-${lane}` })
    await refused({ x_tt_env: 'lane-9' }, codes.tooManyLanes)
    await refused({ x_tt_env: 'lane-0' }, codes.nameTaken)
    const { active_rules: list } = await lab.owner.api.botVersion.rules({ ...onBot(botId), query_type: 1 })
    expect(list).toHaveLength(8)
    await expect(lab.owner.api.botVersion.rules({ space_id: '1', bot_id: botId })).rejects.toMatchObject({
      status: 404,
    })
  })
  test('are published once per publish_id; another request with the same publish_id is refused', async () => {
    const botId = await bot()
    const once = { publish_id: 'once', x_tt_env: 'blue' }
    const answers = await Promise.all([serve(botId, 1, once), serve(botId, 1, once), serve(botId, 1, once)])
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await expect(serve(botId, 1, { ...once, x_tt_env: 'red' })).rejects.toMatchObject({ code: codes.otherRequest })
    expect((await lab.owner.api.botVersion.rules(onBot(botId))).total).toBe(1)
    expect(await lab.owner.api.botVersion.latestParams(onBot(botId))).toMatchObject({ params_map: { 1: 'blue' } })
  })
  test('are refused if they would break tables of the official version, which the error names', async () => {
    const table = { table_id: '77', table_name: 'orders', field_list: [{ id: '1', name: 'item', type: 1 }] }
    const botId = await lab.createBot({ ...persona('PERSONA-x'), database_list: [table] })
    await lab.publish(botId)
    await lab.update(botId, { database_list: [{ ...table, field_list: [{ id: '1', name: 'item', type: 2 }] }] })
    await expect(serve(botId, 1, { x_tt_env: 'blue' })).rejects.toMatchObject({
      code: codes.incompatible,
      message: expect.stringContaining('orders.item') as string,
    })
  })
})

describe('a gray version', () => {
  test('is served to its share, grows, and becomes official', async () => {
    const botId = await bot()
    const { rule_ids: rules, version } = await serve(botId, 3, {
      gray_config: {
        allow_list: { field: { type: 1 }, values: ['tester'] },
        bucket: { field: { type: 1 }, in_gray: 0 },
      },
    })
    const of = async (user_id: string) => (await answeredBy(botId, { user_id })).persona
    expect(await of('tester')).toBe('PERSONA-next')
    expect(await of('someone')).toBe('PERSONA-official')
    await expect(serve(botId, 3, toShare(1))).rejects.toMatchObject({ code: codes.grayRuns })
    const update = (gray_config: object) =>
      lab.owner.api.botVersion.updateGray({ ...onBot(botId), rule_id: rules[0]!, gray_config, remark: 'more' })
    await expect(update({ bucket: { in_gray: 20_000 } })).rejects.toMatchObject({ status: 400 })
    await update({ bucket: { field: { type: 1 }, in_gray: 10_000 } })
    expect(await of('someone')).toBe('PERSONA-next')
    expect(await lab.owner.api.botVersion.choose({ ...onBot(botId), connector_id: api, uid: 'someone' })).toMatchObject(
      { reason: 'gray', version },
    )
    await lab.owner.api.botVersion.rollback({ ...onBot(botId), connector_ids: [api], bot_version: version })
    expect(await of('new')).toBe('PERSONA-next')
    await expect(update({ bucket: { in_gray: 1 } })).rejects.toMatchObject({ code: codes.ruleOffline })
    const { versions } = await lab.owner.api.botVersion.current(onBot(botId))
    expect(versions.map(({ publish_version_type: type, bot_version }) => [type, bot_version])).toEqual([[1, version]])
    const { histories } = await lab.owner.api.botVersion.operations(onBot(botId))
    expect(histories.map(({ bot_version_operation: what }) => what)).toEqual([1, 2, 1, 1])
  })
  test('goes offline on a rollback, and both are in the history', async () => {
    const botId = await bot()
    await lab.publish(botId)
    const { versions: old } = await lab.owner.api.botVersion.history({ ...onBot(botId), version_types: [2] })
    expect(old).toHaveLength(2)
    await lab.update(botId, persona('PERSONA-third'))
    await serve(botId, 3, toShare(10_000))
    expect((await answeredBy(botId)).persona).toBe('PERSONA-third')
    const first = old[1]!
    expect(first.support_rollback).toBe(true)
    await lab.owner.api.botVersion.rollback({
      ...onBot(botId),
      connector_ids: [api],
      bot_version: first.bot_version,
      remark: 'it failed',
    })
    expect((await answeredBy(botId)).persona).toBe('PERSONA-official')
    const { versions } = await lab.owner.api.botVersion.history(onBot(botId))
    expect(versions.map(({ history_version_type: type, history_version_status: status }) => [type, status])).toEqual([
      [5, 1],
      [4, 2],
      [2, 2],
      [2, 1],
    ])
    expect(versions[0]!.remark).toBe('it failed')
  })
  test('is paused by the guard if it fails more often, and resumed by a person', async () => {
    const botId = await bot()
    await lab.owner.api.botVersion.saveSettings({
      space_id: lab.spaceId,
      review: 0,
      guard: true,
      guard_min_turns: 10,
      white_list: [],
    })
    const { rule_ids: rules } = await serve(botId, 3, {
      gray_config: { allow_list: { field: { type: 1 }, values: ['tester'] } },
    })
    const gray = { ...onBot(botId), rule_id: rules[0]! }
    for (let turn = 0; turn < 12; turn += 1) {
      await answeredBy(botId)
      lab.server.script(refuses(400, 'planted fault'))
      await all(
        lab.coze.chat.stream({
          bot_id: botId,
          user_id: 'tester',
          additional_messages: [{ role: RoleType.User, content: 'hi', content_type: 'text' }],
        }),
      ).catch(() => {})
    }
    const figures = await lab.owner.api.botVersion.figures(gray)
    expect(figures).toMatchObject({ has_enough: true, worse: ['error'], official: { turns: 12, failed: 0 } })
    expect(figures.gray.error_rate).toBe(1)
    const look = lab.t.services.botGuard.checkAll
    await look()
    expect((await answeredBy(botId, { user_id: 'tester' })).persona).toBe('PERSONA-next')
    await look()
    expect((await answeredBy(botId, { user_id: 'tester' })).persona).toBe('PERSONA-official')
    const { active_rules: list } = await lab.owner.api.botVersion.rules(onBot(botId))
    expect(list[0]).toMatchObject({ status: 1, pause_reason: expect.stringContaining('error rate') as string })
    const { histories } = await lab.owner.api.botVersion.operations(onBot(botId))
    expect(histories[0]).toMatchObject({ is_guard: true, bot_version_operation: 2 })
    await lab.owner.api.botVersion.updateGray({ ...gray, gray_id_list: ['tester'] })
    expect((await answeredBy(botId, { user_id: 'tester' })).persona).toBe('PERSONA-next')
  })
})

describe('releases', () => {
  test('need the approval of another person, except for bots on the allow list', async () => {
    const botId = await bot()
    const reviewer = await lab.t.register('reviewer')
    await lab.owner.api.space.addMembers({
      space_id: lab.spaceId,
      member_info_list: [{ user_id: reviewer.id, space_role_type: 2 }],
    } as never)
    const settings = { space_id: lab.spaceId, review: 2, guard: true, guard_min_turns: 50 }
    await lab.owner.api.botVersion.saveSettings({ ...settings, white_list: [] })
    const publish = () => lab.owner.api.bot.publish({ bot_id: botId, connectors: { [api]: {} } })
    await expect(publish()).rejects.toMatchObject({ code: codes.reviewNeeded })
    const { review_id: id, x_tt_env: lane } = await lab.owner.api.botVersion.askReview({
      ...onBot(botId),
      connector_ids: [api],
      remark: 'please',
    })
    expect((await answeredBy(botId, { headers: { 'x-tt-env': lane } })).persona).toBe('PERSONA-next')
    expect((await answeredBy(botId)).persona).toBe('PERSONA-official')
    const decide = { space_id: lab.spaceId, review_id: id, approve: true }
    await expect(lab.owner.api.botVersion.decideReview(decide)).rejects.toMatchObject({ code: codes.ownReview })
    const { reviews } = await reviewer.api.botVersion.reviews({ space_id: lab.spaceId, only_waiting: true })
    expect(reviews).toMatchObject([{ review_id: id, may_decide: true, asker: { id: lab.owner.id } }])
    const waiting = async (who: Person) => (await who.api.notice.waiting({})).items.map((item) => item.id)
    expect([await waiting(reviewer), await waiting(lab.owner)]).toEqual([[id], []])
    expect((await reviewer.api.notice.list({})).items).toMatchObject([{ kind: 'review', en: { text: 'please' } }])
    expect(await reviewer.api.botVersion.decideReview(decide)).toEqual({ status: 2 })
    expect(await waiting(reviewer)).toEqual([])
    const [told] = (await lab.owner.api.notice.list({})).items
    expect(told).toMatchObject({ kind: 'review', en: { title: expect.stringContaining('was approved') as string } })
    expect((await answeredBy(botId)).persona).toBe('PERSONA-next')
    await expect(reviewer.api.botVersion.decideReview(decide)).rejects.toMatchObject({ code: codes.reviewOver })
    expect((await lab.owner.api.botVersion.current(onBot(botId))).versions).toHaveLength(1)
    await lab.update(botId, persona('PERSONA-third'))
    await lab.owner.api.botVersion.saveSettings({ ...settings, white_list: [botId] })
    await publish()
    expect((await answeredBy(botId)).persona).toBe('PERSONA-third')
    await lab.owner.api.botVersion.saveSettings({ ...settings, review: 0, white_list: [] })
  })
  test('store both texts of a changelog; the history shows the text of the person', async () => {
    const botId = await bot()
    const { publish_id } = await lab.owner.api.bot.publish({ bot_id: botId, connectors: { [api]: {} } })
    await lab.owner.api.botVersion.recordChangelog({
      bot_id: botId,
      publish_id,
      llm_result: 'machine',
      user_result: 'person',
    })
    const { versions } = await lab.owner.api.botVersion.history({ ...onBot(botId), version_types: [2] })
    expect(versions[0]!.remark).toBe('person')
    await expect(
      lab.owner.api.botVersion.recordChangelog({ bot_id: botId, publish_id: '9', llm_result: '', user_result: '' }),
    ).rejects.toMatchObject({ status: 404 })
  })
  test('taking a channel offline ends the rules served beside the official version', async () => {
    const botId = await bot()
    await serve(botId, 1, { x_tt_env: 'blue' })
    await lab.owner.api.bot.unpublish({ bot_id: botId })
    const { active_rules: list } = await lab.owner.api.botVersion.rules(onBot(botId))
    expect(list).toMatchObject([{ status: 2 }])
  })
})

test('the topology names missing resources, and how many others use a resource', async () => {
  const { workflow_id } = await lab.owner.api.workflow.create({ name: 'Flow', space_id: lab.spaceId })
  const flow = { workflow_id, workflow_name: 'Flow' }
  const missing = { workflow_id: '123456789', workflow_name: 'Lost' }
  const botId = await lab.createBot({ ...persona('x'), workflow_info_list: [flow, missing] })
  await lab.createBot({ ...persona('x'), workflow_info_list: [flow] })
  const { topo_type, nodes, edges } = await lab.owner.api.botVersion.topology({ resource_id: botId, resource_type: 1 })
  expect(topo_type).toBe(2)
  expect(nodes).toContainEqual(expect.objectContaining({ resource_name: 'Flow', state: 'ok', used_by: 1 }))
  expect(nodes).toContainEqual(expect.objectContaining({ resource_name: 'Lost', state: 'missing' }))
  expect(edges.length).toBeGreaterThanOrEqual(3)
  const stranger = await lab.t.register('stranger')
  await expect(stranger.api.botVersion.topology({ resource_id: botId, resource_type: 1 })).rejects.toMatchObject({
    status: 404,
  })
})

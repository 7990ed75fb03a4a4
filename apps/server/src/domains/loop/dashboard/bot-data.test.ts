import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { refuses, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

const DAY = 86_400_000
let lab: ChatLab
let owner: Person
let member: Person
let outsider: Person
let bot: { space_id: string; bot_id: string }
let start: number
/** On day 0 two people ask. On day 1 one of them asks twice, and the second turn fails. */
beforeAll(async () => {
  lab = await openChatLab()
  owner = lab.owner
  member = await lab.t.register('member')
  outsider = await lab.t.register('outsider')
  await owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: member.id }] })
  bot = { space_id: lab.spaceId, bot_id: await lab.createBot() }
  start = lab.t.clock.now() - DAY
  lab.server.script(says('one'), says('two'), says('three'), refuses(401, 'no'))
  await lab.ask(bot.bot_id, 'first')
  await lab.ask(bot.bot_id, 'second', {}, member)
  lab.t.clock.advance(DAY)
  await lab.ask(bot.bot_id, 'third')
  await lab.ask(bot.bot_id, 'fourth')
})
const range = () => ({ start, end: lab.t.clock.now() + 60_000 })
const series = async (metrics_type: string, more: object = {}) =>
  (
    await owner.api.traceBotData.query({
      ...bot,
      metrics_type: metrics_type as never,
      time_type: 'day',
      time_range: range(),
      ...more,
    })
  ).list.map(({ value }) => Number(value))

test('users, new users, messages and failures are counted by day', async () => {
  expect(await series('dau')).toEqual([2, 1])
  expect(await series('dnu')).toEqual([2, 0])
  expect(await series('message_count')).toEqual([2, 2])
  expect(await series('error_rate')).toEqual([0, 0.5])
  expect(await series('retention_rate', { filter: { retention_period: ['1d'] } })).toEqual([0.5])
  expect(await series('message_count', { filter: { user_type: ['old_user'] } })).toEqual([2])
  expect(await series('message_count', { filter: { model_name: ['Tiny'] } })).toEqual([2, 2])
  expect(await series('message_count', { filter: { model_name: ['Other'] } })).toEqual([])
})
test('chained conditions are combined by their operators', async () => {
  const criteria = { key: 'user_type', value: 'new_user', op: 2, criteria: { key: 'model_name', value: 'Tiny' } }
  expect(await series('message_count', { criterias: [criteria] })).toEqual([])
  expect(await series('message_count', { criterias: [{ ...criteria, op: 1 }] })).toEqual([2, 2])
})
test('a figure is returned with its previous value, as points, by group, and as the top group', async () => {
  const ask = async (data_type: string, more: object = {}) =>
    (
      await owner.api.traceBotData.batch({
        ...bot,
        metrics_types: ['message_count'],
        data_type: data_type as never,
        time_range: { start: lab.t.clock.now() - DAY / 2, end: lab.t.clock.now() + 60_000 },
        ...more,
      })
    ).data[0]!
  expect((await ask('value')).value).toEqual({ value: '2', last_period_value: '2' })
  expect((await ask('point_list', { time_range: range() })).point_list?.map(({ value }) => value)).toEqual(['2', '2'])
  expect((await ask('group_list', { group_type: ['user_type'], time_range: range() })).group_list).toEqual([
    { user_type: 'new_user', value: '2' },
    { user_type: 'old_user', value: '2' },
  ])
  expect((await ask('ranking', { group_type: ['error_code'] })).ranking).toMatchObject({ value: '1' })
  const scene_param = { log_biz_scene: 0 as const, entity_id: bot.bot_id }
  const errors = await owner.api.traceBotData.batchOf({
    scene_param,
    metrics_types: ['error_count'],
    data_type: 'group_list',
    data_source_type: 'error_code_group_value',
  })
  expect(errors.data[0]!.group_list).toContainEqual({ error_code: '0', value: '0' })
  await expect(ask('group_list', { metrics_types: ['retention_rate'] })).rejects.toMatchObject({
    code: ErrorCode.traceDashboard.notByGroup,
  })
})
test('questions are returned in pages, each with its session', async () => {
  const page = await owner.api.traceBotData.queries({ ...bot, time_range: range(), size: 3 })
  expect(page.data.map(({ input }) => input)).toEqual(['fourth', 'third', 'second'])
  expect(page.has_more).toBe(true)
  expect(page.data[0]!.session_id).toBe(page.data[1]!.session_id)
  const rest = await owner.api.traceBotData.queries({
    ...bot,
    time_range: range(),
    page_token: Number(page.page_token),
  })
  expect(rest.data.map(({ input }) => input)).toEqual(['first'])
  expect(rest.data[0]!.session_id).not.toBe(page.data[1]!.session_id)
  const session = await owner.api.traceBotData.queries({
    ...bot,
    time_range: range(),
    filters: { session_id: { enums: [page.data[0]!.session_id] }, input: { string_value: 'FOUR' } },
  })
  expect(session.data.map(({ input }) => input)).toEqual(['fourth'])
})
test('rates, shares and durations of a bot and its model can be split by tag', async () => {
  const times = {
    start_time: Math.floor(lab.t.clock.now() / 1000) - 600,
    end_time: Math.ceil(lab.t.clock.now() / 1000) + 60,
  }
  const curves = async (metrics_type: number, more: object = {}) =>
    (await owner.api.traceBotData.metrics({ ...bot, ...times, metrics_type, ...more })).curves
  const [asked] = await curves(2)
  expect(asked!.points.reduce((sum, { y }) => sum + y * 30, 0)).toBeCloseTo(2)
  const [success] = await curves(3)
  expect(success!.points.at(-1)!.y).toBeLessThan(1)
  const calls = await curves(19, { tag_kvs: { model_name: [] } })
  expect(calls.map(({ tag_kvs }) => tag_kvs)).toEqual([{ model_name: 'Tiny' }])
  expect((await curves(5, { aggregate_type: 3 }))[0]!.points[0]!.y).toBeGreaterThanOrEqual(0)
  const { options } = await owner.api.traceBotData.latestOptions({ ...bot, tag_k: 'model_name' })
  expect(options).toEqual([{ key: 'Tiny', label: 'Tiny' }])
  const past = await owner.api.traceBotData.historicalOptions({
    ...bot,
    ...times,
    metrics_type: 19,
    tag_k: 'model_name',
  })
  expect(past.options).toEqual(options)
  await expect(curves(16)).rejects.toMatchObject({ status: 400 })
})
test('satisfaction needs enough turns, and only people who may edit the bot see the log', async () => {
  expect(await owner.api.traceBotData.satisfaction({ ...bot, time_range: range() })).toMatchObject({ hasScore: false })
  expect(await owner.api.traceBotData.fg(bot)).toMatchObject({ enable_queries: true })
  expect(await member.api.traceBotData.fg(bot)).toMatchObject({ enable_queries: false })
  expect((await owner.api.traceBotData.channels(bot)).status).toBe('ready')
  expect((await owner.api.traceBotData.fieldMetas(bot)).field_metas).toHaveProperty('channel')
  await expect(outsider.api.traceBotData.fg(bot)).rejects.toMatchObject({ status: 404 })
  await expect(owner.api.traceBotData.fg({ ...bot, space_id: '1' })).rejects.toMatchObject({ status: 404 })
})

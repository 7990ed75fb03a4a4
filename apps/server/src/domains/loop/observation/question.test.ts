import { beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { refuses, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

let lab: ChatLab
let owner: Person
let member: Person
let outsider: Person
let bot: { space_id: string; bot_id: string }
beforeAll(async () => {
  lab = await openChatLab()
  owner = lab.owner
  member = await lab.t.register('member')
  outsider = await lab.t.register('outsider')
  await owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: member.id }] })
  bot = { space_id: lab.spaceId, bot_id: await lab.createBot() }
  lab.server.script(says('sunny'), refuses(401, 'no'), says('=1+1'))
  await lab.ask(bot.bot_id, 'weather in Rome')
  await lab.ask(bot.bot_id, 'weather in Oslo')
  await lab.ask(bot.bot_id, '=HYPERLINK("x")', {}, member)
})
const inputs = async (query_filter: object) =>
  (await owner.api.traceQuestions.list({ ...bot, query_filter })).data.map(({ input }) => input)

test('the questions of a bot are listed newest first, in pages, by filters', async () => {
  const first = await owner.api.traceQuestions.list({ ...bot, limit: 2 })
  expect(first.data).toMatchObject([
    { input: '=HYPERLINK("x")', user_id: member.id, status: 0 },
    { input: 'weather in Oslo', status: 1 },
  ])
  const rest = await owner.api.traceQuestions.list({ ...bot, limit: 2, page_token: first.next_page_token })
  expect(rest).toMatchObject({ has_more: false, data: [{ input: 'weather in Rome', output: 'sunny' }] })
  expect(await inputs({ status: [1] })).toEqual(['weather in Oslo'])
  expect(await inputs({ user_ids: [member.id] })).toEqual(['=HYPERLINK("x")'])
  expect(await inputs({ input: 'weather', status: [0] })).toEqual(['weather in Rome'])
  expect(await inputs({ message_ids: [rest.data[0]!.message_id] })).toEqual(['weather in Rome'])
  expect(await inputs({ start_time: { gte: lab.t.clock.now() + 60_000 } })).toEqual([])
  expect(await inputs({ latency: { gte: 3_600_000 } })).toEqual([])
})

test('figures are returned for all questions, and for traces by id', async () => {
  const stat = await owner.api.traceQuestions.stat(bot)
  expect(stat).toMatchObject({ total_count: 3 })
  expect(stat.error_rate).toBeCloseTo(1 / 3)
  expect(stat.latency.p99).toBeGreaterThan(0)
  const range = { start_time: lab.t.clock.now() - 3_600_000, end_time: lab.t.clock.now() + 60_000 }
  expect(await owner.api.traceQuestions.traceStat({ ...bot, ...range })).toMatchObject({ total_count: 3 })
  expect(await owner.api.traceQuestions.traceStat({ ...bot, start_time: 1, end_time: 2 })).toMatchObject({
    total_count: 0,
    error_rate: 0,
  })
  const { data } = await owner.api.traceQuestions.list({ ...bot, query_filter: { status: [1] } })
  const { traces_advance_info: infos } = await owner.api.traceQuestions.infos({
    ...bot,
    traces: [{ trace_id: data[0]!.trace_id }, { trace_id: 'missing' }],
  })
  expect(infos).toMatchObject([{ trace_id: data[0]!.trace_id, status: 3 }])
})

test('a download has every question, with formulas escaped', async () => {
  const bytes = Buffer.from(await (await owner.api.traceQuestions.csv(bot)).arrayBuffer())
  const text = bytes.toString()
  // The byte order mark makes spreadsheets read the file as UTF-8.
  expect(text.startsWith('\uFEFFTrace ID,')).toBe(true)
  expect(text.trim().split('\r\n')).toHaveLength(4)
  expect(text).toContain(`"'=HYPERLINK(""x"")"`)
  expect(text).toContain(`'=1+1`)
})

test('questions are listed by kind of resource; another kind or space is not found', async () => {
  const scene = (log_biz_scene: 0 | 1 | 2, entity_id = bot.bot_id, space_id = bot.space_id) => ({
    space_id,
    scene_param: { log_biz_scene, entity_id },
  })
  const { data } = await owner.api.traceQuestions.listOf(scene(0))
  expect(data).toHaveLength(3)
  expect(data[0]).toMatchObject({ workflow_execute_id: '', total_tokens: expect.any(Number) })
  expect(await owner.api.traceQuestions.statOf(scene(0))).toMatchObject({ total_count: 3 })
  await expect(owner.api.traceQuestions.listOf(scene(2))).rejects.toMatchObject({ status: 404 })
  const other = (await owner.api.space.create({ name: 'Other' })).id
  await expect(owner.api.traceQuestions.statOf(scene(0, bot.bot_id, other))).rejects.toMatchObject({ status: 404 })
  await expect(owner.api.traceQuestions.list({ ...bot, space_id: other })).rejects.toMatchObject({ status: 404 })
})

test('only people who may edit the bot read the questions of others', async () => {
  await expect(member.api.traceQuestions.list(bot)).rejects.toMatchObject({ status: 403 })
  expect((await member.api.traceQuestions.csv(bot)).status).toBe(403)
  await expect(outsider.api.traceQuestions.stat(bot)).rejects.toMatchObject({ status: 404 })
})

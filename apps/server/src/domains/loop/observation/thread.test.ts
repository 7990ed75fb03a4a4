import { beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { refuses, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

let lab: ChatLab
let owner: Person
let member: Person
let spaceId: string
let conversation: string
let n = 0
const span = (thread: string, more: object = {}) => ({
  workspace_id: spaceId,
  trace_id: String((n += 1)).padStart(32, 'a'),
  span_id: String(n).padStart(16, '0'),
  started_at_micros: (lab.t.clock.now() - 60_000) * 1000 + n * 1000,
  duration_micros: 2_000_000,
  span_name: 'ask',
  span_type: 'agent',
  psm: 'shop',
  tags_string: { thread_id: thread, user_id: 'ann' },
  ...more,
})
beforeAll(async () => {
  lab = await openChatLab()
  ;({ owner, spaceId } = lab)
  member = await lab.t.register('member')
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
  const bot = await lab.createBot()
  lab.server.script(says('sunny'), refuses(401, 'no'))
  await lab.ask(bot, 'weather in Rome')
  await lab.ask(bot, 'weather in Oslo')
  await owner.api.traceIngest.spans({
    spans: [
      span('t1', { input: 'first', output: 'one' }),
      span('t1', { input: 'second 100%', output: 'two' }),
      span('t2', { input: 'other', status_code: 1 }),
      span('', { input: 'alone', tags_string: {} }),
    ],
  })
  const { threads } = await owner.api.traceThreads.list({ space_id: spaceId })
  conversation = threads.find(({ init_message }) => init_message === 'weather in Rome')!.thread_id
})

test('conversations of a space are listed with their figures, most recent first, in pages', async () => {
  const all = await owner.api.traceThreads.list({ space_id: spaceId })
  expect(all.threads.map((one) => [one.init_message, one.last_input, one.query_count])).toEqual([
    ['weather in Rome', 'weather in Oslo', 2],
    ['other', 'other', 1],
    ['first', 'second 100%', 2],
  ])
  expect(all.threads[2]).toMatchObject({
    thread_id: 't1',
    duration_sum: 4000,
    last_message: 'two',
    thread_meta: { user_id: 'ann' },
    queries: [],
  })
  const first = await owner.api.traceThreads.list({ space_id: spaceId, limit: 2 })
  expect(first).toMatchObject({ has_more: true })
  const rest = await owner.api.traceThreads.list({ space_id: spaceId, limit: 2, page_token: first.next_page_token })
  expect(rest).toMatchObject({ has_more: false, next_page_token: '', threads: [{ thread_id: 't1' }] })
  await expect(
    owner.api.traceThreads.list({ space_id: spaceId, full_text_search: 'x', page_token: first.next_page_token }),
  ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('page_token') })
})

test('a matching turn selects its whole conversation', async () => {
  const ids = async (more: object) =>
    (await owner.api.traceThreads.list({ space_id: spaceId, ...more })).threads.map((one) => one.thread_id)
  expect(await ids({ full_text_search: '0%' })).toEqual(['t1'])
  expect(await ids({ full_text_search: 'nothing' })).toEqual([])
  expect(await ids({ platform_type: 2 })).toEqual(['t2', 't1'])
  expect(await ids({ platform_type: 11 })).toEqual([conversation])
  const failed = { field_name: 'status', field_filter_type: 1, filter_value: { v_string: 'error' } }
  expect(await ids({ filters: { field_filters: [failed] } })).toEqual([conversation, 't2'])
  const slow = { field_name: 'latency', field_filter_type: 5, filter_value: { v_i64: '2000' } }
  expect(
    await ids({ filters: { relation: 1, field_filters: [failed], sub_filter: [{ field_filters: [slow] }] } }),
  ).toEqual(['t2'])
  await expect(ids({ filters: { field_filters: [{ ...failed, field_name: 'mood' }] } })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('mood'),
  })
  await expect(ids({ start_time: 10, end_time: 5 })).rejects.toMatchObject({ status: 400 })
})

test('a conversation is returned from first to last turn, or in reverse', async () => {
  const { data } = await owner.api.traceThreads.get({ space_id: spaceId, thread_id: conversation })
  expect(data.queries).toMatchObject([
    {
      biz_type: 'bot',
      status: 0,
      input: [{ content_type: 0, content: { text: 'weather in Rome' } }],
      output: [{ messages: [{ content: { text: 'sunny' } }] }],
      user_info: { user_id: owner.id },
      source_info: { BotName: 'Lab bot', BotEnv: 0 },
    },
    { status: 1, input: [{ content: { text: 'weather in Oslo' } }], tags: { feedback: { v_long: 0 } } },
  ])
  const page = { space_id: spaceId, thread_id: 't1', limit: 1, order_type: 2 as const }
  const latest = await owner.api.traceThreads.get(page)
  expect(latest).toMatchObject({ has_more: true, data: { query_count: 2, queries: [{ output: [{}] }] } })
  const older = await owner.api.traceThreads.get({ ...page, page_token: latest.next_page_token })
  expect(older.data.queries[0]).toMatchObject({ input: [{ content: { text: 'first' } }] })
  expect(await owner.api.traceThreads.meta({ space_id: spaceId, thread_id: 't1' })).toMatchObject({ user_id: 'ann' })
  const { field_metas } = await owner.api.traceThreads.config({ space_id: spaceId })
  expect(field_metas['status']).toMatchObject({ field_options: { string: ['success', 'error', 'broken'] } })
})

test('members without the right cannot see conversations of others or find out whether there are any', async () => {
  expect((await member.api.traceThreads.list({ space_id: spaceId })).threads).toEqual([])
  for (const thread_id of ['t1', conversation, 'missing'])
    await expect(member.api.traceThreads.get({ space_id: spaceId, thread_id })).rejects.toMatchObject({ status: 404 })
  await expect(member.api.traceThreads.meta({ space_id: spaceId, thread_id: 't1' })).rejects.toMatchObject({
    status: 404,
  })
})

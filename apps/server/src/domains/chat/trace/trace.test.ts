import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { calls, refuses, says } from '#testing/scripted-model.ts'
import { chunk, openSkillLab, pluginRefs, type SkillLab } from '#testing/skill-lab.ts'
import type { Person } from '#testing/test-app.ts'

let lab: ChatLab
let skills: SkillLab
let member: Person
let outsider: Person
beforeAll(async () => {
  lab = await openChatLab()
  skills = openSkillLab(lab.t)
  member = await lab.t.register('member')
  outsider = await lab.t.register('outsider')
  await lab.owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: member.id }] })
})
beforeEach(() => {
  lab.server.reset()
  skills.reset()
})
const traceOf = (reply: Awaited<ReturnType<ChatLab['ask']>>) => reply.list[0]!.message.extra_info.log_id

describe('the trace of a turn', () => {
  test('is a tree: every step is below its cause, with input, output, tokens, cost and time', async () => {
    skills.tools.set('weather', {})
    skills.chunks = [chunk('Oslo is wet.')]
    const bot = await lab.createBot({
      plugin_info_list: pluginRefs('weather'),
      knowledge: { knowledge_info: [{ id: '1', name: 'Shelf' }], auto: true },
      suggest_reply_info: { suggest_reply_mode: 0 },
    })
    lab.server.script(
      calls({ name: 'weather', arguments: '{"city":"Oslo"}' }),
      says('Rain.'),
      says('{"suggestions":["a","b","c"]}'),
    )
    const reply = await lab.ask(bot, 'weather in Oslo?')
    const { trace, spans } = await lab.owner.api.trace.get({ trace_id: traceOf(reply) })
    const root = spans.find(({ parent_id }) => parent_id === '')!
    expect(root).toMatchObject({ kind: 'turn', name: 'Lab bot', input: 'weather in Oslo?', output: 'Rain.', status: 1 })
    expect(spans.map(({ kind }) => kind)).toEqual(['turn', 'retrieval', 'model', 'tool', 'model', 'model'])
    for (const span of spans.slice(1)) expect(span.parent_id).toBe(root.span_id)
    const [first] = spans.filter(({ kind }) => kind === 'model')
    // 11 input tokens at 1 and 7 output tokens at 2 per million.
    expect(first).toMatchObject({
      model_name: 'Tiny',
      model_id: lab.modelId,
      input_tokens: 11,
      output_tokens: 7,
      cost: 0.000025,
    })
    expect(first!.first_token_ms).toBeGreaterThan(0)
    expect(JSON.parse(first!.input)).toMatchObject({ tools: [{ name: 'weather', parameters: { type: 'object' } }] })
    const tool = spans.find(({ kind }) => kind === 'tool')!
    expect(JSON.parse(tool.input)).toEqual({ name: 'weather', arguments: '{"city":"Oslo"}' })
    expect(tool.output).toBe('weather of Oslo')
    expect(trace).toMatchObject({
      bot_id: bot,
      user_id: lab.owner.id,
      scene: 'debug',
      status: 1,
      input_tokens: 33,
      output_tokens: 21,
      span_count: 6,
      failed_count: 0,
      model_names: 'Tiny',
      input: 'weather in Oslo?',
      output: 'Rain.',
    })
    expect(trace.cost).toBeCloseTo(0.000075, 9)
    expect(trace.duration_ms).toBeGreaterThanOrEqual(trace.first_token_ms)
  })
  test('of a stopped turn is marked as stopped, not failed', async () => {
    const bot = await lab.createBot()
    lab.server.script({ steps: [{ text: 'x' }, { until: new Promise(() => {}) }] })
    const response = await lab.chat(bot, 'go')
    const reader = response.body!.getReader()
    await reader.read()
    const { conversation_id, running_question_id } = await lab.messages(bot)
    await lab.owner.api.conversation.breakMessage({ conversation_id, query_message_id: running_question_id })
    await reader.cancel()
    const { traces } = await lab.owner.api.trace.list({ bot_id: bot })
    expect(traces[0]).toMatchObject({ status: 3, error_code: 0 })
  })
  test('cuts long inputs and replaces characters that a database cannot store', async () => {
    const bot = await lab.createBot()
    lab.server.script(says('nul \u0000 sign'))
    const reply = await lab.ask(bot, 'y'.repeat(100_000))
    const { spans, trace } = await lab.owner.api.trace.get({ trace_id: traceOf(reply) })
    expect(spans.every(({ input, output }) => input.length <= 66_000 && !output.includes('\u0000'))).toBe(true)
    expect(trace.input.length).toBeLessThan(2100)
  })
})

describe('reading traces', () => {
  let bot: string
  beforeAll(async () => {
    bot = await lab.createBot()
    lab.server.reset()
    lab.server.script(says('sunny'), refuses(401, 'no'), says('rainy'))
    await lab.ask(bot, 'weather in Rome')
    await lab.ask(bot, 'weather in Oslo')
    await lab.ask(bot, 'weather in Lima', {}, member)
  })
  const inputs = async (filter: object) =>
    (await lab.owner.api.trace.list({ bot_id: bot, ...filter })).traces.map(({ input }) => input)

  test('returns pages, latest first', async () => {
    const first = await lab.owner.api.trace.list({ bot_id: bot, size: 2 })
    expect(first).toMatchObject({ total: 3, has_more: true })
    expect(first.traces.map(({ input }) => input)).toEqual(['weather in Lima', 'weather in Oslo'])
    expect(first.traces[0]).toMatchObject({ user_id: member.id, user_name: expect.any(String) })
    const rest = await lab.owner.api.trace.list({ bot_id: bot, size: 2, cursor: first.next_cursor })
    expect(rest).toMatchObject({ has_more: false })
    expect(rest.traces.map(({ input }) => input)).toEqual(['weather in Rome'])
  })
  test.each([
    ['status', { status: [2] }, ['weather in Oslo']],
    ['words of input', { search_word: 'rome' }, ['weather in Rome']],
    ['words of output', { search_word: 'rainy' }, ['weather in Lima']],
    ['a word with a wildcard is a word', { search_word: '%' }, []],
    ['error', { error_code: ErrorCode.provider.badKey }, ['weather in Oslo']],
    ['latency', { min_ms: 100_000 }, []],
    ['time', { start_time: 0, end_time: 1000 }, []],
    ['scene', { scene: ['online'] }, []],
  ])('by %s', async (_, filter, expected) => {
    expect(await inputs(filter)).toEqual(expected)
  })
  test('filters by user and conversation', async () => {
    expect(await inputs({ user_id: member.id })).toEqual(['weather in Lima'])
    const { conversation_id } = await lab.messages(bot)
    expect(await inputs({ conversation_id })).toEqual(['weather in Oslo', 'weather in Rome'])
  })
  test('lists conversations with their figures', async () => {
    const { conversations } = await lab.owner.api.trace.conversations({ bot_id: bot })
    expect(conversations.map(({ user_id, count, failed, last_input }) => [user_id, count, failed, last_input])).toEqual(
      [
        [member.id, 1, 0, 'weather in Lima'],
        [lab.owner.id, 2, 1, 'weather in Oslo'],
      ],
    )
  })
  test('returns figures over time and the most frequent errors', async () => {
    const { totals, buckets, errors } = await lab.owner.api.trace.aggregate({ bot_id: bot, step: 'hour' })
    expect(totals).toMatchObject({
      count: 3,
      failed: 1,
      users: 2,
      conversations: 2,
      input_tokens: 22,
      output_tokens: 14,
    })
    expect(totals.p95_ms).toBeGreaterThanOrEqual(totals.median_ms)
    expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(3)
    expect(buckets[0]!.at % 3_600_000).toBe(0)
    expect(errors).toEqual([
      { code: ErrorCode.provider.badKey, msg: expect.stringContaining('refused the key'), count: 1 },
    ])
    const shifted = await lab.owner.api.trace.aggregate({ bot_id: bot, step: 'day', utc_offset_minutes: 480 })
    expect((shifted.buckets[0]!.at + 480 * 60_000) % 86_400_000).toBe(0)
  })
  test('explains a failed turn in the language of the reader', async () => {
    const chinese = lab.t.apiWith({ cookie: lab.owner.cookie(), 'accept-language': 'zh-CN' })
    const [failed] = (await chinese.trace.list({ bot_id: bot, status: [2] })).traces
    expect(failed!.error_msg).toMatch(/\p{Script=Han}/u)
    const { spans } = await chinese.trace.get({ trace_id: failed!.trace_id })
    expect(spans.find(({ kind }) => kind === 'model')!.error_msg).toBe(failed!.error_msg)
    expect((await chinese.trace.aggregate({ bot_id: bot })).errors[0]!.msg).toBe(failed!.error_msg)
    const { trace } = await chinese.traceSearch.get({ space_id: lab.spaceId, trace_id: failed!.trace_id })
    expect(trace.error_msg).toBe(failed!.error_msg)
    const english = await lab.owner.api.trace.get({ trace_id: failed!.trace_id })
    expect(english.trace.error_msg).toContain('refused the key')
  })
  test('is permitted to those who may edit the bot, and to users for their own turns; outsiders find nothing', async () => {
    await expect(member.api.trace.list({ bot_id: bot })).rejects.toMatchObject({ status: 403 })
    await expect(member.api.trace.aggregate({ bot_id: bot })).rejects.toMatchObject({ status: 403 })
    await expect(member.api.trace.conversations({ bot_id: bot })).rejects.toMatchObject({ status: 403 })
    await expect(outsider.api.trace.list({ bot_id: bot })).rejects.toMatchObject({ status: 404 })
    const [mine] = (await lab.owner.api.trace.list({ bot_id: bot, user_id: member.id })).traces
    const [theirs] = (await lab.owner.api.trace.list({ bot_id: bot, user_id: lab.owner.id })).traces
    expect((await member.api.trace.get({ trace_id: mine!.trace_id })).trace.input).toBe('weather in Lima')
    await expect(member.api.trace.get({ trace_id: theirs!.trace_id })).rejects.toMatchObject({ status: 403 })
    await expect(outsider.api.trace.get({ trace_id: theirs!.trace_id })).rejects.toMatchObject({ status: 404 })
    await expect(member.api.trace.get({ trace_id: '12345' })).rejects.toMatchObject({ status: 404 })
  })
})

test('traces are deleted with their bot, and deleting a bot in the meantime affects no other trace', async () => {
  const gone = await lab.createBot()
  const stays = await lab.createBot()
  lab.server.script(says('a'), says('b'))
  await lab.ask(gone, 'one')
  await lab.ask(stays, 'two')
  await lab.owner.api.bot.remove({ bot_id: gone, space_id: lab.spaceId } as never)
  await lab.owner.api.bin.remove({ space_id: lab.spaceId, res_id: gone })
  await lab.t.services.traces.flush()
  expect((await lab.owner.api.trace.list({ bot_id: stays })).total).toBe(1)
  const { rows } = await lab.t.infra.database.pool.query(
    'SELECT 1 FROM trace_head h FULL JOIN span s USING (space_id, trace_id) WHERE h.object_id = $1',
    [gone],
  )
  expect(rows).toEqual([])
})

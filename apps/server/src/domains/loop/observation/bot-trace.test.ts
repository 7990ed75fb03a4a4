import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { StepType } from '@orrery/contract/shared/trace-enums'
import { beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { refuses, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

let lab: ChatLab
let owner: Person
let member: Person
let outsider: Person
let bot: { space_id: string; bot_id: string }
let logs: string[]
const shared = 'c'.repeat(32)
beforeAll(async () => {
  lab = await openChatLab()
  owner = lab.owner
  member = await lab.t.register('member')
  outsider = await lab.t.register('outsider')
  await owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: member.id }] })
  bot = { space_id: lab.spaceId, bot_id: await lab.createBot() }
  lab.server.script(says('sunny'), refuses(401, 'no'))
  logs = []
  for (const question of ['weather in Rome', 'weather in Oslo'])
    logs.push((await lab.ask(bot.bot_id, question)).list[0]!.message.extra_info.log_id)
  const foreign = (await outsider.api.space.create({ name: 'Elsewhere' })).id
  for (const [person, workspace_id, input] of [
    [owner, lab.spaceId, 'ours'],
    [outsider, foreign, 'theirs'],
  ] as const)
    await person.api.traceIngest.spans({
      spans: [
        {
          workspace_id,
          trace_id: shared,
          span_id: 'd'.repeat(16),
          started_at_micros: (lab.t.clock.now() - 1000) * 1000,
          duration_micros: 1500,
          span_name: 'step',
          span_type: 'custom',
          input,
          tags_long: { retries: 3 },
        },
      ],
    })
})
let times: { start_time: number; end_time: number }
/** One fixed range, so that all pages of a list use the same query. */
const range = () => (times ??= { start_time: lab.t.clock.now() - 3_600_000, end_time: lab.t.clock.now() + 60_000 })
const questionsOf = (spans: { attr_user_input?: { input: string } | undefined }[]) =>
  spans.map((one) => one.attr_user_input?.input)

test('the traces of a bot are listed newest first, in pages, by filters and words', async () => {
  const first = await owner.api.traceOfBot.list({ ...bot, ...range(), limit: 1 })
  expect(questionsOf(first.spans)).toEqual(['weather in Oslo'])
  expect(first.has_more).toBe(true)
  const next = await owner.api.traceOfBot.list({ ...bot, ...range(), limit: 1, page_token: first.next_page_token })
  expect(questionsOf(next.spans)).toEqual(['weather in Rome'])
  const failed = await owner.api.traceOfBot.list({
    ...bot,
    ...range(),
    filters: { status: { string: { eq: 'error' } } },
  })
  expect(questionsOf(failed.spans)).toEqual(['weather in Oslo'])
  const found = await owner.api.traceOfBot.list({ ...bot, ...range(), full_text_search: ['rome'] })
  expect(questionsOf(found.spans)).toEqual(['weather in Rome'])
  await expect(owner.api.traceOfBot.list({ ...bot, ...range(), limit: 1, page_token: 'forged' })).rejects.toMatchObject(
    { code: ErrorCode.observation.badPage },
  )
})
test('trials are listed by status and question', async () => {
  const trials = (more: object) =>
    owner.api.traceOfBot.debugQueries({
      spaceID: bot.space_id,
      botID: bot.bot_id,
      startAtMS: range().start_time,
      endAtMS: range().end_time,
      ...more,
    })
  expect((await trials({})).spans).toHaveLength(2)
  expect(questionsOf((await trials({ status: [3] })).spans)).toEqual(['weather in Oslo'])
  expect(questionsOf((await trials({ inputSearch: 'rome' })).spans)).toEqual(['weather in Rome'])
})
test('a trace is returned as steps with types and details, by its id and by its log id', async () => {
  const { spans } = await owner.api.traceOfBot.byLogId({ ...bot, log_id: logs[0]! })
  expect(spans[0]).toMatchObject({
    type: StepType.userInput,
    parent_id: '0',
    status: 2,
    attr_user_input: { input: 'weather in Rome', output: 'sunny', bot_id: bot.bot_id, user_id: owner.id },
  })
  const call = spans.find(({ type }) => type === StepType.modelCall)
  expect(call?.attr_llm_call).toMatchObject({ model: 'Tiny', output: 'sunny' })
  const scene_param = { log_biz_scene: 0 as const, entity_id: bot.bot_id }
  const id = { trace_id: spans[0]!.trace_id, ...range() }
  expect((await owner.api.traceOfBot.get({ ...bot, ...id })).spans).toEqual(spans)
  expect((await owner.api.traceOfBot.getOf({ space_id: bot.space_id, scene_param, ...id })).spans).toEqual(spans)
  await expect(owner.api.traceOfBot.get({ ...bot, ...id, start_time: 1, end_time: 2 })).rejects.toMatchObject({
    status: 404,
  })
})
test('a trace is found by an id in the spaces of the caller only', async () => {
  const inputs = async (who: Person) =>
    (await who.api.traceOfBot.search({ trace_id: shared })).spans.map(
      ({ tags }) => tags.find(({ key }) => key === 'input')?.value.v_str,
    )
  expect(await inputs(owner)).toEqual(['ours'])
  expect(await inputs(outsider)).toEqual(['theirs'])
  // A member without edit rights gets the same answer as for a missing trace.
  await expect(inputs(member)).rejects.toMatchObject({ status: 404 })
  await expect(outsider.api.traceOfBot.query({ log_id: logs[0]! })).rejects.toMatchObject({ status: 404 })
  await expect(owner.api.traceOfBot.query({ trace_id: shared, workspace_id: '123' })).rejects.toMatchObject({
    status: 404,
  })
  await expect(owner.api.traceOfBot.search({})).rejects.toMatchObject({ code: ErrorCode.observation.noTraceId })
})
test('a page shows the figures of a trace and a summary of each step in the reader’s language', async () => {
  const shown = await owner.api.traceOfBot.shown({ log_id: logs[1]! })
  expect(shown.header).toMatchObject({ status_code: expect.any(Number) })
  expect(shown.header.status_code).not.toBe(0)
  expect(shown.header.tags.map(({ key_alias }) => key_alias)).toContain('Error')
  expect(shown.spans[0]).toMatchObject({ is_entry: true, input: { type: 0, content: 'weather in Oslo' } })
})
test('spans are listed by their tags: equal, containing, between, empty', async () => {
  const names = async (...filter_tags: object[]) =>
    (
      await owner.api.traceOfBot.spans({
        workspace_id: lab.spaceId,
        start_at: range().start_time,
        end_at: range().end_time,
        filter_tags: filter_tags as never,
      })
    ).spans.map(({ name }) => name)
  expect(await names({ tag_key: 'span_type', values: ['custom'], query_type: 2 })).toEqual(['step'])
  expect(await names({ multi_tag_keys: ['input', 'output'], values: ['ours'], query_type: 1 })).toEqual(['step'])
  expect(
    await names({ tag_key: 'latency', values: ['1', '2'], query_type: 3 }, { tag_key: 'model_name', query_type: 5 }),
  ).toEqual(expect.arrayContaining(['step']))
  expect(await names({ tag_key: 'error_message', query_type: 4 })).not.toContain('step')
  await expect(names({ tag_key: 'nothing', values: ['1'] })).rejects.toMatchObject({
    code: ErrorCode.observation.badFilter,
  })
})

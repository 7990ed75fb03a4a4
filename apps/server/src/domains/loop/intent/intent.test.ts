import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'
import { defaultIntents } from './default-intents.ts'
import { createWordLabeller } from './label-words.ts'

let lab: ChatLab
let owner: Person
let member: Person
let outsider: Person
let bot: { space_id: string; bot_id: string }
const asked = new Map<string, string>()
/** Stores a question to a published bot directly in the span store, from which the labeller reads. */
async function online(input: string, more: { feedback?: number; threadId?: string } = {}) {
  const traceId = `q${asked.size}`
  asked.set(input, traceId)
  const startedAt = (lab.t.clock.now() - 60_000) * 1000 + asked.size
  const object = { objectKind: 'bot' as const, objectKey: bot.bot_id, objectVersion: '', connectorId: '1024' }
  const head = {
    ...object,
    spaceId: bot.space_id,
    traceId,
    rootId: traceId,
    source: 'turn' as const,
    name: 'Bot',
    scene: 'online' as const,
    userId: owner.id,
    threadId: more.threadId ?? traceId,
    messageId: null,
    logId: '',
    status: 1 as const,
    errorCode: 0,
    errorMsg: '',
    errorZh: '',
    startedAt,
    durationUs: 1000,
    firstUs: 0,
    inputTokens: 0,
    outputTokens: 0,
    cost: 0,
    spanCount: 0,
    failedCount: 0,
    models: '',
    input,
    output: 'answer',
    feedback: more.feedback ?? 0,
  }
  await lab.t.services.spanStore.write({ spans: [], heads: [head] })
}
const space = () => ({ space_id: bot.space_id })
const range = () => ({ time_range: { start: lab.t.clock.now() - 3_600_000, end: lab.t.clock.now() + 60_000 } })
const questions = async () =>
  new Map((await owner.api.traceQuestions.list({ ...bot, limit: 50 })).data.map((row) => [row.input, row] as const))
beforeAll(async () => {
  lab = await openChatLab()
  owner = lab.owner
  member = await lab.t.register('member')
  outsider = await lab.t.register('outsider')
  await owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: member.id }] })
  bot = { space_id: lab.spaceId, bot_id: await lab.createBot() }
})

test.each([
  ['How to reset my router?', 'howto'],
  ['怎么退款？', 'refund'],
  ['Please translate this history book', 'translate'],
  ['hi', 'greeting'],
  ['this', ''],
])('words alone determine the intent of “%s”', (question, intent) =>
  expect(createWordLabeller(defaultIntents('en'))(question)).toBe(intent),
)
test('online questions are labelled in the background; questions from the editor are not', async () => {
  await online('How do I get a refund?', { feedback: 2, threadId: 'a' })
  await online('refund please', { feedback: 1, threadId: 'a' })
  await online('Hello there', { feedback: 1 })
  lab.server.script(says('fine'))
  await lab.ask(bot.bot_id, 'hello from the editor')
  expect((await questions()).get('refund please')).toMatchObject({ intent: '', intent_status: 0 })
  await lab.t.services.traceIntents.classifyAll()
  const found = await questions()
  expect(found.get('refund please')).toMatchObject({ intent: 'Refunds', intent_status: 1 })
  expect(found.get('hello from the editor')).toMatchObject({ intent: '', intent_status: 0 })
  const narrowed = await owner.api.traceQuestions.list({ ...bot, query_filter: { second_class_intents: ['greeting'] } })
  expect(narrowed.data.map(({ input }) => input)).toEqual(['Hello there'])
  const byIntent = await owner.api.traceBotData.queries({
    ...bot,
    ...range(),
    filters: { intent: { enums: ['refund'] } },
  })
  expect(byIntent.data.map(({ intent }) => intent)).toEqual(['Refunds', 'Refunds'])
  expect((await owner.api.traceQuestions.enums(bot)).intent[0]).toMatchObject({ value: 'Service' })
})
test('satisfaction is reported by intent, on both levels', async () => {
  const { data: lower } = await owner.api.traceBotData.intents({ ...bot, ...range(), label_depth: '2' })
  const [refunds, greetings] = lower
  expect(refunds).toMatchObject({ starling_key: 'Refunds', frequency: 2, parent_starling_key: 'Service' })
  expect(greetings).toMatchObject({ starling_key: 'Greetings', frequency: 1, score: 100 })
  expect(refunds!.score).toBeLessThan(greetings!.score)
  expect(refunds!.contribution).toBeLessThan(0)
  const { data: upper } = await owner.api.traceBotData.intents({ ...bot, ...range(), label_depth: '1' })
  expect(upper.map(({ starling_key, frequency }) => [starling_key, frequency])).toEqual([
    ['Service', 2],
    ['Small talk', 1],
  ])
})
test('a space defines its own intents: questions under a removed intent are labelled again', async () => {
  const { version } = await owner.api.traceIntents.get(space())
  const intents = [
    { id: '', name: 'Money', words: ['refund'], children: [{ id: '', name: 'Back', words: ['please'] }] },
    { id: 'chat', name: 'Chat', words: ['there'], children: [] },
  ]
  const saved = await owner.api.traceIntents.save({ ...space(), version, intents, labeller: 'words' })
  await lab.t.services.traceIntents.classifyAll()
  const found = await questions()
  expect(found.get('refund please')!.intent).toBe('Back')
  expect(found.get('How do I get a refund?')!.intent).toBe('Money')
  expect(found.get('Hello there')!.intent).toBe('Chat')
  await expect(owner.api.traceIntents.save({ ...space(), version, intents, labeller: 'words' })).rejects.toMatchObject({
    code: ErrorCode.intent.stale,
  })
  const twice = [intents[0]!, { ...intents[1]!, name: 'BACK' }]
  await expect(
    owner.api.traceIntents.save({ ...space(), version: saved.version, intents: twice, labeller: 'words' }),
  ).rejects.toMatchObject({ code: ErrorCode.intent.nameTaken })
  expect((await owner.api.traceIntents.get(space())).intents.map(({ name }) => name)).toEqual(['Money', 'Chat'])
})
test('a chosen model labels questions; words do if its answer cannot be used', async () => {
  const { version, intents } = await owner.api.traceIntents.get(space())
  await owner.api.traceIntents.save({
    ...space(),
    version,
    intents,
    labeller: 'model',
    model_id: lab.modelId,
    again: true,
  })
  await lab.t.services.traceIntents.sort(bot.space_id)
  lab.server.script(says('{"labels": [2]}'), says('I do not know'))
  await online('a question without any of the words')
  await lab.t.services.traceIntents.sort(bot.space_id)
  expect((await questions()).get('a question without any of the words')!.intent).toBe('Chat')
  await online('over there')
  await lab.t.services.traceIntents.sort(bot.space_id)
  expect((await questions()).get('over there')!.intent).toBe('Chat')
  await expect(
    owner.api.traceIntents.save({ ...space(), version: version + 1, intents, labeller: 'model', model_id: '7' }),
  ).rejects.toMatchObject({ status: 400 })
})
test('sessions are counted at the time they begin', async () => {
  const { list } = await owner.api.traceBotData.query({
    ...bot,
    metrics_type: 'session_count',
    time_type: 'year',
    time_range: range().time_range,
  })
  expect(list.map(({ value }) => value)).toEqual(['1'])
})
test('only owners and admins see and change the intents of a space', async () => {
  await expect(member.api.traceIntents.get(space())).rejects.toMatchObject({ status: 403 })
  await expect(outsider.api.traceIntents.get(space())).rejects.toMatchObject({ status: 404 })
  await expect(outsider.api.traceBotData.intents({ ...bot, ...range(), label_depth: '1' })).rejects.toMatchObject({
    status: 404,
  })
})

import { ArenaField, ARENA_LIMITS, OFFLINE_MODEL_ID, VoteResult } from '@orrery/contract'
import { ConnectorId } from '@orrery/contract/shared/bot-enums'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChatLab, openChatLab, readReply, readUntil } from '#testing/chat-lab.ts'
import { type ChatBody, refuses, type Reply, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

/** Battles between two models of the instance, as a voter sees them. */
let lab: ChatLab
let voter: Person
/** The models by the provider's names. */
const secrets = ['quokka', 'wombat'] as const
let modelIds: Record<string, string>
beforeAll(async () => {
  lab = await openChatLab()
  voter = await lab.t.register('voter')
  modelIds = {}
  const { id: provider_id } = await lab.owner.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Burrow Labs',
    base_url: lab.server.baseUrl,
    api_key: 'sk-lab-secret-key-0002',
  })
  for (const model of secrets) {
    const { id } = await lab.owner.api.instanceModel.createModel({ provider_id, name: `Secret ${model}`, model })
    modelIds[model] = id
  }
})
beforeEach(() => lab.server.reset())
const join = (model: string, enabled = true) =>
  lab.owner.api.arenaAdmin.saveModel({
    model_id: modelIds[model]!,
    name: `The ${model}`,
    company: `${model} works`,
    aliases: [],
    enabled,
  })
type Battle = Awaited<ReturnType<Person['api']['arena']['create']>>
const begin = (input: object = {}, who = voter) => who.api.arena.create(input)
const ask = (conversation_id: string, query: string, who = voter, extra = {}) =>
  who.api.arena.chat({ conversation_id, query, extra })
const sides = (battle: Battle) => [battle.left_conversation_id, battle.right_conversation_id]
/** Asks both sides of a battle concurrently. */
const both = async (battle: Battle, query: string, extra = {}) =>
  Promise.all(sides(battle).map(async (side) => readReply(await ask(side, query, voter, extra))))
/** Scripts all following answers, whichever model is called. */
const answering = (reply: (body: ChatBody) => Reply, times = 12) =>
  lab.server.script(...Array.from({ length: times }, () => reply))
const fails = async (call: Promise<unknown>) =>
  call.then(
    () => ({ code: 0 }),
    (cause: { code: number; status: number; message: string }) => cause,
  )
const failure = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as { code: number }),
})

test('without two models, the built-in one forms a pair with different answers', async () => {
  const { models } = await voter.api.arena.models({})
  expect(models.map(({ name }) => name)).toEqual(['Orrery Offline · precise', 'Orrery Offline · creative'])
  const battle = await begin()
  const [left, right] = await both(battle, 'What is 2 + 3?')
  expect(left!.text).toContain('5')
  expect(left!.text).not.toBe(right!.text)
  lab.t.clock.advance(4000)
  const result = await voter.api.arena.vote({ pk_id: battle.pk_id, result: VoteResult.left })
  expect(new Set([result.left_model.id, result.right_model.id])).toEqual(new Set(['1', '2']))
  expect(result).toMatchObject({ why_not: '', left_total_votes: '1', right_total_votes: '1' })
})

test('nothing on the wire reveals the model before the vote', async () => {
  for (const model of secrets) await join(model)
  expect((await voter.api.arena.models({})).models.map(({ name }) => name)).toEqual(['The quokka', 'The wombat'])
  const battle = await begin()
  answering(({ model }) =>
    model === 'quokka'
      ? {
          steps: [
            { reasoning: 'as a quokka' },
            { text: 'Blue.' },
            { finish: 'stop', usage: { prompt_tokens: 1, completion_tokens: 9999, total_tokens: 10000 } },
          ],
        }
      : says('Azure.'),
  )
  const replies = await both(battle, 'Which colour is the sky?')
  const seen = JSON.stringify([
    battle,
    replies.map(({ events }) => events),
    await voter.api.arena.battle({ pk_id: battle.pk_id }),
  ]).toLowerCase()
  for (const word of [...secrets, 'secret', 'burrow', 'tiny', '9999', ...Object.values(modelIds)])
    expect(seen.replaceAll(/"\w*id":"\d+"|\d{15,}/g, '')).not.toContain(word.toLowerCase())
  for (const { list } of replies)
    for (const { message } of list)
      expect(message.extra_info).toMatchObject({
        log_id: '',
        token: '',
        input_tokens: '',
        output_tokens: '',
        time_cost: '',
      })
  // The traces are withheld: neither the voter's space nor the owner's contains them.
  await lab.t.services.traces.flush()
  const traces = async () =>
    (await lab.t.infra.database.pool.query("SELECT models FROM trace_head WHERE scene = 'arena'")).rows.length
  const before = await traces()
  const told = await voter.api.arena.vote({ pk_id: battle.pk_id, result: VoteResult.right })
  await lab.t.services.traces.flush()
  expect((await traces()) - before).toBe(2)
  expect([told.left_model.name, told.right_model.name].toSorted()).toEqual(['The quokka', 'The wombat'])
  // The revealed names match the sides that answered.
  expect(replies[told.left_model.name === 'The quokka' ? 0 : 1]!.text).toBe('Blue.')
})

test('a vote needs both answers, counts once, and can only be cast by the person who asked', async () => {
  // With levelling, one side alone would wait for the other.
  await lab.owner.api.arenaAdmin.saveSettings({ levels_pace: false })
  const battle = await begin()
  const { pk_id } = battle
  expect(await fails(voter.api.arena.vote({ pk_id, result: 1 }))).toMatchObject({
    code: ErrorCode.arena.earlyVote,
    status: 409,
  })
  answering(() => says('One.'))
  await readReply(await ask(battle.left_conversation_id, 'Count.'))
  expect(await fails(voter.api.arena.vote({ pk_id, result: 1 }))).toMatchObject({ code: ErrorCode.arena.earlyVote })
  expect(await failure(await ask(battle.right_conversation_id, 'Count to two.'))).toMatchObject({
    code: ErrorCode.arena.otherQuestion,
    status: 400,
  })
  expect(await failure(await ask(battle.left_conversation_id, 'Next'))).toMatchObject({
    code: ErrorCode.arena.sideBusy,
  })
  await readReply(await ask(battle.right_conversation_id, 'Count.'))
  const stranger = await lab.t.register('stranger')
  for (const call of [
    () => stranger.api.arena.vote({ pk_id, result: 1 }),
    () => stranger.api.arena.battle({ pk_id }),
    () => stranger.api.arena.stop({ conversation_id: battle.left_conversation_id }),
    () => stranger.api.arena.feedbackText({ pk_id, feedback_text: 'x' }),
  ])
    expect(await fails(call())).toMatchObject({ status: 404 })
  expect((await ask(battle.left_conversation_id, 'Hi', stranger)).status).toBe(404)
  expect(await fails(voter.api.arena.feedbackText({ pk_id, feedback_text: 'early' }))).toMatchObject({
    code: ErrorCode.arena.notVoted,
  })
  // The conversation continues, and the models get the earlier messages.
  const again = await both(battle, 'And now?')
  expect(again.map(({ text }) => text)).toEqual(['One.', 'One.'])
  expect(lab.server.requests.at(-1)!.body.messages.map(({ content }) => content)).toEqual(
    expect.arrayContaining(['Count.', 'One.', 'And now?']),
  )
  lab.t.clock.advance(4000)
  const twice = await Promise.all([1, 2, 3].map(() => fails(voter.api.arena.vote({ pk_id, result: 3 }))))
  expect(twice.map(({ code }) => code ?? 0).toSorted()).toEqual([
    0,
    ErrorCode.arena.votedAlready,
    ErrorCode.arena.votedAlready,
  ])
  expect(await failure(await ask(battle.left_conversation_id, 'More'))).toMatchObject({
    code: ErrorCode.arena.votedAlready,
  })
  // Feedback tags can be set, and changed within a day.
  const [praise] = battle.left_feedback_tags
  await voter.api.arena.feedbackTag({ pk_id, left_model_tags: [praise!.name], right_model_tags: [] })
  await voter.api.arena.feedbackText({ pk_id, feedback_text: 'Both could count.' })
  expect(await fails(voter.api.arena.feedbackTag({ pk_id, left_model_tags: ['Splendid'] }))).toMatchObject({
    code: ErrorCode.arena.unknownTag,
  })
  const { votes } = await lab.owner.api.arenaAdmin.votes({})
  expect(votes.find((vote) => vote.pk_id === pk_id)).toMatchObject({
    why_not: '',
    result: 3,
    feedback: 'Both could count.',
    question: 'Count.',
  })
  lab.t.clock.advance(25 * 3600_000)
  expect(await fails(voter.api.arena.feedbackText({ pk_id, feedback_text: 'late' }))).toMatchObject({
    code: ErrorCode.arena.feedbackClosed,
  })
})

test('one side can be stopped while the other continues', async () => {
  await lab.owner.api.arenaAdmin.saveSettings({ levels_pace: true })
  const battle = await begin()
  const gate = Promise.withResolvers<void>()
  answering(() => ({
    steps: [{ text: 'The beginning' }, { until: gate.promise }, { text: ' and the end.' }, { finish: 'stop' }],
  }))
  const streams = await Promise.all(sides(battle).map((side) => ask(side, 'Go on')))
  const isHeard = (events: { data: unknown }[]) => JSON.stringify(events).includes('beginning')
  await Promise.all(streams.map((stream) => readUntil(stream, isHeard)))
  await voter.api.arena.stop({ conversation_id: battle.left_conversation_id })
  await expect.poll(async () => (await voter.api.arena.battle({ pk_id: battle.pk_id })).left).toBe('stopped')
  expect(await fails(voter.api.arena.vote({ pk_id: battle.pk_id, result: 2 }))).toMatchObject({
    code: ErrorCode.arena.earlyVote,
  })
  expect(await fails(voter.api.arena.stop({ conversation_id: battle.left_conversation_id }))).toMatchObject({
    code: ErrorCode.arena.nothingRunning,
  })
  gate.resolve()
  await expect.poll(async () => (await voter.api.arena.battle({ pk_id: battle.pk_id })).right).toBe('done')
  expect((await voter.api.arena.battle({ pk_id: battle.pk_id })).rounds).toEqual([
    { question: 'Go on', left: 'The beginning', right: 'The beginning and the end.' },
  ])
})

test('votes that do not count are stored with the reason', async () => {
  await lab.owner.api.arenaAdmin.saveSettings({ battles_a_day: 500 })
  const voted = async (reply: (body: ChatBody) => Reply, { query = `Question ${Math.random()}`, wait = 4000 } = {}) => {
    const battle = await begin()
    lab.server.reset()
    answering(reply)
    const replies = await both(battle, query)
    lab.t.clock.advance(wait)
    const { why_not } = await voter.api.arena.vote({ pk_id: battle.pk_id, result: 1 })
    return { why_not, replies }
  }
  expect((await voted(() => says('Fine.'))).why_not).toBe('')
  expect((await voted(() => says('Fine.'), { wait: 0 })).why_not).toBe('fast')
  expect((await voted(({ model }) => says(model === 'quokka' ? 'I am QUOKKA, made by people.' : 'Hm.'))).why_not).toBe(
    'leaked',
  )
  const broken = await voted(({ model }) =>
    model === 'quokka' ? refuses(400, 'quokka is out of credit') : says('Hm.'),
  )
  expect(broken.why_not).toBe('failed')
  const words = JSON.stringify(broken.replies.map(({ events }) => events))
  expect(words).toContain(String(ErrorCode.arena.sideFailed))
  expect(words).not.toContain('credit')
  for (let time = 0; time < 3; time += 1)
    expect((await voted(() => says('Fine.'), { query: 'The same?' })).why_not).toBe('')
  expect((await voted(() => says('Fine.'), { query: ' the  SAME? ' })).why_not).toBe('repeated')
  await lab.owner.api.arenaAdmin.ban({ user_id: voter.id, banned: true })
  expect((await voted(() => says('Fine.'))).why_not).toBe('banned')
  const counts = async () => (await lab.owner.api.arenaAdmin.votes({ reason: 'counted' })).total
  expect(await counts()).toBe(0)
  await lab.owner.api.arenaAdmin.ban({ user_id: voter.id, banned: false })
  expect(await counts()).toBeGreaterThan(3)
  expect((await lab.owner.api.arenaAdmin.votes({ reason: 'leaked' })).total).toBe(1)
  const csv = await (await lab.owner.api.arenaAdmin.exportVotes({})).text()
  expect(csv.trim().split('\n')).toHaveLength(1 + (await counts()))
  expect(csv).not.toContain('Question')
})

test('models answer as a bot, with its persona and without its side effects', async () => {
  const botId = await lab.createBot({
    prompt_info: { prompt: 'You are the harbour master.' },
    variable_list: [{ key: 'ship', default_value: 'Vega' }],
  })
  expect(await fails(begin({ bot_id: botId }, lab.owner))).toMatchObject({ code: ErrorCode.arena.notABattleBot })
  await lab.owner.api.bot.publish({ space_id: lab.spaceId, bot_id: botId, connectors: { [ConnectorId.api]: {} } })
  expect(await fails(begin({ bot_id: botId }))).toMatchObject({ status: 404 })
  const battle = await begin({ bot_id: botId }, lab.owner)
  expect(battle.bot_id).toBe(botId)
  lab.server.reset()
  answering(() => says('Aye.'))
  // Other fields of a request have no effect: those of the battle apply.
  const forged = { bot_id: '1', bot_version: '99', space_id: '1', model_id: '1', prompt: 'Obey me.' }
  await Promise.all(
    sides(battle).map(async (conversation_id) =>
      readReply(await lab.owner.api.arena.chat({ conversation_id, query: 'Which ship?', ...forged })),
    ),
  )
  const asked = lab.server.requests.filter(({ body }) => secrets.includes(body.model as never))
  expect(asked.map(({ body }) => body.model).toSorted()).toEqual([...secrets])
  for (const { body } of asked) {
    expect(String(body.messages[0]!.content)).toContain('harbour master')
    expect(JSON.stringify(body)).not.toContain('Obey me')
    expect(JSON.stringify(body.tools ?? [])).not.toContain('setKeywordMemory')
  }
  // Usage is neither charged to nor counted for the space of the bot.
  const { rows } = await lab.t.infra.database.pool.query('SELECT 1 FROM model_use WHERE space_id = $1', [lab.spaceId])
  expect(rows).toHaveLength(0)
})

test('limits apply to rounds, battles and cost per day', async () => {
  const battle = await begin()
  answering(() => says('Yes.'), 40)
  for (let round = 0; round < ARENA_LIMITS.rounds; round += 1) await both(battle, `Round ${round}`)
  expect(await failure(await ask(battle.left_conversation_id, 'One more'))).toMatchObject({
    code: ErrorCode.arena.lastRound,
  })
  await lab.owner.api.arenaAdmin.saveSettings({ battles_a_day: 1 })
  expect(await fails(begin())).toMatchObject({ code: ErrorCode.arena.dayUsed, status: 429 })
  await lab.owner.api.arenaAdmin.saveSettings({ battles_a_day: 500, cost_a_day: 1 })
  await lab.t.infra.database.pool.query('UPDATE arena_turn SET cost = 5 WHERE pk_id = $1', [battle.pk_id])
  expect(await fails(begin())).toMatchObject({ code: ErrorCode.arena.costUsed, status: 429 })
  lab.t.clock.advance(86_400_000)
  await begin()
  await lab.owner.api.arenaAdmin.saveSettings({ battles_a_day: 500, cost_a_day: 0 })
})

test('a turn left by a dead process counts as failed', async () => {
  const battle = await begin()
  answering(() => says('Yes.'))
  await both(battle, 'Well?')
  await lab.t.infra.database.pool.query("UPDATE arena_turn SET status = 'running' WHERE pk_id = $1 AND side = 1", [
    battle.pk_id,
  ])
  expect(await fails(voter.api.arena.vote({ pk_id: battle.pk_id, result: 1 }))).toMatchObject({
    code: ErrorCode.arena.earlyVote,
  })
  lab.t.clock.advance(60_000)
  expect((await voter.api.arena.battle({ pk_id: battle.pk_id })).right).toBe('failed')
  expect(await voter.api.arena.vote({ pk_id: battle.pk_id, result: 1 })).toMatchObject({ why_not: 'failed' })
})

test('questions come from banks in both languages, never twice, and their answers are shown with the vote', async () => {
  const { banks } = await voter.api.arenaBank.list({ page_size: 100 })
  for (let field = 1; field <= 7; field += 1) {
    const ofField = banks.filter(({ bank_type }) => bank_type.id === String(field))
    expect(ofField).toHaveLength(2)
    for (const bank of ofField) expect(bank.question_count).toBeGreaterThanOrEqual(40)
  }
  const maths = banks.find(({ bank_type }) => bank_type.id === String(ArenaField.maths))!
  let used: number[] = []
  const seen = new Set<string>()
  for (let left = maths.question_count; left > 0; left -= 10) {
    const drawn = await voter.api.arenaBank.random({ bank_id: maths.bank_id, count: 10, used_seq_id_list: used })
    for (const { content, refer_answer } of drawn.questions) {
      expect(refer_answer).toBe('')
      expect(seen.has(content)).toBe(false)
      seen.add(content)
    }
    used = drawn.used_seq_id_list
  }
  expect(await voter.api.arenaBank.random({ bank_id: maths.bank_id, used_seq_id_list: used })).toEqual({
    questions: [],
    used_seq_id_list: [],
  })

  const csv = 'question,answer\n"What is six times seven, my friend?",42\nWho built it?,\n'
  const input = { name: 'Own questions', field: ArenaField.maths, locale: 'en' as const }
  for (const [text, code] of [
    ['text\nhello', ErrorCode.arenaBank.noColumn],
    ['question\n', ErrorCode.arenaBank.noRows],
    ['question\nSame?\nSame?\n', ErrorCode.arenaBank.badRow],
  ] as const)
    expect(await fails(lab.owner.api.arenaAdmin.importBank({ ...input, csv: text }))).toMatchObject({
      code,
      status: 400,
    })
  const { bank_id, question_count } = await lab.owner.api.arenaAdmin.importBank({ ...input, csv })
  expect(question_count).toBe(2)
  expect(await fails(lab.owner.api.arenaAdmin.importBank({ ...input, csv }))).toMatchObject({
    code: ErrorCode.arenaBank.nameTaken,
  })
  const { questions } = await voter.api.arenaBank.random({ bank_id, count: 2 })
  const question = questions.find(({ content }) => content.includes('six'))!
  const battle = await begin()
  answering(() => says('Forty-two.'))
  await both(battle, question.content, { question_id: question.id })
  lab.t.clock.advance(4000)
  expect(await voter.api.arena.vote({ pk_id: battle.pk_id, result: 3 })).toMatchObject({ refer_answer: '42' })
  expect((await lab.owner.api.arenaAdmin.votes({ page_size: 1 })).votes[0]).toMatchObject({ field: ArenaField.maths })
  await lab.owner.api.arenaAdmin.changeBank({ bank_id, enabled: false })
  expect(await fails(voter.api.arenaBank.random({ bank_id }))).toMatchObject({ status: 404 })
  expect(await fails(lab.owner.api.arenaAdmin.removeBank({ bank_id: maths.bank_id }))).toMatchObject({
    code: ErrorCode.arenaBank.builtIn,
  })
  await lab.owner.api.arenaAdmin.removeBank({ bank_id })
})

test('only chat models of the instance can take part', async () => {
  expect(
    await fails(lab.owner.api.arenaAdmin.saveModel({ model_id: '999999', name: 'Ghost', enabled: true })),
  ).toMatchObject({ code: ErrorCode.arenaBoard.noModel })
  const offline = { model_id: OFFLINE_MODEL_ID, name: 'Mine', enabled: true }
  expect(await fails(lab.owner.api.arenaAdmin.saveModel(offline))).toMatchObject({ code: ErrorCode.arenaBoard.noModel })
  const { models } = await lab.owner.api.arenaAdmin.models({})
  expect(models.filter(({ is_usable }) => is_usable).map(({ name }) => name)).toEqual(['The quokka', 'The wombat'])
  // With only one left, the built-in pair takes part.
  await join('wombat', false)
  expect((await voter.api.arena.models({})).models).toHaveLength(3)
  await join('wombat')
})

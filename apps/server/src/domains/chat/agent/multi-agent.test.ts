import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab, verboseOf } from '#testing/chat-lab.ts'
import { calls, says } from '#testing/scripted-model.ts'

let lab: ChatLab
beforeAll(async () => {
  lab = await openChatLab()
})
beforeEach(() => lab.server.reset())

const agent = (id: string, name: string, more: Record<string, unknown> = {}) => ({
  agent_id: id,
  agent_name: name,
  agent_type: 1,
  root_agent: false,
  prompt_info: { prompt: `You are ${name}.` },
  model_info: { model_id: lab.modelId },
  suggest_reply_info: { suggest_reply_mode: 2 },
  intents: [],
  ...more,
})
const intent = (to: string, prompt: string) => ({ intent_id: `i${to}`, next_agent_id: to, prompt })
const multi = (agents: object[], more: object = {}) => lab.createBot({ bot_mode: 1, agents, ...more })
const systemOf = (index: number) => String(lab.server.requests[index]!.body.messages[0]!.content)
const toolsOf = (index: number) => (lab.server.requests[index]!.body.tools ?? []).map((tool) => tool.function.name)
const jumpsIn = (reply: Awaited<ReturnType<ChatLab['ask']>>) =>
  reply.list.flatMap(({ message }) => {
    const { type, data } = message.type === 'verbose' ? verboseOf(message.content) : { type: '', data: {} }
    return type.startsWith('multi_agents') ? [`${type}: ${String(data.from)} > ${String(data.to)}`] : []
  })

describe('several agents', () => {
  test('the start agent answers with its own persona if there is no hand-over', async () => {
    const bot = await multi([
      agent('1', 'Desk', { root_agent: true, intents: [intent('2', 'questions about money')] }),
      agent('2', 'Bank'),
    ])
    lab.server.script(says('Desk here.'))
    const reply = await lab.ask(bot, 'hello')
    expect(reply.text).toBe('Desk here.')
    expect(systemOf(0)).toContain('You are Desk.')
    expect(toolsOf(0)).toEqual(['hand_over_1_Bank'])
    expect(lab.server.requests[0]!.body.tools![0]!.function.description).toContain('questions about money')
  })
  test('a hand-over is shown, and the target answers with its own persona, model and skills', async () => {
    const bot = await multi([
      agent('1', 'Desk', { root_agent: true, intents: [intent('2', 'questions about money')] }),
      agent('2', 'Bank'),
    ])
    lab.server.script(calls({ name: 'hand_over_1_Bank', arguments: '{}' }), says('Bank here.'))
    const reply = await lab.ask(bot, 'my money?')
    expect(reply.order).toEqual([
      'ack',
      'verbose:multi_agents_jump_to_agent',
      'answer',
      'answer.finish',
      'verbose:generate_answer_finish',
      'done',
    ])
    expect(jumpsIn(reply)).toEqual(['multi_agents_jump_to_agent: Desk > Bank'])
    expect(systemOf(1)).toContain('You are Bank.')
    const state = JSON.parse(
      reply.list.find(({ message }) => message.type === 'answer')!.message.extra_info.bot_state,
    ) as object
    expect(state).toMatchObject({ agent_id: '2', agent_name: 'Bank', bot_id: bot })
    const { spans } = await lab.owner.api.trace.get({ trace_id: reply.list[0]!.message.extra_info.log_id })
    expect(spans.filter(({ kind }) => kind === 'agent').map(({ name }) => name)).toEqual(['Desk', 'Bank'])
  })
  test.each([
    [1, 'the agent that answered stays active', 'Bank'],
    [2, 'the previous agent becomes active', 'Desk'],
    [3, 'the start agent becomes active', 'Desk'],
  ])('backtrack %i: %s', async (backtrack, _, next) => {
    const bot = await multi([
      agent('1', 'Desk', { root_agent: true, intents: [intent('2', 'money')] }),
      agent('2', 'Bank', { jump_config: { backtrack } }),
    ])
    lab.server.script(calls({ name: 'hand_over_1_Bank', arguments: '{}' }), says('Bank here.'), says('next'))
    await lab.ask(bot, 'money?')
    await lab.ask(bot, 'and then?')
    expect(systemOf(2)).toContain(`You are ${next}.`)
  })
  test('a new section starts with the start agent again', async () => {
    const bot = await multi([
      agent('1', 'Desk', { root_agent: true, intents: [intent('2', 'money')] }),
      agent('2', 'Bank'),
    ])
    lab.server.script(calls({ name: 'hand_over_1_Bank', arguments: '{}' }), says('Bank here.'), says('Desk again'))
    const { conversationId } = await lab.ask(bot, 'money?')
    await lab.owner.api.conversation.createSection({ conversation_id: conversationId })
    await lab.ask(bot, 'hello')
    expect(systemOf(2)).toContain('You are Desk.')
  })
  test('agents cannot hand over in circles: an agent visited in this turn is no target any more', async () => {
    const bot = await multi([
      agent('1', 'Desk', { root_agent: true, intents: [intent('2', 'money')] }),
      agent('2', 'Bank', { intents: [intent('1', 'everything else')] }),
    ])
    lab.server.script(calls({ name: 'hand_over_1_Bank', arguments: '{}' }), says('I have to answer.'))
    const reply = await lab.ask(bot, 'ping pong')
    expect(toolsOf(1)).toEqual([])
    expect(reply.text).toBe('I have to answer.')
  })
  test('the number of hand-overs is limited, however many agents there are', async () => {
    const chain = Array.from({ length: 12 }, (_, n) =>
      agent(String(n + 1), `Agent${n + 1}`, {
        root_agent: n === 0,
        intents: n < 11 ? [intent(String(n + 2), 'always')] : [],
      }),
    )
    const bot = await multi(chain)
    lab.server.script(
      ...Array.from({ length: 8 }, (_, n) => calls({ name: `hand_over_1_Agent${n + 2}`, arguments: '{}' })),
      says('the end'),
    )
    const reply = await lab.ask(bot, 'go')
    expect(jumpsIn(reply)).toHaveLength(8)
    expect(toolsOf(8)).toEqual([])
    expect(reply.text).toBe('the end')
  })
  test('a global agent can be reached from every agent', async () => {
    const bot = await multi([
      agent('1', 'Desk', { root_agent: true }),
      agent('3', 'Help', { agent_type: 3, description: 'emergencies' }),
    ])
    lab.server.script(calls({ name: 'hand_over_1_Help', arguments: '{}' }), says('Help is here.'))
    expect((await lab.ask(bot, 'fire!')).text).toBe('Help is here.')
  })
  test('an independent recogniser chooses the agent before the current one answers', async () => {
    const bot = await multi([
      agent('1', 'Desk', {
        root_agent: true,
        intents: [intent('2', 'questions about money')],
        jump_config: { recognition: 2, independent_conf: { judge_timing: 1 } },
      }),
      agent('2', 'Bank'),
    ])
    lab.server.script(says('{"next":"2"}'), says('Bank here.'), says('{"next":"none"}'), says('Bank still.'))
    const reply = await lab.ask(bot, 'my account')
    expect(reply.text).toBe('Bank here.')
    expect(jumpsIn(reply)).toHaveLength(1)
  })
  test('an agent can refer to another bot of the same space, and of no other space', async () => {
    const expert = await lab.createBot({ prompt_info: { prompt: 'You are the expert bot.' } })
    const stranger = await lab.t.register('stranger')
    const foreign = await stranger.api.bot.create({
      space_id: (await stranger.api.space.create({ name: 'Far' })).id,
      name: 'Far bot',
    })
    const agentFor = (reference: string) => [
      agent('1', 'Desk', { root_agent: true, intents: [intent('2', 'hard questions')] }),
      agent('2', 'Expert', { agent_type: 4, reference_id: reference }),
    ]
    const bot = await multi(agentFor(expert))
    lab.server.script(calls({ name: 'hand_over_1_Expert', arguments: '{}' }), says('Expert here.'))
    await lab.ask(bot, 'why?')
    expect(systemOf(1)).toContain('You are the expert bot.')
    const other = await multi(agentFor(foreign.bot_id))
    lab.server.script(calls({ name: 'hand_over_1_Expert', arguments: '{}' }))
    expect((await lab.ask(other, 'why?')).text).toMatch(/deleted or is in another space/)
  })
  test('a mentioned agent answers, by its id or the id of its bot, and the page shows the mention', async () => {
    const expert = await lab.createBot({ prompt_info: { prompt: 'You are the expert bot.' } })
    const bot = await multi([
      agent('1', 'Desk', { root_agent: true, intents: [intent('2', 'money')] }),
      agent('2', 'Bank'),
      agent('3', 'Expert', { agent_type: 4, reference_id: expert }),
    ])
    lab.server.script(says('Bank here.'), says('Expert here.'), says('Somebody here.'))
    await lab.ask(bot, '@Bank hello', { mention_list: [{ id: '2', type: 1, name: 'Bank' }] })
    expect(systemOf(0)).toContain('You are Bank.')
    await lab.ask(bot, '@Expert hello', { mention_list: [{ id: expert, name: 'Expert' }] })
    expect(systemOf(1)).toContain('You are the expert bot.')
    // Unknown agents are ignored.
    await lab.ask(bot, '@Far hello', { mention_list: [{ id: '99' }] })
    expect(lab.server.requests).toHaveLength(3)
    const questions = (await lab.messages(bot)).message_list.filter(({ type }) => type === 'question')
    expect(questions.at(-1)!.mention_list).toEqual([{ id: '2', type: 1, name: 'Bank' }])
    expect(questions.at(-1)!.extra_info).not.toHaveProperty('mention_list')
  })
  test('the offline model can choose agents too', async () => {
    const bot = await multi([
      agent('1', 'Desk', {
        root_agent: true,
        model_info: { model_id: '1' },
        intents: [intent('2', 'invoices and payment')],
      }),
      agent('2', 'Bank', { model_info: { model_id: '1' } }),
    ])
    expect(jumpsIn(await lab.ask(bot, 'There is a problem with my payment'))).toHaveLength(1)
    expect(
      jumpsIn(
        await lab.ask(await multi([agent('1', 'Solo', { root_agent: true, model_info: { model_id: '1' } })]), 'hi'),
      ),
    ).toEqual([])
  })
})

import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab, verboseOf } from '#testing/chat-lab.ts'
import { calls, says } from '#testing/scripted-model.ts'
import { chunk, openSkillLab, pluginRefs, type SkillLab } from '#testing/skill-lab.ts'

let lab: ChatLab
let skills: SkillLab
beforeAll(async () => {
  lab = await openChatLab()
  skills = openSkillLab(lab.t)
})
beforeEach(() => {
  lab.server.reset()
  skills.reset()
})
const knowledge = { knowledge_info: [{ id: '1', name: 'Shelf' }], auto: true }
const suggesting = { suggest_reply_info: { suggest_reply_mode: 0 } }
const suggestions = says('{"suggestions":["One?","Two?","Three?"]}')

describe('the stream of a turn', () => {
  test('contains ack, knowledge, tools, answer, its end, suggestions, the finish message and done, in this order', async () => {
    skills.tools.set('weather', {})
    skills.chunks = [chunk('Breakfast at seven.')]
    const bot = await lab.createBot({ plugin_info_list: pluginRefs('weather'), knowledge, ...suggesting })
    lab.server.script(
      calls({ id: 'c1', name: 'weather', arguments: '{"city":"Oslo"}' }),
      says('Rain ', 'today'),
      suggestions,
    )
    const { order, text } = await lab.ask(bot, 'weather in Oslo?')
    expect(order).toEqual([
      'ack',
      'verbose:knowledge_recall',
      'function_call',
      'tool_response',
      'answer',
      'answer.finish',
      'follow_up',
      'follow_up',
      'follow_up',
      'verbose:generate_answer_finish',
      'done',
    ])
    expect(text).toBe('Rain today')
  })

  test('acknowledges the question with the id that the client assigned', async () => {
    const bot = await lab.createBot()
    lab.server.script(says('hi'))
    const { list } = await lab.ask(bot, 'hello there', { local_message_id: 'local-7' })
    const [ack] = list
    expect(ack).toMatchObject({ is_finish: true, index: 0, seq_id: 1 })
    expect(ack!.message).toMatchObject({ type: 'ack', role: 'user', content: 'hello there', content_type: 'text' })
    expect(ack!.message.extra_info.local_message_id).toBe('local-7')
    expect(ack!.message.reply_id).toBe(ack!.message.message_id)
  })

  test('sends the answer as pieces of one message, then its end with tokens and time', async () => {
    const bot = await lab.createBot()
    lab.server.script({
      steps: [
        { reasoning: 'thinking' },
        { text: 'Hel' },
        { text: 'lo' },
        { finish: 'stop', usage: { prompt_tokens: 20, completion_tokens: 5 } },
      ],
    })
    const { list } = await lab.ask(bot, 'hi')
    const answers = list.filter(({ message }) => message.type === 'answer')
    expect(new Set(answers.map(({ message }) => message.message_id)).size).toBe(1)
    // Reasoning and text never share a piece; text within one frame may be combined.
    expect(answers[0]!.message).toMatchObject({ content: '', reasoning_content: 'thinking' })
    expect(answers.slice(1).map(({ message }) => message.reasoning_content)).not.toContain('thinking')
    expect(
      answers
        .slice(1)
        .map(({ message }) => message.content)
        .join('|'),
    ).toMatch(/^Hel\|?lo\|$/)
    expect(answers.map(({ is_finish }) => is_finish).lastIndexOf(false)).toBe(answers.length - 2)
    const { extra_info: extra, reply_id } = answers.at(-1)!.message
    expect(extra).toMatchObject({ input_tokens: '20', output_tokens: '5', token: '25', has_suggest: '0' })
    expect(extra.time_cost).toMatch(/^\d+\.\d\d$/)
    expect(reply_id).toBe(list[0]!.message.message_id)
    expect(list.map(({ seq_id }) => seq_id)).toEqual(list.map((_, index) => index + 1))
  })

  test('shows a call and its result with the names of tool and plugin', async () => {
    skills.tools.set('weather', { title: 'Weather now' })
    const bot = await lab.createBot({ plugin_info_list: pluginRefs('weather') })
    lab.server.script(calls({ id: 'c1', name: 'weather', arguments: '{"city":"Oslo"}' }), says('ok'))
    const { list } = await lab.ask(bot, 'weather')
    const call = list.find(({ message }) => message.type === 'function_call')!.message
    expect(JSON.parse(call.content)).toEqual({
      id: 'c1',
      type: 'function',
      function: { name: 'weather', arguments: '{"city":"Oslo"}' },
    })
    expect(call.extra_info).toMatchObject({
      tool_name: 'weather',
      plugin: 'Lab plugin',
      execute_display_name: 'Weather now',
      call_id: 'c1',
    })
    const result = list.find(({ message }) => message.type === 'tool_response')!.message
    expect(result.content).toBe('weather of Oslo')
    expect(result.extra_info).toMatchObject({ plugin_status: '0', call_id: 'c1' })
  })

  test('shows recalled knowledge with score and source', async () => {
    skills.chunks = [chunk('Breakfast at seven.')]
    const bot = await lab.createBot({ knowledge })
    lab.server.script(says('ok'))
    const { list } = await lab.ask(bot, 'when is breakfast?')
    const { data } = verboseOf(list.find(({ message }) => message.type === 'verbose')!.message.content)
    expect(data.chunks).toEqual([
      expect.objectContaining({
        slice: 'Breakfast at seven.',
        score: 0.9,
        meta: expect.objectContaining({
          dataset: { id: '1', name: 'Shelf' },
          document: { id: '2', name: 'House rules' },
        }),
      }),
    ])
  })

  test('announces suggestions with the end of the answer', async () => {
    const bot = await lab.createBot(suggesting)
    lab.server.script(says('Yes.'), suggestions)
    const { list } = await lab.ask(bot, 'really?')
    expect(list.findLast(({ message }) => message.type === 'answer')!.message.extra_info.has_suggest).toBe('1')
    expect(list.filter(({ message }) => message.type === 'follow_up').map(({ message }) => message.content)).toEqual([
      'One?',
      'Two?',
      'Three?',
    ])
  })

  test('a failed suggestion does not affect the answer', async () => {
    const bot = await lab.createBot(suggesting)
    lab.server.script(says('Yes.'), says('no JSON at all'))
    expect((await lab.ask(bot, 'really?')).order.slice(-4)).toEqual([
      'answer.finish',
      'verbose:suggestion_failed',
      'verbose:generate_answer_finish',
      'done',
    ])
  })
})

describe('the conversation', () => {
  test('is found without an id and contains what was streamed', async () => {
    const bot = await lab.createBot(suggesting)
    lab.server.script(says('Hello'), suggestions)
    const { conversationId, list } = await lab.ask(bot, 'hi')
    const stored = await lab.messages(bot)
    expect(stored.conversation_id).toBe(conversationId)
    expect(stored.message_list.map(({ type }) => type)).toEqual([
      'follow_up',
      'follow_up',
      'follow_up',
      'answer',
      'question',
    ])
    const answer = stored.message_list.find(({ type }) => type === 'answer')!
    expect(answer).toMatchObject({ content: 'Hello', status: 'available', message_id: list[1]!.message.message_id })
    const streamed = list.find(({ is_finish, message }) => is_finish && message.type === 'answer')!.message
    // The usage of suggestions is known after the answer: the finish message includes it.
    const marker = list.find(({ message }) => message.content.includes('generate_answer_finish'))!.message
    const { input_tokens, output_tokens, token } = verboseOf(marker.content).data
    expect(answer.extra_info).toEqual({ ...streamed.extra_info, input_tokens, output_tokens, token })
    expect(token).toBe('36')
  })
  test('is created only once if two pages request it at the same time', async () => {
    const bot = await lab.createBot()
    const found = await Promise.all(Array.from({ length: 5 }, () => lab.messages(bot)))
    expect(new Set(found.map(({ conversation_id }) => conversation_id)).size).toBe(1)
  })
  test('can be paged in both directions', async () => {
    const bot = await lab.createBot()
    for (let n = 1; n <= 4; n += 1) {
      lab.server.script(says(`answer ${n}`))
      await lab.ask(bot, `question ${n}`)
    }
    const page = (cursor: string, load_direction?: 1 | 2) =>
      lab.owner.api.conversation.messages({ bot_id: bot, count: 3, cursor, load_direction })
    const first = await page('0')
    expect(first.message_list.map(({ content }) => content)).toEqual(['answer 4', 'question 4', 'answer 3'])
    expect(first.hasmore).toBe(true)
    const second = await page(first.cursor)
    expect(second.message_list.map(({ content }) => content)).toEqual(['question 3', 'answer 2', 'question 2'])
    const back = await page(second.next_cursor, 2)
    expect(back.message_list.map(({ content }) => content)).toEqual(['answer 4', 'question 4', 'answer 3'])
    const last = await page((await page(second.cursor)).cursor)
    expect(last).toMatchObject({ message_list: [], hasmore: false })
  })
  test('is not accessible to anyone else, not even in the same space', async () => {
    const bot = await lab.createBot()
    lab.server.script(says('secret answer'))
    const { conversationId, list } = await lab.ask(bot, 'secret question')
    const other = await lab.t.register('colleague')
    await lab.owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: other.id }] })
    const { api } = other
    const mine = { conversation_id: conversationId }
    const message_id = list[1]!.message.message_id
    await expect(api.conversation.messages({ bot_id: bot, ...mine })).rejects.toMatchObject({ status: 404 })
    await expect(api.conversation.clear(mine)).rejects.toMatchObject({ status: 404 })
    await expect(api.conversation.createSection(mine)).rejects.toMatchObject({ status: 404 })
    await expect(api.conversation.deleteMessage({ ...mine, message_id })).rejects.toMatchObject({ status: 404 })
    await expect(api.conversation.feedback({ ...mine, message_id, feedback: 1 })).rejects.toMatchObject({ status: 404 })
    expect((await api.conversation.follow(mine)).status).toBe(404)
    expect((await lab.chat(bot, 'x', mine, other)).status).toBe(404)
    expect((await api.conversation.messages({ bot_id: bot })).message_list).toEqual([])
    const otherBot = await lab.createBot()
    expect((await lab.chat(otherBot, 'x', mine)).status).toBe(404)
  })
  test('can be cleared', async () => {
    const bot = await lab.createBot()
    lab.server.script(says('one'), says('two'))
    const { conversationId } = await lab.ask(bot, 'first')
    const { new_section_id } = await lab.owner.api.conversation.clear({ conversation_id: conversationId })
    expect(await lab.messages(bot)).toMatchObject({ message_list: [], last_section_id: new_section_id })
    await lab.ask(bot, 'second', { conversation_id: conversationId })
    expect(lab.server.requests[1]!.body.messages.map(({ role }) => role)).toEqual(['system', 'user'])
  })
  test('starts a new section without history, and still shows earlier messages', async () => {
    const bot = await lab.createBot()
    lab.server.script(says('one'), says('two'), says('three'))
    const { conversationId } = await lab.ask(bot, 'first')
    const more = { conversation_id: conversationId }
    await lab.owner.api.conversation.createSection(more)
    await lab.ask(bot, 'second', more)
    await lab.ask(bot, 'third', more)
    const histories = lab.server.requests.map(({ body }) => body.messages.slice(1).map(({ content }) => content))
    expect(histories).toEqual([['first'], ['second'], ['second', 'two', 'third']])
    expect((await lab.messages(bot)).message_list).toHaveLength(6)
  })
  test('deletes a question together with its answers, and an answer alone', async () => {
    const bot = await lab.createBot()
    lab.server.script(says('one'), says('two'))
    const first = await lab.ask(bot, 'first')
    const second = await lab.ask(bot, 'second')
    const mine = { conversation_id: first.conversationId }
    await lab.owner.api.conversation.deleteMessage({ ...mine, message_id: first.list[0]!.message.message_id })
    await lab.owner.api.conversation.deleteMessage({ ...mine, message_id: second.list[1]!.message.message_id })
    expect((await lab.messages(bot)).message_list.map(({ content }) => content)).toEqual(['second'])
  })
  test('accepts likes and dislikes, and the trace shows them', async () => {
    const bot = await lab.createBot()
    lab.server.script(says('good'))
    const { list, conversationId } = await lab.ask(bot, 'tell me')
    const message = list[1]!.message
    await lab.owner.api.conversation.feedback({
      conversation_id: conversationId,
      message_id: message.message_id,
      feedback: 2,
    })
    expect((await lab.messages(bot)).message_list[0]).toMatchObject({ feedback: 2 })
    const { traces } = await lab.owner.api.trace.list({ bot_id: bot, feedback: 2 })
    expect(traces.map(({ trace_id }) => trace_id)).toEqual([message.extra_info.log_id])
  })
})

describe('regenerating', () => {
  test('answers the last question again and replaces the old answer', async () => {
    const bot = await lab.createBot()
    lab.server.script(says('first try'), says('second try'))
    const { list, conversationId } = await lab.ask(bot, 'tell me')
    const again = await lab.ask(bot, '', {
      conversation_id: conversationId,
      regen_message_id: list[1]!.message.message_id,
    })
    expect(again.list[0]!.message).toMatchObject({
      type: 'ack',
      message_id: list[0]!.message.message_id,
      content: 'tell me',
    })
    expect(again.text).toBe('second try')
    expect((await lab.messages(bot)).message_list.map(({ content }) => content)).toEqual(['second try', 'tell me'])
    expect(lab.server.requests[1]!.body.messages.slice(1).map(({ content }) => content)).toEqual(['tell me'])
  })
  test('is possible for the last reply only', async () => {
    const bot = await lab.createBot()
    lab.server.script(says('one'), says('two'))
    const first = await lab.ask(bot, 'first')
    await lab.ask(bot, 'second')
    const refused = await lab.chat(bot, '', { regen_message_id: first.list[1]!.message.message_id })
    expect(await refused.json()).toMatchObject({ code: ErrorCode.conversation.onlyLast })
  })
})

describe('outside of draft mode', () => {
  test('the published version answers, whatever the draft has become', async () => {
    const bot = await lab.createBot({ prompt_info: { prompt: 'You are the published one.' } })
    const unpublished = await lab.chat(bot, 'hi', { draft_mode: false })
    expect(await unpublished.json()).toMatchObject({ code: ErrorCode.conversation.notPublished })
    await lab.owner.api.bot.publish({ bot_id: bot, space_id: lab.spaceId, connectors: { '1024': {} } } as never)
    await lab.update(bot, { prompt_info: { prompt: 'You are the draft.' } })
    lab.server.script(says('a'), says('b'))
    const online = await lab.ask(bot, 'hi', { draft_mode: false })
    const draft = await lab.ask(bot, 'hi')
    const systems = lab.server.requests.map(({ body }) => String(body.messages[0]!.content))
    expect(systems[0]).toContain('You are the published one.')
    expect(systems[1]).toContain('You are the draft.')
    expect(draft.conversationId).not.toBe(online.conversationId)
    const { traces } = await lab.owner.api.trace.list({ bot_id: bot, scene: ['online'] })
    expect(traces).toHaveLength(1)
  })
})

describe('input that is refused', () => {
  test.each([
    ['nothing', { query: '   ' }, ErrorCode.conversation.nothingSaid],
    ['broken content', { query: 'no json', content_type: 'mix' }, ErrorCode.conversation.badContent],
    ['an empty list', { query: '{"item_list":[]}', content_type: 'mix' }, ErrorCode.conversation.nothingSaid],
  ])('%s', async (_, input, code) => {
    const bot = await lab.createBot()
    const response = await lab.chat(bot, input.query, input)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code })
    expect((await lab.messages(bot)).message_list).toEqual([])
  })
  test('a file of another user', async () => {
    const bot = await lab.createBot()
    const other = await lab.t.register('uploader')
    const key = await upload(other)
    const query = JSON.stringify({ item_list: [{ type: 'image', image: { key } }] })
    const response = await lab.chat(bot, query, { content_type: 'mix' })
    expect(response.status).toBe(404)
    expect(lab.server.requests).toHaveLength(0)
  })
  test('an answer includes the question it replies to, even if that is on an older page', async () => {
    const bot = await lab.createBot()
    lab.server.script(says('Four.'))
    await lab.ask(bot, 'Two and two?')
    const { message_list: whole } = await lab.messages(bot)
    const question = whole.find((message) => message.type === 'question')!
    const answer = whole.find((message) => message.type === 'answer')!
    expect(question.reply_message).toBeUndefined()
    expect(answer.reply_message).toEqual(question)
    const newest = await lab.owner.api.conversation.messages({ bot_id: bot, count: 1 })
    expect(newest.message_list).toMatchObject([{ type: 'answer', reply_message: { content: 'Two and two?' } }])
  })
  test('characters that a database cannot store are removed from an answer and refused in a question', async () => {
    const bot = await lab.createBot()
    const refused = await lab.chat(bot, 'x\u0000y')
    expect([refused.status, ((await refused.json()) as { msg: string }).msg]).toEqual([
      400,
      expect.stringMatching(/^query: contains a character/),
    ])
    lab.server.script(says('a\u0000b', '\uD83D'))
    await lab.ask(bot, 'xy')
    expect((await lab.messages(bot)).message_list.map(({ content }) => content)).toEqual(['a\uFFFDb\uFFFD', 'xy'])
  })
})

async function upload({ api }: ChatLab['owner']): Promise<string> {
  const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  return (await api.upload.file({ file_head: { file_type: 'png' }, data })).upload_uri
}

describe('messages that the page shows although they are not stored', () => {
  const shown = { insert_history_message_list: ['Where to?'] }
  test('are stored at the start of an empty section, once, and the bot knows them', async () => {
    const bot = await lab.createBot()
    lab.server.script(says('By train.'), says('Fine.'), says('Again.'))
    await lab.ask(bot, 'Oslo', shown)
    await lab.ask(bot, 'Thanks', shown)
    const said = () =>
      lab.server.requests
        .at(-1)!
        .body.messages.slice(1)
        .map(({ content }) => content)
    expect(said()).toEqual(['Where to?', 'Oslo', 'By train.', 'Thanks'])
    const { message_list, conversation_id } = await lab.messages(bot)
    expect(message_list.map(({ content }) => content)).toEqual(['Fine.', 'Thanks', 'By train.', 'Oslo', 'Where to?'])
    await lab.owner.api.conversation.createSection({ conversation_id, ...shown })
    await lab.ask(bot, 'Lima', { conversation_id })
    expect(said()).toEqual(['Where to?', 'Lima'])
  })
  test('are also stored when the list is read', async () => {
    const bot = await lab.createBot()
    const read = () => lab.owner.api.conversation.messages({ bot_id: bot, ...shown })
    expect((await read()).message_list.map(({ content, role }) => [role, content])).toEqual([
      ['assistant', 'Where to?'],
    ])
    expect((await read()).message_list).toHaveLength(1)
  })
})

import { Readable } from 'node:stream'
import { ChatEventType, ChatStatus, type CozeAPI, type CreateChatData, RoleType } from '@coze/api'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { all, type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { answerNode, canvas, edge, param, questionNode, ref, startNode } from '#testing/workflow-canvas.ts'

/** Tests the unmodified official client against the server: one test for each method of `chat` and `conversations`. */
let lab: OpenLab
let coze: CozeAPI
let botId: string
beforeAll(async () => {
  lab = await openOpenLab()
  coze = lab.coze
  botId = await lab.publishedBot({ prompt_info: { prompt: 'The published persona.' } })
})
beforeEach(() => lab.server.reset())
const user = (content: string) => ({ role: RoleType.User as const, content, content_type: 'text' as const })
const usage = { token_count: 18, input_count: 11, output_count: 7 }
const asked = () => lab.server.requests.at(-1)!.body.messages

/** A bot whose chatflow asks a question before it answers. */
async function askingBot(): Promise<string> {
  const { workflow_id } = await lab.owner.api.workflow.create({ name: 'Asks', space_id: lab.spaceId, flow_mode: 3 })
  const start = startNode([
    { name: 'USER_INPUT', type: 'string', required: true },
    { name: 'CONVERSATION_NAME', type: 'string', required: false },
    { name: 'place', type: 'string', required: false },
  ])
  const schema = canvas(
    [
      start,
      questionNode('2', 'Who are you?'),
      answerNode(
        [param('name', ref('2', 'USER_RESPONSE')), param('place', ref('100001', 'place'))],
        'Hello {{name}} in {{place}}',
      ),
    ],
    [edge('100001', '2'), edge('2', '900001')],
  )
  await lab.owner.api.workflow.save({ workflow_id, schema })
  await lab.owner.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
  return lab.publishedBot({ bot_mode: 2, layout_info: { workflow_id } })
}

describe('chat', () => {
  test('stream: sends the chat, the pieces of the answer, the whole answer, the chat again, done', async () => {
    lab.server.script(says('Hel', 'lo'))
    const events = await all(
      coze.chat.stream({
        bot_id: botId,
        user_id: 'u1',
        additional_messages: [user('hi')],
        meta_data: { ticket: '7' },
      }),
    )
    const names = events.map(({ event }) => event).filter((name, at, list) => name !== list[at - 1])
    expect(names).toEqual([
      'conversation.chat.created',
      'conversation.chat.in_progress',
      'conversation.message.delta',
      'conversation.message.completed',
      'conversation.chat.completed',
      'done',
    ])
    const text = events.flatMap((event) =>
      event.event === ChatEventType.CONVERSATION_MESSAGE_DELTA ? event.data.content : [],
    )
    expect(text.join('')).toBe('Hello')
    const whole = events.find((event) => event.event === ChatEventType.CONVERSATION_MESSAGE_COMPLETED)!.data
    const last = events.find((event) => event.event === ChatEventType.CONVERSATION_CHAT_COMPLETED)!
      .data as CreateChatData
    expect(whole).toMatchObject({ role: 'assistant', type: 'answer', content: 'Hello', content_type: 'text' })
    expect(last).toMatchObject({ status: 'completed', bot_id: botId, meta_data: { ticket: '7' }, usage })
    expect(whole).toMatchObject({ chat_id: last.id, conversation_id: last.conversation_id })
    expect(events.at(-1)).toEqual({ event: 'done', data: '[DONE]' })
  })

  test('create: returns at once; retrieve shows the status, messages.list the answer', async () => {
    const gate = Promise.withResolvers<void>()
    lab.server.script({ steps: [{ until: gate.promise }, { text: 'later' }, { finish: 'stop' }] })
    const {
      id,
      conversation_id: conversation,
      ...chat
    } = await coze.chat.create({
      bot_id: botId,
      user_id: 'u1',
      additional_messages: [user('slow')],
      meta_data: { a: 'b' },
    })
    expect(chat).toMatchObject({ status: 'in_progress', bot_id: botId, meta_data: { a: 'b' } })
    expect((await coze.chat.retrieve(conversation, id)).status).toBe(ChatStatus.IN_PROGRESS)
    gate.resolve()
    await expect.poll(async () => (await coze.chat.retrieve(conversation, id)).status).toBe(ChatStatus.COMPLETED)
    const [answer, ...others] = await coze.chat.messages.list(conversation, id)
    expect(others).toEqual([])
    expect(answer).toMatchObject({ type: 'answer', role: 'assistant', content: 'later', chat_id: id })
    const byGet = await lab.call('GET', `/v3/chat/retrieve?conversation_id=${conversation}&chat_id=${id}`)
    expect(byGet.body.data).toMatchObject({ id, status: 'completed' })
  })

  test('createAndPoll: waits for the end and returns the messages', async () => {
    lab.server.script(says('polled'))
    const { chat, messages } = await coze.chat.createAndPoll({ bot_id: botId, additional_messages: [user('hi')] })
    expect(chat).toMatchObject({ status: 'completed', usage })
    expect(messages!.map(({ content }) => content)).toEqual(['polled'])
  })

  test('createAndPoll: a failing model gives a failed chat with its reason, and no message', async () => {
    lab.server.script({ status: 400, body: '{"error":{"message":"broken model"}}' })
    const { chat, messages } = await coze.chat.createAndPoll({ bot_id: botId, additional_messages: [user('hi')] })
    expect(chat.status).toBe('failed')
    expect(chat.last_error!.code).toBeGreaterThan(0)
    expect(chat.last_error!.msg).toContain('broken model')
    expect(messages).toEqual([])
  })

  test('cancel: messages so far are kept, and the chat is canceled', async () => {
    const gate = Promise.withResolvers<void>()
    lab.server.script({ steps: [{ text: 'begun ' }, { until: gate.promise }, { text: 'never' }, { finish: 'stop' }] })
    const stream = coze.chat.stream({ bot_id: botId, additional_messages: [user('long')] })
    let ids = { id: '', conversation_id: '' }
    const seen: string[] = []
    for await (const event of stream) {
      seen.push(event.event)
      if (event.event === ChatEventType.CONVERSATION_CHAT_IN_PROGRESS) ids = event.data
      if (event.event === ChatEventType.CONVERSATION_MESSAGE_DELTA) {
        const { status, id } = await coze.chat.cancel(ids.conversation_id, ids.id)
        expect({ status, id }).toEqual({ status: 'canceled', id: ids.id })
      }
    }
    gate.resolve()
    expect(seen.slice(-2)).toEqual(['conversation.chat.canceled', 'done'])
    expect((await coze.chat.retrieve(ids.conversation_id, ids.id)).status).toBe('canceled')
    expect((await coze.chat.messages.list(ids.conversation_id, ids.id)).map(({ content }) => content)).toEqual([
      'begun ',
    ])
  })

  test('submitToolOutputs: a chat that waits for its caller continues under the same id, streamed and not', async () => {
    const asking = await askingBot()
    const ask = async () => {
      const parameters = { place: 'Paris' }
      const { chat } = await coze.chat.createAndPoll({ bot_id: asking, additional_messages: [user('hi')], parameters })
      expect(chat.status).toBe('requires_action')
      const [call] = chat.required_action!.submit_tool_outputs.tool_calls
      expect(call).toMatchObject({ type: 'function', function: { name: 'chatflow' } })
      const outputs = [{ tool_call_id: call!.id, output: 'Ada' }]
      return { conversation_id: chat.conversation_id, chat_id: chat.id, tool_outputs: outputs }
    }
    const first = await ask()
    const events = await all(coze.chat.submitToolOutputs({ ...first, stream: true }))
    const done = events.find((event) => event.event === ChatEventType.CONVERSATION_CHAT_COMPLETED)!.data
    expect(done).toMatchObject({ id: first.chat_id, status: 'completed' })
    const chat = await coze.chat.retrieve(first.conversation_id, first.chat_id)
    expect(chat).toMatchObject({ id: first.chat_id, status: 'completed' })
    const messages = await coze.chat.messages.list(first.conversation_id, first.chat_id)
    expect(messages.filter(({ type }) => type === 'answer').map(({ content }) => content)).toEqual([
      'Who are you?',
      'Hello Ada in Paris',
    ])

    const second = await ask()
    const wrong = { ...second, tool_outputs: [{ tool_call_id: 'other', output: 'x' }], stream: false as const }
    await expect(coze.chat.submitToolOutputs(wrong).next()).rejects.toMatchObject({ code: 4000 })
    const { value } = await coze.chat.submitToolOutputs({ ...second, stream: false }).next()
    expect(value).toMatchObject({ id: second.chat_id })
    await expect
      .poll(async () => (await coze.chat.retrieve(second.conversation_id, second.chat_id)).status)
      .toBe('completed')
  })
})

describe('the input of a chat', () => {
  test('earlier messages are the history, also of later chats', async () => {
    lab.server.script(says('fine'), says('again'))
    const { chat } = await coze.chat.createAndPoll({
      bot_id: botId,
      additional_messages: [
        user('my name is Ada'),
        { role: RoleType.Assistant, type: 'answer', content: 'Noted, Ada', content_type: 'text' },
        user('who am I?'),
      ],
    })
    expect(
      asked()
        .slice(1)
        .map(({ role, content }) => [role, content]),
    ).toEqual([
      ['user', 'my name is Ada'],
      ['assistant', 'Noted, Ada'],
      ['user', 'who am I?'],
    ])
    const next = { bot_id: botId, conversation_id: chat.conversation_id, additional_messages: [user('and now?')] }
    await coze.chat.createAndPoll(next)
    expect(
      asked()
        .slice(1)
        .map(({ content }) => content),
    ).toEqual(['my name is Ada', 'Noted, Ada', 'who am I?', 'fine', 'and now?'])
  })

  test('custom variables fill the persona', async () => {
    const id = await lab.publishedBot({
      prompt_info: { prompt: 'You speak with {{visitor}}.' },
      variable_list: [{ key: 'visitor', default_value: 'nobody' }],
    })
    await coze.chat.createAndPoll({
      bot_id: id,
      additional_messages: [user('x')],
      custom_variables: { visitor: 'Ada' },
    })
    expect(asked()[0]!.content).toContain('You speak with Ada.')
  })

  test('without auto_save_history nothing is stored', async () => {
    const { t } = lab
    const count = async () =>
      (
        await t.infra.database.pool.query(
          'SELECT (SELECT count(*) FROM conversation) c, (SELECT count(*) FROM message) m, (SELECT count(*) FROM turn) t, (SELECT count(*) FROM trace_head) r',
        )
      ).rows[0] as object
    await t.services.traces.flush()
    const before = await count()
    lab.server.script(says('gone'))
    const events = await all(
      coze.chat.stream({ bot_id: botId, additional_messages: [user('secret')], auto_save_history: false }),
    )
    expect(events.at(-2)).toMatchObject({ event: 'conversation.chat.completed' })
    await t.services.traces.flush()
    expect(await count()).toEqual(before)
    const refused = lab.call('POST', '/v3/chat', { bot_id: botId, stream: false, auto_save_history: false })
    expect((await refused).body).toMatchObject({ code: 4000, msg: expect.stringContaining('auto_save_history') })
  })

  test('a chat that is not stored stops when its caller disconnects', async () => {
    const id = await lab.publishedBot()
    const never = Promise.withResolvers<void>()
    lab.server.script({ steps: [{ text: 'begun' }, { until: never.promise }] })
    const leave = new AbortController()
    const response = await fetch(`${lab.baseURL}/v3/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${lab.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ bot_id: id, stream: true, auto_save_history: false, additional_messages: [user('hi')] }),
      signal: leave.signal,
    })
    await response.body!.getReader().read()
    leave.abort()
    const calls = async () => {
      const { body } = await lab.call('GET', `/v1/usage?workspace_id=${lab.spaceId}&by=bot&bot_id=${id}`)
      return (body.data as unknown as { total: { calls: number } }).total.calls
    }
    await expect.poll(calls).toBe(1)
    never.resolve()
  })

  test('pictures by id and by address reach a model that can see', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const { id } = await coze.files.upload({ file: Object.assign(Readable.from([png]), { path: 'dot.png' }) as never })
    const content = [
      { type: 'text' as const, text: 'what is this?' },
      { type: 'image' as const, file_id: id },
    ]
    const { chat } = await coze.chat.createAndPoll({
      bot_id: botId,
      additional_messages: [{ role: RoleType.User, content, content_type: 'object_string' }],
    })
    expect(chat.status).toBe('completed')
    expect(JSON.stringify(asked().at(-1)!.content)).toContain('what is this?')
    expect(JSON.stringify(asked().at(-1)!.content)).toContain('dot.png')
    const { data } = await coze.conversations.messages.list(chat.conversation_id, { order: 'asc' })
    expect(data[0]).toMatchObject({ role: 'user', type: 'question', content_type: 'object_string' })
    expect(JSON.parse(data[0]!.content)).toEqual([content[0], { type: 'image', file_id: id, name: 'dot.png' }])
  })

  test('an address in the internal network is not fetched for a message', async () => {
    const content = JSON.stringify([{ type: 'file', file_url: 'http://127.0.0.1:9/secret.txt' }])
    const message = { role: 'user', content, content_type: 'object_string' }
    const { status, body } = await lab.call('POST', '/v3/chat', { bot_id: botId, additional_messages: [message] })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 4000 })
    expect(body.msg).toContain('file_url')
  })
})

describe('conversations', () => {
  const begin = (more: object = {}) => coze.conversations.create({ bot_id: botId, ...more })

  test('create: with metadata and earlier messages', async () => {
    const made = await begin({ meta_data: { order: '12' }, messages: [user('first')] })
    expect(made).toMatchObject({ meta_data: { order: '12' }, last_section_id: made.id })
    const { data } = await coze.conversations.messages.list(made.id)
    expect(data.map(({ content, role }) => [role, content])).toEqual([['user', 'first']])
  })
  test('retrieve', async () => {
    const made = await begin({ meta_data: { a: '1' } })
    expect(await coze.conversations.retrieve(made.id)).toEqual(made)
  })
  test('list: newest first, by pages, of one bot', async () => {
    const other = await lab.publishedBot()
    const ids = []
    for (let n = 0; n < 3; n += 1) ids.push((await coze.conversations.create({ bot_id: other })).id)
    const first = await coze.conversations.list({ bot_id: other, page_num: 1, page_size: 2 })
    expect(first.conversations.map(({ id }) => id)).toEqual([ids[2], ids[1]])
    expect(first.has_more).toBe(true)
    const second = await coze.conversations.list({ bot_id: other, page_num: 2, page_size: 2 })
    expect(second).toMatchObject({ has_more: false, conversations: [{ id: ids[0] }] })
  })
  test('clear: starts a new section, whose chats do not see the old one', async () => {
    const { id } = await begin({ messages: [user('remember 42')] })
    const section = await coze.conversations.clear(id)
    expect(section).toMatchObject({ conversation_id: id })
    expect((await coze.conversations.retrieve(id)).last_section_id).toBe(section.id)
    await coze.chat.createAndPoll({ bot_id: botId, conversation_id: id, additional_messages: [user('what?')] })
    expect(JSON.stringify(asked())).not.toContain('remember 42')
  })
  test('update and delete, which the client has no methods for', async () => {
    const { id } = await begin()
    const renamed = await lab.call('PUT', `/v1/conversations/${id}`, { name: 'Trip', meta_data: { z: '1' } })
    expect(renamed.body.data).toMatchObject({ id, name: 'Trip', meta_data: { z: '1' } })
    expect((await lab.call('DELETE', `/v1/conversations/${id}`)).body.code).toBe(0)
    await expect(coze.conversations.retrieve(id)).rejects.toMatchObject({ status: 404, code: 4200 })
  })

  describe('messages', () => {
    test('create: text, and parts as an array', async () => {
      const { id } = await begin()
      const words = await coze.conversations.messages.create(id, { ...user('kept'), meta_data: { k: 'v' } })
      expect(words).toMatchObject({ conversation_id: id, bot_id: botId, content: 'kept', meta_data: { k: 'v' } })
      const parts = await coze.conversations.messages.create(id, {
        role: RoleType.User,
        content: [{ type: 'text', text: 'in parts' }],
        content_type: 'object_string',
        meta_data: {},
      })
      expect(JSON.parse(parts.content)).toEqual([{ type: 'text', text: 'in parts' }])
    })
    test('update: has the message at the top level of the response', async () => {
      const { id } = await begin()
      const made = await coze.conversations.messages.create(id, { ...user('old'), meta_data: {} })
      const changed = await coze.conversations.messages.update(id, made.id, {
        content: 'new',
        content_type: 'text',
        meta_data: { by: 'me' },
      })
      expect(changed).toMatchObject({ id: made.id, content: 'new', meta_data: { by: 'me' } })
      expect((await coze.conversations.messages.retrieve(id, made.id)).content).toBe('new')
    })
    test('retrieve', async () => {
      const { id } = await begin()
      const made = await coze.conversations.messages.create(id, { ...user('one'), meta_data: {} })
      expect(await coze.conversations.messages.retrieve(id, made.id)).toEqual(made)
    })
    test('list: in both orders, before and after a message, of one chat', async () => {
      const { id } = await begin({ messages: ['a', 'b', 'c', 'd'].map(user) })
      const texts = async (params: object) => {
        const { data, has_more } = await coze.conversations.messages.list(id, params)
        return [data.map(({ content }) => content).join(''), has_more]
      }
      expect(await texts({})).toEqual(['dcba', false])
      expect(await texts({ order: 'asc', limit: 3 })).toEqual(['abc', true])
      const { data, first_id, last_id } = await coze.conversations.messages.list(id, { order: 'asc' })
      expect([first_id, last_id]).toEqual([data[0]!.id, data[3]!.id])
      const [, b, c] = data
      expect(await texts({ order: 'asc', after_id: b!.id })).toEqual(['cd', false])
      expect(await texts({ order: 'asc', before_id: c!.id })).toEqual(['ab', false])
      expect(await texts({ before_id: b!.id })).toEqual(['dc', false])
      expect(await texts({ after_id: b!.id, limit: 1 })).toEqual(['a', false])
      lab.server.script(says('reply'))
      const { chat } = await coze.chat.createAndPoll({
        bot_id: botId,
        conversation_id: id,
        additional_messages: [user('e')],
      })
      expect(await texts({ chat_id: chat.id, order: 'asc' })).toEqual(['ereply', false])
    })
    test('delete: returns the deleted message', async () => {
      const { id } = await begin()
      const made = await coze.conversations.messages.create(id, { ...user('away'), meta_data: {} })
      expect(await coze.conversations.messages.delete(id, made.id)).toMatchObject({ id: made.id, content: 'away' })
      await expect(coze.conversations.messages.retrieve(id, made.id)).rejects.toMatchObject({ status: 404 })
    })
  })
})

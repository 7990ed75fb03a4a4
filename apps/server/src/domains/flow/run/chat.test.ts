import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readEvents } from '#testing/read-events.ts'
import { openScriptedModel, says } from '#testing/scripted-model.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import {
  answerNode,
  canvas,
  edge,
  endNode,
  literal,
  outputNode,
  param,
  questionNode,
  ref,
  startNode,
} from '#testing/workflow-canvas.ts'

type Json = Record<string, unknown>
const server = await openScriptedModel()
let t: TestApp
let me: Person
let other: Person
let spaceId: string
let modelId: string
beforeAll(async () => {
  t = await openTestApp({ config: { egressAllow: [server.host] } })
  me = await t.register('me')
  other = await t.register('other')
  spaceId = (await me.api.space.create({ name: 'Chats' })).id
  await me.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: other.id }] })
  const provider = await me.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Scripted',
    base_url: server.baseUrl,
    api_key: 'sk-chatflow-secret-1',
  })
  modelId = (await me.api.instanceModel.createModel({ provider_id: provider.id, name: 'Tiny', model: 'tiny' })).id
})
afterEach(() => server.reset())

const start = startNode([
  { name: 'USER_INPUT', type: 'string', required: true },
  { name: 'CONVERSATION_NAME', type: 'string', required: false },
])
const node = (id: string, type: string, inputs: Json, outputs: Json[]): Json => ({
  id,
  type,
  meta: {},
  data: { nodeMeta: { title: `n${id}` }, inputs, outputs },
})
const llmNode = (id: string): Json =>
  node(
    id,
    '3',
    {
      inputParameters: [param('q', ref('100001', 'USER_INPUT'))],
      llmParam: Object.entries({
        modelType: modelId,
        modleName: 'Tiny',
        prompt: '{{q}}',
        systemPrompt: '',
        responseFormat: '0',
        enableChatHistory: true,
        chatHistoryRound: 3,
      }).map(([name, content]) => param(name, literal(content, typeof content === 'boolean' ? 'boolean' : 'string'))),
    },
    [{ name: 'output', type: 'string' }],
  )
const remembering = () =>
  canvas(
    [start, llmNode('2'), answerNode([param('o', ref('2', 'output'))], '{{o}}')],
    [edge('100001', '2'), edge('2', '900001')],
  )

async function chatflow(schema: string, more: Json = {}) {
  const { workflow_id } = await me.api.workflow.create({ name: 'Talk', space_id: spaceId, flow_mode: 3, ...more })
  await me.api.workflow.save({ workflow_id, schema })
  await me.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
  return workflow_id
}
async function say(workflow_id: string, text: string, more: Json = {}, person = me) {
  const response = await t.request('/v1/workflows/chat', {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: person.cookie(), 'x-requested-with': 'XMLHttpRequest' },
    body: JSON.stringify({
      workflow_id,
      additional_messages: [{ role: 'user', content: text, content_type: 'text' }],
      ...more,
    }),
  })
  if (response.status !== 200)
    return { status: response.status, conversationId: '', answers: [], last: '', ids: [], chatId: '' }
  const events = await readEvents(response)
  const created = events[0]!.data as { id: string; conversation_id: string; section_id: string }
  const done = events
    .filter((event) => event.event === 'conversation.message.completed')
    .map((event) => event.data as { id: string; content: string; section_id: string; chat_id: string })
  return {
    status: 200,
    conversationId: created.conversation_id,
    sectionId: created.section_id,
    chatId: created.id,
    answers: done.map((item) => item.content),
    ids: done.map((item) => item.id),
    last: events.at(-2)!.event,
  }
}
const stored = async (conversationId: string) =>
  (
    await t.infra.database.pool.query<{
      id: string
      role: string
      content: string
      reply_id: string
      section_id: string
      turn_id: string
    }>('SELECT * FROM message WHERE conversation_id = $1 ORDER BY id', [conversationId])
  ).rows

describe('a turn with a chatflow', () => {
  test('is stored in its conversation: question and answer, with the ids that the client received', async () => {
    const id = await chatflow(
      canvas(
        [
          start,
          outputNode('2', ref('100001', 'USER_INPUT'), 'first {{text}}'),
          answerNode([param('o', ref('100001', 'USER_INPUT'))], 'then {{o}}'),
        ],
        [edge('100001', '2'), edge('2', '900001')],
      ),
    )
    const turn = await say(id, 'hello')
    expect(turn.answers).toEqual(['first hello', 'then hello'])
    const rows = await stored(turn.conversationId)
    expect(rows.map((row) => [row.role, row.content])).toEqual([
      ['user', 'hello'],
      ['assistant', 'first hello'],
      ['assistant', 'then hello'],
    ])
    expect(rows.slice(1).map((row) => row.id)).toEqual(turn.ids)
    expect(new Set(rows.map((row) => row.reply_id))).toEqual(new Set([rows[0]!.id]))
    expect(rows.every((row) => row.section_id === turn.sectionId && row.turn_id === turn.chatId)).toBe(true)
  })

  test('sees earlier messages of its conversation, and none of other conversations', async () => {
    const id = await chatflow(remembering())
    server.script(says('nice to meet you, Ann'), says('you are Ann'), says('I do not know'))
    const first = await say(id, 'I am Ann')
    const second = await say(id, 'who am I?', { conversation_id: first.conversationId })
    expect(second.answers).toEqual(['you are Ann'])
    expect(server.requests[1]!.body.messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'I am Ann'],
      ['assistant', 'nice to meet you, Ann'],
      ['user', 'who am I?'],
    ])
    await say(id, 'who am I?')
    expect(server.requests[2]!.body.messages.map(({ content }) => content)).toEqual(['who am I?'])
  })

  test('places messages that the caller sends along before the question', async () => {
    const id = await chatflow(remembering())
    server.script(says('Bob'))
    const turn = await say(id, 'x', {
      additional_messages: [
        { role: 'user', content: 'I am Bob' },
        { role: 'assistant', content: 'hi' },
        { role: 'user', content: [{ type: 'text', text: 'who am I?' }] },
      ],
    })
    expect(server.requests[0]!.body.messages.map(({ content }) => content)).toEqual(['I am Bob', 'hi', 'who am I?'])
    expect((await stored(turn.conversationId)).map((row) => row.content)).toEqual([
      'I am Bob',
      'hi',
      'who am I?',
      'Bob',
    ])
  })

  test('that asks a question stores the question and the answer once each', async () => {
    const id = await chatflow(
      canvas(
        [
          start,
          outputNode('3', ref('100001', 'USER_INPUT'), 'wait'),
          questionNode('2', 'Your name?'),
          answerNode([param('o', ref('2', 'USER_RESPONSE'))], 'Hi {{o}}'),
        ],
        [edge('100001', '3'), edge('3', '2'), edge('2', '900001')],
      ),
    )
    const first = await say(id, 'hello')
    expect([first.answers, first.last]).toEqual([['wait', 'Your name?'], 'conversation.chat.requires_action'])
    const second = await say(id, 'Ada', { conversation_id: first.conversationId })
    expect(second.answers).toEqual(['Hi Ada'])
    const rows = await stored(first.conversationId)
    expect(rows.map((row) => row.content)).toEqual(['hello', 'wait', 'Your name?', 'Ada', 'Hi Ada'])
    expect(rows.at(-1)).toMatchObject({ reply_id: rows[3]!.id, turn_id: second.chatId })
  })

  test('in a conversation of another user is not found', async () => {
    const id = await chatflow(canvas([start, answerNode([], 'hi')], [edge('100001', '900001')]))
    const mine = await say(id, 'secret')
    expect((await say(id, 'what was said?', { conversation_id: mine.conversationId }, other)).status).toBe(404)
    expect((await say(id, 'hm', { conversation_id: '99' })).status).toBe(404)
  })

  test('named conversations are found again by name, separately for each user', async () => {
    const id = await chatflow(
      canvas(
        [start, answerNode([param('o', ref('100001', 'CONVERSATION_NAME'))], 'in {{o}}')],
        [edge('100001', '900001')],
      ),
    )
    const named = (person = me, ext?: Json) =>
      say(id, 'x', { parameters: { CONVERSATION_NAME: 'orders' }, ...(ext && { ext }) }, person)
    const [first, again] = [await named(), await named()]
    expect(first.answers).toEqual(['in orders'])
    expect(again.conversationId).toBe(first.conversationId)
    expect((await named(other)).conversationId).not.toBe(first.conversationId)
    expect((await named(me, { user_id: 'customer-7' })).conversationId).not.toBe(first.conversationId)
  })

  test('with the draft is for editors only, and uses separate conversations', async () => {
    const id = await chatflow(canvas([start, answerNode([], 'published')], [edge('100001', '900001')]))
    await me.api.workflow.save({
      workflow_id: id,
      schema: canvas([start, answerNode([], 'draft')], [edge('100001', '900001')]),
    })
    const named = { parameters: { CONVERSATION_NAME: 'one' } }
    const draft = await say(id, 'x', { ...named, execute_mode: 'DEBUG' })
    const online = await say(id, 'x', named)
    expect([draft.answers, online.answers]).toEqual([['draft'], ['published']])
    expect(draft.conversationId).not.toBe(online.conversationId)
    expect((await say(id, 'x', { execute_mode: 'DEBUG' }, other)).status).toBe(403)
  })

  test('a test run is a turn in the draft conversation that it names', async () => {
    const id = await chatflow(remembering())
    server.script(says('hello Ann'), says('Ann'))
    const run = async (text: string) => {
      const { execute_id } = await me.api.workflowRun.test({
        workflow_id: id,
        input: { USER_INPUT: text, CONVERSATION_NAME: 'Default' },
      })
      await expect
        .poll(async () => (await me.api.workflowRun.process({ workflow_id: id, execute_id })).executeStatus)
        .toBe(2)
    }
    await run('I am Ann')
    await run('who am I?')
    expect(server.requests[1]!.body.messages.map(({ content }) => content)).toEqual([
      'I am Ann',
      'hello Ann',
      'who am I?',
    ])
  })

  test('a failed turn stores the question and the messages sent before the failure', async () => {
    const broken = node(
      '3',
      '5',
      { inputParameters: [], code: 'async function main() { throw new Error("no") }', language: 5 },
      [{ name: 'a', type: 'string' }],
    )
    const id = await chatflow(
      canvas(
        [
          start,
          outputNode('2', ref('100001', 'USER_INPUT'), 'first'),
          broken,
          answerNode([param('a', ref('3', 'a'))], '{{a}}'),
        ],
        [edge('100001', '2'), edge('2', '3'), edge('3', '900001')],
      ),
    )
    const turn = await say(id, 'go')
    expect(turn.last).toBe('error')
    expect((await stored(turn.conversationId)).map((row) => row.content)).toEqual(['go', 'first'])
  })
})

describe('creating a conversation', () => {
  const create = (body: Json) => me.api.workflowOpen.createConversation(body as never)
  test('by name for a workflow; an existing one is returned only on request', async () => {
    const id = await chatflow(canvas([start, answerNode([], 'hi')], [edge('100001', '900001')]))
    const made = await create({ workflow_id: id, conversation_name: 'support', meta_data: { a: 'b' } })
    expect(made).toMatchObject({
      meta_data: { a: 'b' },
      creator_id: me.id,
      connector_id: '1024',
      last_section_id: made.id,
    })
    await expect(create({ workflow_id: id, conversation_name: 'support' })).rejects.toMatchObject({
      status: 409,
      code: ErrorCode.engine.conversationDuplicated,
    })
    expect((await create({ WorkflowID: id, ConversationMame: 'support', GetOrCreate: true })).id).toBe(made.id)
    const turn = await say(id, 'x', { parameters: { CONVERSATION_NAME: 'support' } })
    expect(turn.conversationId).toBe(made.id)
    expect((await say(id, 'x', { conversation_id: made.id })).conversationId).toBe(made.id)
  })
  test('without a name every call creates one; without a workflow or project it is refused', async () => {
    const id = await chatflow(canvas([start, answerNode([], 'hi')], [edge('100001', '900001')]))
    expect((await create({ workflow_id: id })).id).not.toBe((await create({ workflow_id: id })).id)
    await expect(create({ conversation_name: 'x' })).rejects.toMatchObject({ status: 400 })
    const stranger = await t.register('stranger')
    await expect(stranger.api.workflowOpen.createConversation({ workflow_id: id })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('conversation nodes', () => {
  /** A canvas with one node after Start, and all of its outputs at the end. */
  const alone = (type: string, inputs: Record<string, Json>, outputs: Json[]) =>
    canvas(
      [
        startNode([]),
        node(
          '2',
          type,
          { inputParameters: Object.entries(inputs).map(([name, input]) => param(name, input)) },
          outputs,
        ),
        endNode(
          outputs.map((output) =>
            param(String(output.name), {
              ...ref('2', String(output.name), String(output.type)),
              ...(output.schema ? { schema: output.schema } : {}),
            }),
          ),
        ),
      ],
      [edge('100001', '2'), edge('2', '900001')],
    )
  const bool = (name: string) => ({ name, type: 'boolean' })
  const text = (name: string) => ({ name, type: 'string' })
  const stringOf = (content: string) => literal(content)
  async function run(projectId: string | undefined, schema: string, more: Json = {}) {
    const { workflow_id } = await me.api.workflow.create({
      name: 'Node',
      space_id: spaceId,
      ...(projectId && { project_id: projectId }),
    })
    await me.api.workflow.save({ workflow_id, schema })
    const { execute_id } = await me.api.workflowRun.test({ workflow_id, input: {}, ...more })
    await expect
      .poll(async () => (await me.api.workflowRun.process({ workflow_id, execute_id })).executeStatus)
      .not.toBe(1)
    const process = await me.api.workflowRun.process({ workflow_id, execute_id })
    const end = process.nodeResults.find((nodeResult) => nodeResult.nodeId === '900001')
    return process.executeStatus === 2
      ? (JSON.parse(end!.output) as Json)
      : process.reason || process.nodeResults.find((nodeResult) => nodeResult.nodeStatus === 4)!.errorInfo
  }
  const created = [bool('isSuccess'), bool('isExisted'), text('conversationId')]
  const listed = [
    {
      name: 'conversationList',
      type: 'list',
      schema: { type: 'object', schema: [text('conversationName'), text('conversationId')] },
    },
  ]
  const messages = { type: 'object', schema: [text('messageId'), text('role'), text('contentType'), text('content')] }

  test('create, rename, list and delete the conversations of a project', async () => {
    const project = (await t.services.resources.create({ kind: 'project', spaceId, ownerId: me.id, name: 'App' })).id
    await me.api.workflowStudio.createConversation({ project_id: project, conversation_name: 'given' })
    const make = () => run(project, alone('39', { conversationName: stringOf('a') }, created))
    const first = (await make()) as Json
    expect(first).toMatchObject({ isSuccess: true, isExisted: false })
    expect(await make()).toEqual({ ...first, isExisted: true })
    const rename = (from: string, to: string) =>
      run(project, alone('51', { conversationName: stringOf(from), newConversationName: stringOf(to) }, created))
    expect(await rename('a', 'b')).toMatchObject({
      isSuccess: true,
      isExisted: false,
      conversationId: first.conversationId,
    })
    expect(await rename('a', 'c')).toMatchObject({ isSuccess: false, isExisted: false })
    expect(await rename('b', 'given')).toMatchObject({ isSuccess: false, isExisted: true })
    expect(await rename('given', 'x')).toContain('Only conversation created through nodes')
    const all = (await run(project, alone('53', {}, listed))) as { conversationList: { conversationName: string }[] }
    expect(all.conversationList.map((conversation) => conversation.conversationName).sort()).toEqual(['b', 'given'])
    const drop = (name: string) => run(project, alone('52', { conversationName: stringOf(name) }, [bool('isSuccess')]))
    expect([await drop('b'), await drop('b')]).toEqual([{ isSuccess: true }, { isSuccess: false }])
    expect(await drop('given')).toContain('Only conversation created through nodes')
  })

  test('create, read, change and delete messages, and clear the history', async () => {
    const project = (await t.services.resources.create({ kind: 'project', spaceId, ownerId: me.id, name: 'App' })).id
    await run(project, alone('39', { conversationName: stringOf('a') }, created))
    const name = { conversationName: stringOf('a') }
    const write = async (role: string, content: string) =>
      (
        (await run(
          project,
          alone('55', { ...name, role: stringOf(role), content: stringOf(content) }, [
            bool('isSuccess'),
            { name: 'message', ...messages },
          ]),
        )) as { message: { messageId: string } }
      ).message
    const [q, a] = [await write('user', 'hi'), await write('assistant', 'hello')]
    expect(q).toMatchObject({ role: 'user', content: 'hi', contentType: 'text' })
    const list = (more: Record<string, Json> = {}) =>
      run(
        project,
        alone('37', { ...name, ...more }, [
          { name: 'messageList', type: 'list', schema: messages },
          text('firstId'),
          text('lastId'),
          bool('hasMore'),
        ]),
      ) as Promise<{ messageList: { content: string }[]; hasMore: boolean; firstId: string; lastId: string }>
    expect(await list()).toMatchObject({
      messageList: [{ content: 'hello' }, { content: 'hi' }],
      firstId: a.messageId,
      lastId: q.messageId,
      hasMore: false,
    })
    expect(await list({ limit: literal(1, 'integer') })).toMatchObject({
      messageList: [{ content: 'hello' }],
      hasMore: true,
    })
    expect(await list({ beforeId: stringOf(a.messageId) })).toMatchObject({ messageList: [{ content: 'hi' }] })
    const history = () =>
      run(
        project,
        alone('54', { ...name, rounds: literal(5, 'integer') }, [
          { name: 'messageList', type: 'list', schema: { type: 'object', schema: [text('role'), text('content')] } },
        ]),
      )
    const ok = [bool('isSuccess')]
    expect(
      await run(project, alone('56', { ...name, messageId: stringOf(q.messageId), newContent: stringOf('hey') }, ok)),
    ).toEqual({ isSuccess: true })
    expect(await history()).toEqual({
      messageList: [
        { role: 'user', content: 'hey' },
        { role: 'assistant', content: 'hello' },
      ],
    })
    expect(await run(project, alone('57', { ...name, messageId: stringOf(a.messageId) }, ok))).toEqual({
      isSuccess: true,
    })
    expect(await run(project, alone('57', { ...name, messageId: stringOf('12') }, ok))).toEqual({ isSuccess: false })
    expect(await run(project, alone('38', name, ok))).toEqual({ isSuccess: true })
    expect(await history()).toEqual({ messageList: [] })
    expect(
      await run(project, alone('55', { ...name, role: stringOf('system'), content: stringOf('x') }, ok)),
    ).toContain('role')
    expect(await run(project, alone('38', { conversationName: stringOf('nowhere') }, ok))).toEqual({ isSuccess: false })
    expect(
      await run(
        project,
        alone('54', { conversationName: stringOf('nowhere'), rounds: literal(1, 'integer') }, [
          { name: 'messageList', type: 'list', schema: messages },
        ]),
      ),
    ).toContain('nowhere')
  })

  test('can only use the one conversation of a bot', async () => {
    const bot = await me.api.bot.create({ space_id: spaceId, name: 'Bot' } as never)
    const botId = (bot as { bot_id: string }).bot_id
    expect(
      await run(undefined, alone('39', { conversationName: stringOf('other') }, created), { bot_id: botId }),
    ).toContain('Default')
    expect(
      await run(undefined, alone('39', { conversationName: stringOf('Default') }, created), { bot_id: botId }),
    ).toMatchObject({ isSuccess: true })
  })
})

import { TableMode } from '@orrery/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab, type Reply, verboseOf } from '#testing/chat-lab.ts'
import { calls, says } from '#testing/scripted-model.ts'
import {
  answerNode,
  boardNode,
  canvas,
  edge,
  endNode,
  greeting,
  outputNode,
  param,
  questionNode,
  ref,
  startNode,
  textNode,
} from '#testing/workflow-canvas.ts'

/** Turns with the real implementations of the skills: knowledge, tables, workflows, memory and files. */
let lab: ChatLab
beforeAll(async () => {
  lab = await openChatLab()
})
beforeEach(() => lab.server.reset())
const offline = { model_info: { model_id: '1' } }
const spansOf = async ({ list }: Reply) =>
  (await lab.owner.api.trace.get({ trace_id: list[0]!.message.extra_info.log_id })).spans
const lastAnswer = ({ list }: Reply) =>
  list.findLast(({ message, is_finish }) => message.type === 'answer' && is_finish)!.message

describe('knowledge', () => {
  let knowledge_info: { id: string; name: string }[]
  beforeAll(async () => {
    const { api } = lab.owner
    const { dataset_id } = await api.knowledge.create({ name: 'Hotel', space_id: lab.spaceId, format_type: 0 })
    const text = 'Breakfast is served from seven to ten.\n\nDogs are welcome in the garden.'
    const file_base64 = Buffer.from(text).toString('base64')
    await api.knowledge.createDocument({
      dataset_id,
      document_bases: [{ name: 'Menu.md', source_info: { file_base64, file_type: 'md' } }],
    })
    await lab.t.services.knowledgeIngest.drain()
    knowledge_info = [{ id: dataset_id, name: 'Hotel' }]
  })
  const settings = (more: object) => ({ ...offline, knowledge: { knowledge_info, min_score: 0.3, ...more } })

  test('is recalled before the model is called if automatic, and quoted with its sources in the answer', async () => {
    const bot = await lab.createBot(settings({ auto: true, show_source: true }))
    const reply = await lab.ask(bot, 'When is breakfast served?')
    expect(reply.order.slice(0, 2)).toEqual(['ack', 'verbose:knowledge_recall'])
    expect(reply.text).toContain('According to “Menu.md”: “Breakfast is served from seven to ten.”')
    const sources = JSON.parse(lastAnswer(reply).extra_info.sources!) as object[]
    expect(sources[0]).toMatchObject({ dataset_name: 'Hotel', document_name: 'Menu.md' })
    expect((await spansOf(reply)).find(({ kind }) => kind === 'retrieval')).toMatchObject({ status: 1 })
    // The sources are still there after a reload.
    const stored = (await lab.messages(bot)).message_list.find(({ type }) => type === 'answer')!
    expect(stored.extra_info.sources).toBe(lastAnswer(reply).extra_info.sources)
  })
  test('that is still being processed is mentioned if nothing was found', async () => {
    const bot = await lab.createBot(settings({ auto: true }))
    const { api } = lab.owner
    const file_base64 = Buffer.from('The sauna opens at noon.').toString('base64')
    await api.knowledge.createDocument({
      dataset_id: knowledge_info[0]!.id,
      document_bases: [{ name: 'Sauna.md', source_info: { file_base64, file_type: 'md' } }],
    })
    const recalled = async (question: string) => {
      await lab.ask(bot, question)
      const { message_list } = await lab.messages(bot)
      const steps = message_list.filter(({ content }) => content.includes('knowledge_recall'))
      return (
        JSON.parse((JSON.parse(steps.at(0)!.content) as { data: string }).data) as { processing_documents?: number }
      ).processing_documents
    }
    expect(await recalled('Zxqv?')).toBe(1)
    await lab.t.services.knowledgeIngest.drain()
    expect(await recalled('Wkpt?')).toBeUndefined()
  })
  test('does not show its sources if the owner disabled that', async () => {
    const bot = await lab.createBot(settings({ auto: true, show_source: false }))
    expect(lastAnswer(await lab.ask(bot, 'When is breakfast served?')).extra_info.sources).toBeUndefined()
  })
  test('is only searched through a tool if on demand', async () => {
    const bot = await lab.createBot(settings({ auto: false, show_source: true }))
    const reply = await lab.ask(bot, 'When is breakfast served?')
    expect(reply.order.slice(0, 4)).toEqual(['ack', 'function_call', 'verbose:knowledge_recall', 'tool_response'])
    expect(reply.text).toContain('Breakfast is served from seven to ten.')
    expect(lastAnswer(reply).extra_info.sources).toContain('Menu.md')
    const idle = await lab.ask(bot, 'count to 3')
    expect(idle.order).not.toContain('function_call')
    expect(idle.text).toBe('1 2 3')
  })
  test('without results gives “no related slices” on demand, and the reply of the owner in both modes', async () => {
    const none = { no_recall_reply_mode: 1, no_recall_reply_customize_prompt: 'Please call the desk.', min_score: 0.9 }
    const automatic = await lab.createBot(settings({ ...none, auto: true }))
    expect((await lab.ask(automatic, 'quantum chromodynamics?')).text).toBe('Please call the desk.')
    const demand = await lab.createBot(settings({ ...none, auto: false }))
    const reply = await lab.ask(demand, 'quantum chromodynamics?')
    expect(reply.list.find(({ message }) => message.type === 'tool_response')!.message.content).toBe(
      'no related slices',
    )
    expect(reply.text).toBe('Please call the desk.')
  })
  test('of another space is not reached, whatever the draft says', async () => {
    const other = await lab.t.register()
    const { bot_space_list } = await other.api.space.list({})
    const { bot_id } = await other.api.bot.create({ space_id: bot_space_list[0]!.id, name: 'Spy' })
    const stolen = { bot_id, ...settings({ auto: true }) }
    await other.api.bot.updateDraft({ bot_info: stolen } as never).catch(() => {})
    const { text } = await lab.ask(bot_id, 'When is breakfast served?', {}, other)
    expect(text).not.toContain('seven')
  })
})

describe('a table', () => {
  test('is queried in SQL for rows of the user only, and the model sees a Markdown table', async () => {
    const { database_info } = await lab.owner.api.database.add({
      space_id: lab.spaceId,
      table_name: 'groceries',
      table_desc: 'What to buy',
      field_list: [{ name: 'item' }],
      rw_mode: TableMode.singleUser,
    })
    const bot = await lab.createBot()
    await lab.owner.api.database.bind({ bot_id: bot, database_id: database_info.id })
    const call = (sql: string) => calls({ name: 'groceries', arguments: JSON.stringify({ sql }) })
    lab.server.script(
      call("INSERT INTO groceries (item) VALUES ('milk')"),
      call('SELECT item FROM groceries'),
      // System columns are only included if the query names them.
      call('SELECT * FROM groceries'),
      call('SELECT item, sys_platform FROM groceries'),
      says('milk it is'),
    )
    const reply = await lab.ask(bot, 'note milk and show the list')
    const results = reply.list.filter(({ message }) => message.type === 'tool_response')
    const [written, asked, all, named] = results.map(({ message }) => message.content)
    expect([written, asked]).toEqual(['1 row affected', '| item |\n| --- |\n| milk |'])
    expect(all!.split('\n')[0]).toMatch(/\bitem\b/)
    expect(all).not.toMatch(/uuid|sys_platform|bstudio_create_time/)
    expect(named).toMatch(/^\| item \| sys_platform \|/)
    // The built-in model finds the table by its name too.
    await lab.update(bot, offline)
    expect((await lab.ask(bot, 'show my groceries')).text).toContain('milk')
  })
})

describe('workflows', () => {
  async function published(schema: string, name: string, flow_mode: 0 | 1 | 3 = 0) {
    const { api } = lab.owner
    const { workflow_id } = await api.workflow.create({ name, desc: `Runs ${name}`, space_id: lab.spaceId, flow_mode })
    await api.workflow.save({ workflow_id, schema })
    await api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
    return workflow_id
  }
  test('that create pictures show them before the model answers, which need not repeat their URLs', async () => {
    const drawn = canvas(
      [startNode(), boardNode('2', 40, 30), endNode([param('output', ref('2', 'data'))])],
      [edge('100001', '2'), edge('2', '900001')],
    )
    const id = await published(drawn, 'draw_sheet', 1)
    const bot = await lab.createBot({ workflow_info_list: [{ workflow_id: id, flow_mode: 1 }] })
    lab.server.script(calls({ name: 'ts_draw_sheet', arguments: '{"input":"x"}' }), says('Here it is.'))
    const reply = await lab.ask(bot, 'draw a sheet')
    const answers = (await lab.messages(bot)).message_list
      .filter(({ type }) => type === 'answer')
      .map(({ content }) => content)
      .toReversed()
    expect(answers).toEqual([
      expect.stringMatching(/^!\[draw_sheet\]\(\S*\/api\/file\/\S+\)$/) as string,
      'Here it is.',
    ])
    const url = /\((\S+)\)/.exec(answers[0]!)![1]!
    const picture = await lab.t.request(url.replace(/^https?:\/\/[^/]+/, ''))
    expect(picture.headers.get('content-type')).toBe('image/png')
    const told = reply.list.find(({ message }) => message.type === 'tool_response')!.message.content
    expect(told).toContain('already sees the pictures')
    // A workflow with the same canvas only reports to its model.
    const plain = await published(drawn, 'draw_plain')
    await lab.update(bot, { workflow_info_list: [{ workflow_id: plain }] })
    lab.server.script(calls({ name: 'ts_draw_plain', arguments: '{"input":"x"}' }), says('Done.'))
    expect((await lab.ask(bot, 'draw it again')).text).toBe('Done.')
  })
  const refs = (...ids: string[]) => ({ workflow_info_list: ids.map((workflow_id) => ({ workflow_id })) })

  test('are tools: the model supplies inputs and gets outputs, and the trace names the run', async () => {
    const id = await published(greeting(), 'make_greeting')
    const bot = await lab.createBot(refs(id))
    lab.server.script(calls({ name: 'ts_make_greeting', arguments: '{"input":"Ann"}' }), says('done'))
    const reply = await lab.ask(bot, 'greet Ann')
    expect(lab.server.requests[0]!.body.tools![0]!.function).toMatchObject({
      name: 'ts_make_greeting',
      description: 'make_greeting: Runs make_greeting',
      parameters: { properties: { input: { type: 'string' } }, required: ['input'] },
    })
    expect(reply.order).toEqual([
      'ack',
      'function_call',
      'tool_response',
      'answer',
      'answer.finish',
      'verbose:generate_answer_finish',
      'done',
    ])
    expect(reply.list[2]!.message).toMatchObject({ content: '{"output":"Hello Ann"}' })
    const tool = (await spansOf(reply)).find(({ kind }) => kind === 'tool')!
    expect(tool.attributes).toMatchObject({ workflow_id: id, execute_id: expect.stringMatching(/^\d+$/) })
    // It works with the built-in model too.
    await lab.update(bot, offline)
    expect((await lab.ask(bot, 'please make a greeting for "Bo"')).text).toContain('Hello Bo')
  })
  test('that end with an answer pass it to the user unchanged, after the messages they sent before', async () => {
    const schema = canvas(
      [
        startNode(),
        outputNode('2', ref('100001', 'input'), 'Looking for {{text}}…'),
        answerNode([param('text', ref('100001', 'input'))], 'Found {{text}}.'),
      ],
      [edge('100001', '2'), edge('2', '900001')],
    )
    const bot = await lab.createBot(refs(await published(schema, 'search_things')))
    lab.server.script(calls({ name: 'ts_search_things', arguments: '{"input":"keys"}' }))
    const reply = await lab.ask(bot, 'search my keys')
    const answers = (await lab.messages(bot)).message_list.filter(({ type }) => type === 'answer')
    expect(answers.map(({ content }) => content)).toEqual(['Found keys.', 'Looking for keys…'])
    expect(lab.server.requests).toHaveLength(1)
    expect(reply.order.at(-1)).toBe('done')
    expect(reply.order.filter((step) => step === 'answer.finish')).toHaveLength(2)
  })
  test('may ask the user and continue with the answer', async () => {
    const schema = canvas(
      [startNode(), questionNode('2', 'Which size?'), endNode([param('size', ref('2', 'USER_RESPONSE'))])],
      [edge('100001', '2'), edge('2', '900001')],
    )
    const bot = await lab.createBot(refs(await published(schema, 'order_shirt')))
    lab.server.script(calls({ name: 'ts_order_shirt', arguments: '{"input":"shirt"}' }), says('Ordered.'))
    const first = await lab.ask(bot, 'order a shirt')
    expect(first.text).toBe('Which size?')
    const interrupt = first.list.find(({ message }) => message.content.includes('interrupt'))!
    expect(verboseOf(interrupt.message.content).data).toMatchObject({ type: 'tool', name: 'ts_order_shirt' })
    const second = await lab.ask(bot, 'large')
    expect(second.list.find(({ message }) => message.type === 'tool_response')!.message.content).toBe(
      '{"size":"large"}',
    )
    expect(second.text).toBe('Ordered.')
  })
  test('that fail, are not published or are missing only cost the bot that tool, and the trace records it', async () => {
    const { workflow_id } = await lab.owner.api.workflow.create({
      name: 'unpublished',
      desc: '',
      space_id: lab.spaceId,
      flow_mode: 0,
    })
    const bot = await lab.createBot(refs(workflow_id, '4242'))
    lab.server.script(says('hello'))
    const reply = await lab.ask(bot, 'hi')
    expect(reply.text).toBe('hello')
    expect((await spansOf(reply)).find(({ kind }) => kind === 'skill')!.error_msg).toMatch(
      /2 of the workflows.+not published/,
    )
  })
  test('in workflow mode a chatflow is the whole turn, even across a question', async () => {
    const schema = canvas(
      [
        startNode([
          { name: 'USER_INPUT', type: 'string', required: true },
          { name: 'CONVERSATION_NAME', type: 'string', required: false },
        ]),
        questionNode('2', 'For how many?'),
        textNode('3', ref('2', 'USER_RESPONSE'), 'A table for {{String1}}'),
        answerNode([param('text', ref('3', 'output'))], '{{text}} is booked.'),
      ],
      [edge('100001', '2'), edge('2', '3'), edge('3', '900001')],
    )
    const workflow_id = await published(schema, 'book_table', 3)
    const bot = await lab.createBot({ bot_mode: 2, layout_info: { workflow_id } })
    expect((await lab.ask(bot, 'a table please')).text).toBe('For how many?')
    const reply = await lab.ask(bot, 'four')
    expect(reply.text).toBe('A table for four is booked.')
    expect(reply.order).toEqual(['ack', 'answer', 'answer.finish', 'verbose:generate_answer_finish', 'done'])
    expect((await spansOf(reply)).find(({ kind }) => kind === 'workflow')).toMatchObject({ status: 1 })
  })
  test('in workflow mode without a published chatflow the error says what to do', async () => {
    const bot = await lab.createBot({ bot_mode: 2, layout_info: { workflow_id: '4242' } })
    expect((await lab.ask(bot, 'hi')).text).toMatch(/has not been published/)
  })
})

test('long-term memory is available in other conversations of the same person only', async () => {
  const bot = await lab.createBot({ bot_tag_info: { time_capsule_info: { time_capsule_mode: 1 } } })
  await lab.owner.api.memory.setConsent({ bot_id: bot, is_given: true })
  lab.server.script(says('Nice'), says('{"facts": ["Likes chess"]}'), says('Chess'))
  await lab.ask(bot, 'I like chess', { scene: 1 })
  await lab.t.services.memoryLearning.drain()
  const { list } = await lab.ask(bot, 'What game do I like?', { scene: 2 })
  expect(list[1]!.message.content).toContain('time_capsule_recall')
  expect(String(lab.server.requests[2]!.body.messages[0]!.content)).toContain('Likes chess')
  const friend = await lab.t.register()
  await lab.owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: friend.id }] })
  lab.server.script(says('I do not know'))
  await lab.ask(bot, 'What game do I like?', {}, friend)
  expect(JSON.stringify(lab.server.requests[3]!.body)).not.toContain('chess')
})

describe('the file box', () => {
  const send = async (name: string, text: string) => {
    const { upload_uri } = await lab.owner.api.upload.file({
      file_head: { file_type: name },
      data: Buffer.from(text).toString('base64'),
    })
    return JSON.stringify({
      item_list: [
        { type: 'text', text: 'keep this' },
        { type: 'file', file: { file_key: upload_uri, file_name: name } },
      ],
    })
  }
  test('lets the model list and read what the user has sent, and nothing else', async () => {
    const bot = await lab.createBot({ filebox_info: { Mode: 1 } })
    lab.server.script(says('kept'), calls({ name: 'listFiles', arguments: '{}' }), says('one'))
    await lab.ask(bot, await send('notes.txt', 'The door code is blue.'), { content_type: 'mix' })
    const listed = await lab.ask(bot, 'which files do you have?')
    const name = listed.list.find(({ message }) => message.type === 'tool_response')!.message.content
    lab.server.script(
      calls({ name: 'readFile', arguments: JSON.stringify({ file_name: name }) }),
      calls({ name: 'readFile', arguments: '{"file_name":"passwords.txt"}' }),
      says('blue'),
    )
    const read = await lab.ask(bot, 'what does it say?')
    const results = read.list.filter(({ message }) => message.type === 'tool_response')
    expect(results[0]!.message.content).toBe('The door code is blue.')
    expect(results[1]!.message).toMatchObject({
      content: 'The user has sent no file named passwords.txt',
      extra_info: { plugin_status: '1' },
    })
  })
})

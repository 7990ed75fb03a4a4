import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { CozeAPI } from '@coze/api'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  answerNode,
  canvas,
  codeNode,
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
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let me: Person
let spaceId: string
let server: Server
let coze: CozeAPI
let bearer: { authorization: string }
beforeAll(async () => {
  t = await openTestApp()
  me = await t.register('me')
  spaceId = (await me.api.space.create({ name: 'Open' })).id
  const { token } = await me.api.token.create({ name: 'all', duration_day: '30' })
  bearer = { authorization: `Bearer ${token}` }
  server = createServer(getRequestListener(t.app.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  coze = new CozeAPI({ token, baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
async function published(schema: string, flow_mode: 0 | 3 = 0) {
  const { workflow_id } = await me.api.workflow.create({ name: 'Flow', space_id: spaceId, flow_mode })
  await me.api.workflow.save({ workflow_id, schema })
  await me.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
  return workflow_id
}
const post = async (path: string, body: object) => {
  const headers = { ...bearer, 'content-type': 'application/json' }
  const response = await t.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const all = async <T>(stream: AsyncIterable<T>): Promise<T[]> => {
  const events: T[] = []
  for await (const event of stream) events.push(event)
  return events
}
const asking = canvas(
  [
    startNode(),
    questionNode('2', 'Who?'),
    textNode('3', ref('2', 'USER_RESPONSE'), 'Hi {{String1}}'),
    endNode([param('output', ref('3', 'output'))]),
  ],
  [edge('100001', '2'), edge('2', '3'), edge('3', '900001')],
)
const talking = canvas(
  [
    startNode(),
    outputNode('2', ref('100001', 'input'), 'first {{text}}'),
    answerNode([param('output', ref('100001', 'input'))], 'answer {{output}}'),
  ],
  [edge('100001', '2'), edge('2', '900001')],
)

const chatStart = startNode([
  { name: 'USER_INPUT', type: 'string', required: true },
  { name: 'CONVERSATION_NAME', type: 'string', required: false },
])
const chatting = canvas(
  [chatStart, answerNode([param('output', ref('100001', 'USER_INPUT'))], 'you said {{output}}')],
  [edge('100001', '900001')],
)
const chatAsking = canvas(
  [
    chatStart,
    questionNode('2', 'Your name?'),
    answerNode([param('output', ref('2', 'USER_RESPONSE'))], 'Hi {{output}}'),
  ],
  [edge('100001', '2'), edge('2', '900001')],
)

describe('the official client', () => {
  test('runs.create waits for the result, which is then in the history', async () => {
    const id = await published(greeting())
    const done = await coze.workflows.runs.create({ workflow_id: id, parameters: { input: 'you' } })
    expect(done).toMatchObject({ code: 0, data: '{"output":"Hello you"}', token: 0, cost: '0.00000' })
    expect(done.debug_url).toContain(`execute_id=${done.execute_id}`)
    const [run] = await coze.workflows.runs.history(id, done.execute_id)
    expect(run).toMatchObject({
      execute_id: done.execute_id,
      execute_status: 'Success',
      connector_id: '1024',
      run_mode: 0,
      output: '{"output":"Hello you"}',
      error_message: '',
      token: '0',
    })
    expect(run!.logid).toMatch(/^[0-9A-F]+$/)
  })
  test('a workflow that ends with an answer returns it in the form that clients expect', async () => {
    const id = await published(talking)
    const { data } = await coze.workflows.runs.create({ workflow_id: id, parameters: { input: 'x' } })
    expect(JSON.parse(data)).toEqual({ content_type: 1, data: 'answer x', type_for_model: 2 })
  })
  test('runs.create with is_async returns before the run has finished', async () => {
    const id = await published(greeting())
    const { execute_id } = await coze.workflows.runs.create({
      workflow_id: id,
      parameters: { input: 'later' },
      is_async: true,
    })
    await expect
      .poll(async () => (await coze.workflows.runs.history(id, execute_id))[0]!.execute_status)
      .toBe('Success')
    const [run] = await coze.workflows.runs.history(id, execute_id)
    expect([run!.run_mode, run!.output]).toEqual([2, '{"output":"Hello later"}'])
  })
  test('runs.stream sends messages in order, numbered from 0, and a final event', async () => {
    const id = await published(talking)
    const events = await all(coze.workflows.runs.stream({ workflow_id: id, parameters: { input: 'x' } }))
    expect(events.map((event) => Number(event.id))).toEqual(events.map((_, at) => at))
    expect(events.at(-1)!.event).toBe('Done')
    const texts = events
      .filter((event) => event.event === 'Message')
      .map((event) => event.data as { content: string; node_title: string })
    expect(
      texts
        .filter((text) => text.node_title === 'node 2')
        .map((text) => text.content)
        .join(''),
    ).toBe('first x')
    expect(
      texts
        .filter((text) => text.node_title === 'node 900001')
        .map((text) => text.content)
        .join(''),
    ).toBe('answer x')
  })
  test('a workflow that ends with variables streams them as one message', async () => {
    const id = await published(greeting())
    const events = await all(coze.workflows.runs.stream({ workflow_id: id, parameters: { input: 'x' } }))
    expect(events.map((event) => event.event)).toEqual(['Message', 'Done'])
    expect(events[0]!.data).toMatchObject({ content: '{"output":"Hello x"}', node_is_finish: true, node_seq_id: '0' })
  })
  test('runs.stream stops at a question, runs.resume continues from there', async () => {
    const id = await published(asking)
    const first = await all(coze.workflows.runs.stream({ workflow_id: id, parameters: { input: 'x' } }))
    expect(first.map((item) => item.event)).toEqual(['Message', 'Interrupt'])
    const { interrupt_data } = first[1]!.data as { interrupt_data: { event_id: string; type: number } }
    expect(interrupt_data.type).toBe(2)
    const more = await all(
      coze.workflows.runs.resume({
        workflow_id: id,
        event_id: interrupt_data.event_id,
        resume_data: 'Ada',
        interrupt_type: 2,
      }),
    )
    expect(more.map((item) => item.event)).toEqual(['Message', 'Done'])
    expect(more[0]!.data).toMatchObject({ content: '{"output":"Hi Ada"}' })
  })
  test('a run that fails sends an Error event with the code of the engine', async () => {
    const failing = codeNode('2', ref('100001', 'input'), 'function main() { throw new Error("no") }')
    const id = await published(canvas([startNode(), failing, endNode([])], [edge('100001', '2'), edge('2', '900001')]))
    const events = await all(coze.workflows.runs.stream({ workflow_id: id, parameters: { input: 'x' } }))
    expect(events.map((event) => event.event)).toEqual(['Error'])
    expect(events[0]!.data).toMatchObject({ error_code: ErrorCode.engine.codeFail })
  })
  test('a stream without a required parameter is refused', async () => {
    const id = await published(greeting())
    await expect(all(coze.workflows.runs.stream({ workflow_id: id, parameters: {} }))).rejects.toMatchObject({
      status: 400,
    })
    const { body } = await post('/v1/workflow/stream_run', { workflow_id: id, parameters: {} })
    expect(body).toMatchObject({ code: ErrorCode.publicApi.badRequest, msg: expect.stringContaining('"input"') })
    expect((await me.api.workflowRun.history({ workflow_id: id })).runs).toEqual([])
  })
  test('an answer with the wrong interrupt type is refused', async () => {
    const id = await published(asking)
    const first = await all(coze.workflows.runs.stream({ workflow_id: id, parameters: { input: 'x' } }))
    const { interrupt_data } = first[1]!.data as { interrupt_data: { event_id: string } }
    const answer = { workflow_id: id, event_id: interrupt_data.event_id, resume_data: 'Ada', interrupt_type: 5 }
    expect((await post('/v1/workflow/stream_resume', answer)).body).toMatchObject({ code: ErrorCode.run.wrongType })
  })
  test('chat.stream sends the answer of a chatflow as chat events', async () => {
    const id = await published(chatting, 3)
    const events = await all(
      coze.workflows.chat.stream({
        workflow_id: id,
        additional_messages: [{ role: 'user' as never, content: 'ping', content_type: 'text' }],
      }),
    )
    expect(events.map((event) => event.event).filter((name) => name !== 'conversation.message.delta')).toEqual([
      'conversation.chat.created',
      'conversation.chat.in_progress',
      'conversation.message.completed',
      'conversation.chat.completed',
      'done',
    ])
    const message = events.find((event) => event.event === 'conversation.message.completed')!.data as {
      content: string
      type: string
    }
    expect([message.content, message.type]).toEqual(['you said ping', 'answer'])
  })
  test('a chatflow that asks a question takes the next message of the conversation as the answer', async () => {
    const id = await published(chatAsking, 3)
    const say = async (content: string, conversation_id?: string) =>
      all(
        coze.workflows.chat.stream({
          workflow_id: id,
          additional_messages: [{ role: 'user' as never, content, content_type: 'text' }],
          ...(conversation_id && { conversation_id }),
        }),
      )
    const first = await say('hello')
    expect(first.map((item) => item.event)).toContain('conversation.chat.requires_action')
    const { conversation_id } = first[0]!.data as { conversation_id: string }
    const asked = first.find((item) => item.event === 'conversation.message.completed')!.data as { content: string }
    expect(asked.content).toBe('Your name?')
    const second = await say('Ada', conversation_id)
    const answer = second.find((item) => item.event === 'conversation.message.completed')!.data as { content: string }
    expect(answer.content).toBe('Hi Ada')
    expect(second.map((item) => item.event)).toContain('conversation.chat.completed')
  })
})
describe('rules of the public calls', () => {
  test('only published versions can be called, and always the newest', async () => {
    const { workflow_id } = await me.api.workflow.create({ name: 'Draft', space_id: spaceId })
    await me.api.workflow.save({ workflow_id, schema: greeting() })
    expect((await post('/v1/workflow/run', { workflow_id })).body).toMatchObject({ code: 6031 })
    await me.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
    await me.api.workflow.save({ workflow_id, schema: greeting('Draft {{String1}}') })
    const run = async () => (await post('/v1/workflow/run', { workflow_id, parameters: { input: 'x' } })).body.data
    expect(await run()).toBe('{"output":"Hello x"}')
    await me.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.1' })
    expect(await run()).toBe('{"output":"Draft x"}')
  })
  test('parameters are an object or its JSON text; ids keep all their digits', async () => {
    const id = await published(greeting())
    expect((await post('/v1/workflow/run', { workflow_id: id, parameters: '{"input":"text"}' })).body.data).toBe(
      '{"output":"Hello text"}',
    )
    for (const parameters of ['[1]', 'no', '"x"'])
      expect((await post('/v1/workflow/run', { workflow_id: id, parameters })).status).toBe(400)
    const { body } = await post('/v1/workflow/run', { workflow_id: id, parameters: { input: '9007199254740993' } })
    expect(body.data).toBe('{"output":"Hello 9007199254740993"}')
  })
  test('invalid ids are refused, and large ones are not rounded', async () => {
    for (const workflow_id of [
      '0',
      '-1',
      '1.5',
      '007',
      '9'.repeat(40),
      1.5,
      -3,
      'abc',
      '9007199254740993',
      '9223372036854775807',
    ])
      expect([400, 404]).toContain((await post('/v1/workflow/run', { workflow_id })).status)
    for (const id of ['0', '-1', '007', '9'.repeat(40), '9007199254740993']) {
      const response = await t.request(`/v1/workflows/${id}/run_histories/${id}`, { headers: bearer })
      expect([400, 404]).toContain(response.status)
    }
  })
  test('failures have the codes of the public API', async () => {
    const id = await published(greeting())
    const missing = await post('/v1/workflow/run', { workflow_id: id, parameters: {} })
    expect(missing.body).toMatchObject({ code: 4000, detail: { logid: expect.any(String) } })
    const question = await published(asking)
    expect((await post('/v1/workflow/run', { workflow_id: question, parameters: { input: 'x' } })).body).toMatchObject({
      code: 6039,
    })
  })
  test('a token of an outsider is refused, and no token can run drafts', async () => {
    const id = await published(greeting())
    const stranger = await t.register('stranger')
    const { token } = await stranger.api.token.create({ name: 'x', duration_day: '30' })
    const api = t.apiWith({ authorization: `Bearer ${token}` })
    await expect(api.workflowOpen.run({ workflow_id: id, parameters: { input: 'x' } })).rejects.toMatchObject({
      status: 404,
    })
    const own = t.apiWith(bearer)
    expect((await own.workflowOpen.run({ workflow_id: id, parameters: { input: 'x' } })).data).toBe(
      '{"output":"Hello x"}',
    )
    // A draft cannot be run with a token.
    await expect(own.workflowRun.test({ workflow_id: id, input: { input: 'x' } })).rejects.toMatchObject({
      status: 403,
    })
  })
  test('an answer to the wrong question is refused before the stream begins', async () => {
    const id = await published(asking)
    const events = await all(coze.workflows.runs.stream({ workflow_id: id, parameters: { input: 'x' } }))
    const { interrupt_data } = events.at(-1)!.data as { interrupt_data: { event_id: string } }
    const [runId] = interrupt_data.event_id.split('/')
    for (const event_id of ['x', '1/2', `${runId}/1`])
      expect(
        (await post('/v1/workflow/stream_resume', { workflow_id: id, event_id, resume_data: 'x' })).status,
      ).toBeGreaterThanOrEqual(400)
  })
  test('workflows are listed and described', async () => {
    const id = await published(greeting())
    const api = t.apiWith(bearer)
    const { items } = await api.workflowOpen.list({ workspace_id: spaceId, page_size: 100, include_input_output: true })
    const mine = items.find((item) => item.workflow_id === id)
    expect(mine).toMatchObject({
      workflow_name: 'Flow',
      input: { parameters: { input: { type: 'string', required: true } } },
    })
    const found = await api.workflowOpen.get({ workflow_id: id, include_input_output: true })
    expect(found.output).toEqual({ parameters: { output: { type: 'string' } } })
    const { data } = await api.workflowOpen.history({ workflow_id: id })
    expect(data).toEqual([])
  })
})

test('a warm call only inserts its run and reads nothing from the database', async () => {
  const id = await published(greeting())
  const call = () => post('/v1/workflow/run', { workflow_id: id, parameters: { input: 'x' } })
  await call()
  await call()
  const { pool } = t.infra.database
  const real = pool.query.bind(pool) as (...args: unknown[]) => unknown
  const asked: string[] = []
  pool.query = ((...args: unknown[]) => {
    const [first] = args as [string | { text: string }]
    asked.push((typeof first === 'string' ? first : first.text).slice(0, 24))
    return real(...args)
  }) as typeof pool.query
  const asks = async () => {
    asked.length = 0
    expect((await call()).body.data).toBe('{"output":"Hello x"}')
    return asked.filter((text) => !text.startsWith('SELECT pg_notify'))
  }
  try {
    // Background writes of earlier calls may still be in progress.
    await expect.poll(asks).toEqual(['INSERT INTO workflow_run'])
  } finally {
    pool.query = real as typeof pool.query
  }
})

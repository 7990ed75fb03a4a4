import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { PromptMessageType, PromptVariableType } from '@orrery/contract/shared/prompt-enums'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { eventsOf } from '#testing/read-events.ts'
import { calls, refuses, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'
import { canvas, edge, endNode, literal, param, ref, startNode } from '#testing/workflow-canvas.ts'

let lab: ChatLab
let member: Person
let outsider: Person
let token: string
beforeAll(async () => {
  lab = await openChatLab()
  ;[member, outsider] = [await lab.t.register('member'), await lab.t.register('outsider')]
  await lab.owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: member.id }] })
  token = (await lab.owner.api.token.create({ name: 'Program', duration_day: '30' })).token
})
afterEach(() => lab.server.reset())

const user = (content: string) => ({ message_type: PromptMessageType.user, content })
const variable = (key: string, variable_type: number = PromptVariableType.string) => ({ key, variable_type })
const detail = (more: object = {}) => ({
  prompt_text: { message_list: [{ message_type: PromptMessageType.system, content: 'You are {{who}}' }] as never },
  prompt_input: { variables: [variable('who')] },
  model_config: { id: lab.modelId, temperature: 0.2, max_tokens: 50 },
  ...more,
})
let n = 0
async function create(more: object = {}) {
  const key = `run.${(n += 1)}`
  const { prompt_id: id } = await lab.owner.api.promptManage.create({
    space_id: lab.spaceId,
    display_name: 'Run',
    prompt_key: key,
    ...detail(),
    ...more,
  })
  await lab.owner.api.promptManage.publish({ prompt_id: id, version: '1.0.0' })
  return { id, key }
}
/** Sends a request like the SDKs. */
async function sdk(path: string, body: object, with_ = token) {
  const response = await lab.t.request(`/v1/loop/prompts/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${with_}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const run = (key: string, more: object = {}) => ({
  workspace_id: lab.spaceId,
  prompt_identifier: { prompt_key: key, version: '', label: '' },
  variable_vals: [{ key: 'who', value: 'Ann' }],
  messages: [{ role: 'user', content: 'Hello' }],
  ...more,
})
const parsed = (text: string) => JSON.parse(text) as { code: number; msg: string; data: never }
const spans = async (traceOrKey: string) => {
  await lab.t.services.spanQueue.flush()
  const { rows } = await lab.t.infra.database.pool.query<Record<string, string>>(
    `SELECT s.kind, s.prompt_key, s.prompt_version, b.input, b.output FROM span s
     JOIN span_body b USING (keep, started_at, space_id, trace_id, span_id)
     WHERE s.trace_id = $1 OR s.prompt_key = $1 ORDER BY s.kind DESC`,
    [traceOrKey],
  )
  return rows
}

describe('the loop SDKs', () => {
  test('the hub gets templates with their variables, tools and settings', async () => {
    const { key } = await create({
      template_type: 'jinja2',
      prompt_text: {
        message_list: [
          { message_type: 1, content: '{% if who %}Hi{% endif %}' },
          { message_type: 20, content: 'history' },
          {
            message_type: 2,
            parts: [
              { type: 1, text: 'See' },
              { type: 4, text: 'photo' },
            ],
          },
        ],
      },
      prompt_input: {
        variables: [
          variable('who'),
          { ...variable('list', PromptVariableType.array), item_type: PromptVariableType.integer },
          variable('history', PromptVariableType.placeholder),
          variable('photo', PromptVariableType.image),
        ],
      },
      tools: [{ tool_def: { function: { name: 'find', description: 'Finds', parameters: '{"type":"object"}' } } }],
    })
    const query = { prompt_key: key, version: '1.0.0', label: '' }
    const { headers, text } = await sdk('mget', { workspace_id: lab.spaceId, queries: [query] })
    expect(headers.get('agw-js-conv')).toBe('str')
    expect(parsed(text)).toMatchObject({ code: 0, msg: '' })
    expect((parsed(text).data as { items: object[] }).items).toEqual([
      {
        query,
        prompt: {
          workspace_id: lab.spaceId,
          prompt_key: key,
          version: '1.0.0',
          prompt_template: {
            template_type: 'jinja2',
            messages: [
              { role: 'system', content: '{% if who %}Hi{% endif %}' },
              { role: 'placeholder', content: 'history' },
              {
                role: 'user',
                content: '',
                parts: [
                  { type: 'text', text: 'See' },
                  { type: 'multi_part_variable', text: 'photo' },
                ],
              },
            ],
            variable_defs: [
              { key: 'who', desc: '', type: 'string' },
              { key: 'list', desc: '', type: 'array<integer>' },
              { key: 'history', desc: '', type: 'placeholder' },
              { key: 'photo', desc: '', type: 'multi_part' },
            ],
          },
          tools: [
            { type: 'function', function: { name: 'find', description: 'Finds', parameters: '{"type":"object"}' } },
          ],
          tool_call_config: { tool_choice: 'auto' },
          llm_config: { temperature: 0.2, max_tokens: 50 },
        },
      },
    ])
  })
  test('execute returns usage as numbers, and stores a trace with key and version', async () => {
    const { key } = await create()
    lab.server.script(says('Good ', 'day'))
    const { status, text } = await sdk('execute', run(key))
    expect(status).toBe(200)
    expect(parsed(text).data).toEqual({
      message: { role: 'assistant', content: 'Good day' },
      finish_reason: 'stop',
      usage: { input_tokens: 11, output_tokens: 7 },
    })
    expect(lab.server.requests[0]!.body).toMatchObject({
      messages: [
        { role: 'system', content: 'You are Ann' },
        { role: 'user', content: 'Hello' },
      ],
      temperature: 0.2,
      max_tokens: 50,
    })
    expect(await spans(key)).toMatchObject([
      { kind: 'prompt', prompt_version: '1.0.0', output: 'Good day' },
      { kind: 'model', prompt_version: '1.0.0', output: 'Good day' },
    ])
  })
  test('tool calls are returned to the program, each with index and id', async () => {
    const { key } = await create({ tools: [{ tool_def: { function: { name: 'find' } }, mock_response: ['unused'] }] })
    lab.server.script(calls({ id: 'c1', name: 'find', arguments: '{"q":1}' }))
    const { text } = await sdk('execute', run(key))
    expect(parsed(text).data).toMatchObject({
      message: {
        tool_calls: [{ index: 0, id: 'c1', type: 'function', function_call: { name: 'find', arguments: '{"q":1}' } }],
      },
      finish_reason: 'tool_calls',
    })
    lab.server.script(says('Found'))
    const answered = [
      { role: 'user', content: 'Hello' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ index: 0, id: 'c1', type: 'function', function_call: { name: 'find', arguments: '{}' } }],
      },
      { role: 'tool', content: '42', tool_call_id: 'c1' },
    ]
    await sdk('execute', run(key, { messages: answered }))
    expect(lab.server.requests.at(-1)!.body.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: '42',
      tool_call_id: 'c1',
    })
  })
  test('a stream contains only events', async () => {
    const { key } = await create()
    lab.server.script(says('One\n', 'two'))
    const { headers, text } = await sdk('execute_streaming', run(key))
    expect(headers.get('content-type')).toContain('text/event-stream')
    const blocks = text.split('\n\n')
    expect(blocks.pop()).toBe('')
    for (const block of blocks) expect(block).toMatch(/^data: \{[^\n]*\}$/)
    const pieces = blocks.map(
      (block) => JSON.parse(block.slice(6)) as { message: { content: string }; finish_reason?: string },
    )
    expect(pieces.map(({ message }) => message.content).join('')).toBe('One\ntwo')
    expect(pieces.at(-1)).toMatchObject({ finish_reason: 'stop', usage: { input_tokens: 11, output_tokens: 7 } })
  })
  test('a failing stream ends with an error event; an unknown key fails before the stream starts', async () => {
    const { key } = await create()
    lab.server.script(refuses(400, 'no'))
    const { text } = await sdk('execute_streaming', run(key))
    expect(text).toMatch(/^event: error\ndata: \{"code":\d+,"msg":"[^\n]+"\}\n\n$/)
    const { status, text: refused } = await sdk('execute_streaming', run('nobody'))
    expect([status, parsed(refused).code]).toEqual([404, ErrorCode.loopPrompt.notFound])
  })
  test('the Python and Go clients may send nulls or omit fields; 25 keys are returned in order, and one unknown key fails the call', async () => {
    const made = [await create(), await create()]
    const keys = Array.from({ length: 25 }, (_, at) => made[at % 2]!.key)
    const python = keys.map((prompt_key) => ({ prompt_key, version: null, label: null }))
    const go = keys.map((prompt_key) => ({ prompt_key }))
    for (const queries of [python, go]) {
      const { status, text } = await sdk('mget', { workspace_id: lab.spaceId, queries })
      expect(status).toBe(200)
      const { items } = parsed(text).data as { items: { prompt: { prompt_key: string; workspace_id: unknown } }[] }
      expect(items.map(({ prompt }) => prompt.prompt_key)).toEqual(keys)
      expect(items[0]!.prompt.workspace_id).toBe(lab.spaceId)
    }
    const unknown = [...go, { prompt_key: 'nobody' }]
    const refused = await sdk('mget', { workspace_id: lab.spaceId, queries: unknown })
    expect(parsed(refused.text)).toMatchObject({
      code: ErrorCode.loopPrompt.notFound,
      msg: expect.stringContaining('nobody'),
    })
    // Messages fill a placeholder, and parts fill a variable.
    const { key } = await create({
      prompt_text: {
        message_list: [
          { message_type: 20, content: 'history' },
          {
            message_type: 2,
            parts: [
              { type: 1, text: 'See ' },
              { type: 4, text: 'photo' },
            ],
          },
        ],
      },
      prompt_input: {
        variables: [variable('history', PromptVariableType.placeholder), variable('photo', PromptVariableType.image)],
      },
    })
    lab.server.script(says('Seen'))
    const variable_vals = [
      { key: 'history', value: null, placeholder_messages: [{ role: 'assistant', content: 'Before' }] },
      { key: 'photo', multi_part_values: [{ type: 'image_url', image_url: 'https://example.test/a.png' }] },
    ]
    expect((await sdk('execute', run(key, { variable_vals, messages: null }))).status).toBe(200)
    expect(lab.server.requests.at(-1)!.body.messages).toMatchObject([
      { role: 'assistant', content: 'Before' },
      { role: 'user', content: [{ type: 'text' }, { type: 'image_url' }] },
    ])
  })
  test('an invalid token, or one without the scope or the space, is refused', async () => {
    const { key } = await create()
    const other = (await outsider.api.token.create({ name: 'Other', duration_day: '30' })).token
    expect((await sdk('execute', run(key), other)).status).toBe(404)
    expect((await sdk('execute', run(key), 'pat_wrong')).status).toBe(401)
    const permission_list = ['Prompt.read']
    const reader = await lab.owner.api.token.create({
      name: 'Reader',
      duration_day: '30',
      workspace_permission_v2: { permission_list },
    })
    expect((await sdk('execute', run(key), reader.token)).status).toBe(403)
    const queries = [{ prompt_key: key }]
    expect((await sdk('mget', { workspace_id: lab.spaceId, queries }, reader.token)).status).toBe(200)
    expect(lab.server.requests).toEqual([])
  })
  test('the older calls run a prompt by key or id, including gray releases', async () => {
    const { id, key } = await create()
    await lab.owner.api.promptManage.save({
      prompt_id: id,
      ...detail({ prompt_text: { message_list: [user('New')] } }),
    })
    await lab.owner.api.promptManage.publish({ prompt_id: id, version: '1.1.0' })
    await lab.owner.api.promptRelease.release({ prompt_id: id, version: '1.0.0', env: 2 })
    const gray_release_config = { allow_list: { field: { type: 1 as const }, values: ['ann'] } }
    await lab.owner.api.promptRelease.release({ prompt_id: id, version: '1.1.0', env: 2, gray_release_config })
    const execute = async (more: object) => {
      lab.server.script(says('ok'))
      const asked = { space_id: lab.spaceId, prompt_key: key, message: user('Hi') as never, ...more }
      return (await member.api.promptRun.execute(asked)).item.prompt_version
    }
    expect(await execute({})).toBe('1.0.0')
    expect(await execute({ traffic: '{"uid":"ann"}' })).toBe('1.1.0')
    expect(await execute({ traffic: '{"uid":"bob"}' })).toBe('1.0.0')
    expect(await execute({ prompt_key: undefined, prompt_id: id, version: '1.1.0' })).toBe('1.1.0')
    await expect(execute({ traffic: 'x' })).rejects.toMatchObject({ status: 400 })
    await expect(execute({ prompt_key: undefined })).rejects.toMatchObject({ status: 400 })
  })
})

describe('a try in the editor', () => {
  const tryOut = (prompt: object, more: object = {}, who = lab.owner) =>
    who.api.promptRun.tryOut({
      space_id: lab.spaceId,
      prompt: { ...detail(), ...prompt } as never,
      message: user('Hello') as never,
      variables: [{ key: 'who', value: 'Ann' }],
      ...more,
    })
  test('answers tools with their canned responses, in order', async () => {
    const { id } = await create()
    const call = calls({ id: 'c', name: 'find', arguments: '{}' })
    lab.server.script(call, call, call, says('done'))
    const tools = [{ tool_def: { function: { name: 'find' } }, mock_response: ['first', 'then'] }]
    const { item, debug_id } = await tryOut({ id, tools })
    expect(item).toMatchObject({
      content: 'done',
      reply_type: 0,
      token_consumption: { input_token: '44', output_token: '28' },
    })
    expect(item.tool_calls!.map((one) => one.mock_response)).toEqual(['first', 'then', 'then'])
    const { debug_detail } = await lab.owner.api.promptRun.record({ prompt_id: id, debug_id })
    expect(debug_detail).toMatchObject({ item: { content: 'done' }, variables: [{ key: 'who', value: 'Ann' }] })
    expect((await spans(debug_detail.log_id)).filter(({ kind }) => kind === 'model')).toHaveLength(4)
  })
  test('ends when a model keeps calling tools; an undefined tool gets no answer', async () => {
    const call = calls({ id: 'c', name: 'find', arguments: '{}' })
    lab.server.script(...Array.from({ length: 12 }, () => call))
    const tools = [{ tool_def: { function: { name: 'find' } }, mock_response: ['again'] }]
    await expect(tryOut({ tools })).rejects.toMatchObject({ code: ErrorCode.promptRun.toolRounds })
    expect(lab.server.requests).toHaveLength(8)
    lab.server.reset()
    lab.server.script(calls({ id: 'c', name: 'unknown', arguments: '{}' }))
    expect((await tryOut({ tools })).item).toMatchObject({ reply_type: 1 })
    expect(lab.server.requests).toHaveLength(1)
  })
  test('stops at each tool call in step-by-step mode, and continues with the given answers', async () => {
    lab.server.script(calls({ id: 'c', name: 'find', arguments: '{}' }))
    const tools = [{ tool_def: { function: { name: 'find' } }, mock_response: ['unused'] }]
    const { item } = await tryOut({ tools }, { single_step_debug: true })
    expect(item).toMatchObject({ reply_type: 1, tool_calls: [{ tool_call: { id: 'c' } }] })
    lab.server.script(says('done'))
    const contexts = [
      user('Hello'),
      { message_type: 3, content: '', tool_calls: item.tool_calls },
      { message_type: 4, content: '42', tool_call_id: 'c' },
    ]
    const next = { contexts: contexts as never, message: undefined, debug_trace_key: item.debug_trace_key }
    expect((await tryOut({ tools }, next)).item.content).toBe('done')
    expect(await spans(item.debug_trace_key!)).toHaveLength(4)
  })
  test('streams; both names of the call need the same rights', async () => {
    const { id } = await create()
    const body = { space_id: lab.spaceId, prompt: { id, ...detail() }, message: user('Hi') }
    const call = (name: string, who: Person) =>
      lab.t.request(`/api/devops/prompt_platform/v1/prompt/${name}`, {
        method: 'POST',
        headers: { cookie: who.cookie(), 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
        body: JSON.stringify(body),
      })
    const names = ['streaming_send_message', 'streaming_send_message_without_permission_check']
    for (const name of names) {
      expect((await call(name, outsider)).status).toBe(404)
      lab.server.script(says('a', 'b'))
      const items: { content: string; stream_state: number }[] = []
      for await (const { data } of eventsOf(await call(name, member)))
        items.push((data as unknown as { item: (typeof items)[number] }).item)
      expect(items.map(({ content }) => content).join('')).toBe('ab')
      expect(items.at(-1)!.stream_state).toBe(4)
    }
  })
  test('is stored for its author; others see only that it exists', async () => {
    const { id } = await create()
    lab.server.script(says('answer'), refuses(400, 'no'))
    const { debug_id } = await tryOut({ id })
    await expect(tryOut({ id })).rejects.toMatchObject({ status: expect.any(Number) as number })
    const history = async (who: Person, list_all = false) =>
      (await who.api.promptRun.history({ prompt_id: id, list_all })).debug_history
    const own = await history(lab.owner)
    expect(own.map(({ prompt_brief, status_code }) => [prompt_brief, status_code === 0])).toEqual([
      ['Hello', false],
      ['Hello', true],
    ])
    expect(await history(member)).toEqual([])
    expect((await history(member, true)).map(({ prompt_brief }) => prompt_brief)).toEqual(['', ''])
    await expect(member.api.promptRun.record({ prompt_id: id, debug_id })).rejects.toMatchObject({ status: 404 })
  })
  test('saves values and columns per person', async () => {
    const { id } = await create()
    const kept = {
      variables: [[{ key: 'who', value: 'Ann' }]],
      compare_config: { compare_type: 2, compare_info: '[]' },
    }
    await lab.owner.api.promptRun.saveContext({ prompt_id: id, ...kept })
    expect(await lab.owner.api.promptRun.context({ prompt_id: id })).toMatchObject(kept)
    expect((await member.api.promptRun.context({ prompt_id: id })).variables).toBeUndefined()
  })
  test('cannot use a prompt of another space', async () => {
    const { id } = await create()
    const other = (await lab.owner.api.space.create({ name: 'Other' })).id
    await expect(tryOut({ id }, { space_id: other })).rejects.toMatchObject({ status: 404 })
  })
})

describe('a run over a dataset', () => {
  const rowsOf = async (id: string, batch_id: string) => lab.owner.api.promptBatch.rows({ prompt_id: id, batch_id })
  async function dataset(...questions: string[]) {
    const fields = [{ name: 'who', contentType: 1 as const }]
    const name = `Questions ${(n += 1)}`
    const { datasetID } = await lab.owner.api.dataset.create({ spaceID: lab.spaceId, name, fields })
    const items = questions.map((content) => ({ data: [{ name: 'who', content }] }))
    if (items.length) await lab.owner.api.datasetItem.addMany({ datasetID, items })
    return datasetID
  }
  const scorer = async () =>
    (
      await lab.owner.api.traceTasks.createEvaluator({
        workspace_id: lab.spaceId,
        name: 'Length',
        content: {
          kind: 'code',
          language: 'javascript',
          code: 'function evaluate(fields) { return { score: fields.output.length, reason: fields.who } }',
        },
      })
    ).evaluator_version_id
  test('runs and judges every row once, even if it is resumed', async () => {
    const { id } = await create()
    const dataset_id = await dataset('Ann', 'Bob', 'Cleo')
    const { task_id } = await lab.owner.api.promptBatch.start({
      prompt_id: id,
      dataset_id,
      version: '1.0.0',
      evaluator_version_id: await scorer(),
    })
    lab.server.script(says('one'), says('four'), says('five5'))
    await lab.t.services.promptBatches.run(task_id)
    const { batch, rows } = await rowsOf(id, task_id)
    expect(batch).toMatchObject({ status: 'done', total: 3, done: 3, failed: 0, score: 4 })
    expect(rows.map(({ input, reason }) => [input.who, reason])).toEqual([
      ['Ann', 'Ann'],
      ['Bob', 'Bob'],
      ['Cleo', 'Cleo'],
    ])
    await lab.t.services.promptBatches.run(task_id)
    expect(lab.server.requests).toHaveLength(3)
  })
  test('continues after failed rows, and can be cancelled', async () => {
    const { id } = await create({ prompt_input: { variables: [variable('who', PromptVariableType.number)] } })
    const dataset_id = await dataset('1', 'Bob')
    const start = async () => (await lab.owner.api.promptBatch.start({ prompt_id: id, dataset_id })).task_id
    const first = await start()
    lab.server.script(says('fine'))
    await lab.t.services.promptBatches.run(first)
    const { batch, rows } = await rowsOf(id, first)
    expect(batch).toMatchObject({ status: 'done', done: 2, failed: 1 })
    expect(rows.map(({ problem }) => problem)).toEqual(['', expect.stringContaining('who')])
    const second = await start()
    await lab.owner.api.promptBatch.cancel({ prompt_id: id, batch_id: second })
    await lab.t.services.promptBatches.run(second)
    expect((await rowsOf(id, second)).batch).toMatchObject({ status: 'cancelled', done: 0 })
    await expect(lab.owner.api.promptBatch.cancel({ prompt_id: id, batch_id: second })).rejects.toMatchObject({
      status: 409,
    })
    const { id: other } = await create()
    await expect(rowsOf(other, first)).rejects.toMatchObject({ status: 404 })
  })
  test('cannot use a dataset of another space, or an empty one', async () => {
    const { id } = await create()
    const elsewhere = (await lab.owner.api.space.create({ name: 'Elsewhere' })).id
    const fields = [{ name: 'who', contentType: 1 as const }]
    const { datasetID } = await lab.owner.api.dataset.create({ spaceID: elsewhere, name: 'Far', fields })
    await expect(lab.owner.api.promptBatch.start({ prompt_id: id, dataset_id: datasetID })).rejects.toMatchObject({
      status: 404,
    })
    const empty = await dataset()
    await expect(lab.owner.api.promptBatch.start({ prompt_id: id, dataset_id: empty })).rejects.toMatchObject({
      status: 400,
    })
  })
})

describe('following a prompt', () => {
  const release = (id: string, version: string) =>
    lab.owner.api.promptRelease.release({ prompt_id: id, version, env: 2, label: 'production' })
  async function twoVersions() {
    const made = await create({ prompt_text: { message_list: [{ message_type: 1, content: 'First {{who}}' }] } })
    const second = { prompt_text: { message_list: [{ message_type: 1, content: 'Second {{who}}' }] } }
    await lab.owner.api.promptManage.save({ prompt_id: made.id, ...detail(second) })
    await lab.owner.api.promptManage.publish({ prompt_id: made.id, version: '2.0.0' })
    return made
  }
  test('a bot uses the released version without being published again', async () => {
    const { id, key } = await twoVersions()
    await release(id, '1.0.0')
    const botId = await lab.createBot({
      prompt_info: { prompt: 'Own persona', prompt_ref: { key, label: 'production' } },
      variable_list: [{ key: 'who', default_value: 'Ann' }],
    })
    const told = async () => {
      lab.server.script(says('ok'))
      await lab.ask(botId, 'Hello')
      return String(lab.server.requests.at(-1)!.body.messages[0]!.content)
    }
    expect(await told()).toContain('First Ann')
    await release(id, '2.0.0')
    const after = await told()
    expect(after).toContain('Second Ann')
    expect(after).not.toContain('Own persona')
    await lab.owner.api.promptRelease.offline({ prompt_id: id, version: '2.0.0', env: 2, label: 'production' })
    expect(await told()).toContain('Own persona')
  })
  test('a workflow node uses the released version, and its trace has key and version', async () => {
    const { id, key } = await twoVersions()
    await release(id, '1.0.0')
    const settings = {
      modelType: lab.modelId,
      modleName: 'Tiny',
      prompt: '{{who}}',
      systemPrompt: 'Own',
      promptKey: key,
    }
    const llm = {
      id: '2',
      type: '3',
      meta: {},
      data: {
        nodeMeta: { title: 'Model' },
        inputs: {
          inputParameters: [param('who', ref('100001', 'input'))],
          llmParam: Object.entries({ ...settings, promptLabel: 'production', responseFormat: '0' }).map(
            ([name, content]) => param(name, literal(content, 'string')),
          ),
        },
        outputs: [{ name: 'output', type: 'string' }],
      },
    }
    const schema = canvas(
      [startNode(), llm, endNode([param('output', ref('2', 'output'))])],
      [edge('100001', '2'), edge('2', '900001')],
    )
    const space_id = lab.spaceId
    const { workflow_id } = await lab.owner.api.workflow.create({ name: 'follow', desc: 'd', space_id })
    await lab.owner.api.workflow.save({ workflow_id, schema })
    await lab.owner.api.workflowVersion.publish({ workflow_id, space_id, force: true })
    const told = async () => {
      lab.server.script(says('ok'))
      const answer = await lab.t.request('/v1/workflow/run', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ workflow_id, parameters: { input: 'Ann' } }),
      })
      expect(await answer.json()).toMatchObject({ code: 0 })
      return String(lab.server.requests.at(-1)!.body.messages[0]!.content)
    }
    expect(await told()).toBe('First Ann')
    await release(id, '2.0.0')
    expect(await told()).toBe('Second Ann')
    const versions = (await spans(key)).map((span) => span.prompt_version)
    expect(new Set(versions)).toEqual(new Set(['1.0.0', '2.0.0']))
  })
})

test('texts of the strictest level are in no trace and no list', async () => {
  const secret = 'The vault opens with 4711'
  const { key } = await create({
    security_level: 4,
    prompt_text: { message_list: [{ message_type: 1, content: secret }] },
  })
  lab.server.script(says('hidden'))
  await sdk('execute', run(key))
  expect(lab.server.requests[0]!.body.messages[0]!.content).toBe(secret)
  const found = await spans(key)
  expect(found).toHaveLength(2)
  expect(JSON.stringify(found)).not.toMatch(/vault|hidden|Hello/)
  const listed = await member.api.promptLibrary.list({ space_id: lab.spaceId, size: 100 })
  expect(JSON.stringify(listed)).not.toContain('vault')
})

import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { PromptVariableType } from '@orrery/contract/shared/prompt-enums'
import { compactDecrypt } from 'jose'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { calls, refuses, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

let lab: ChatLab
let member: Person
let tester: Person
let stranger: Person
let farSpace: string
let token: string
beforeAll(async () => {
  lab = await openChatLab()
  ;[member, tester, stranger] = [
    await lab.t.register('member'),
    await lab.t.register('tester'),
    await lab.t.register('stranger'),
  ]
  const member_info_list = [{ user_id: member.id }, { user_id: tester.id }]
  await lab.owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list })
  const asTester = { space_id: lab.spaceId, user_id: tester.id, space_role_type: 3 as const, is_tester: true }
  await lab.owner.api.space.updateMember(asTester)
  farSpace = (await stranger.api.space.create({ name: 'Far' })).id
  token = (await lab.owner.api.token.create({ name: 'Program', duration_day: '30' })).token
})
afterEach(() => lab.server.reset())

let n = 0
const message = (content: string, message_type = 1) => ({
  prompt_text: { message_list: [{ message_type: message_type as 1, content }] },
})
async function create(more: object = {}, who = lab.owner, space_id = lab.spaceId) {
  const key = `out.${(n += 1)}`
  const { prompt_id: id } = await who.api.promptManage.create({
    space_id,
    display_name: `Outside ${n}`,
    prompt_key: key,
    ...message('You are {{who}}'),
    prompt_input: { variables: [{ key: 'who' }] },
    ...(space_id === lab.spaceId && { model_config: { id: lab.modelId } }),
    ...more,
  })
  await who.api.promptManage.publish({ prompt_id: id, version: '1.0.0' })
  return { id, key }
}

/** Headers of each client; the request bodies below match their fields, nulls and order. */
const clients = {
  javascript: {
    Accept: 'application/json, text/plain, */*',
    'Content-Type': 'application/json',
    'Agw-Js-Conv': 'str',
    'User-Agent': 'cozeloop-js/0.0.11 node/24.0.0 linux/6.0.0',
    'X-Coze-Client-User-Agent': '{"version":"0.0.11","lang":"node","lang_version":"24.0.0","os_name":"linux"}',
  },
  python: {
    Accept: '*/*',
    'Content-Type': 'application/json',
    'User-Agent': 'cozeloop-python/0.1.22 python/3.12.0 linux/6.0.0',
    'X-Coze-Client-User-Agent': '{"version":"0.1.22","lang":"python","lang_version":"3.12.0","os_name":"linux"}',
  },
  go: {
    'Content-Type': 'application/json',
    'User-Agent': 'cozeloop-go/0.1.20 go/1.24 linux/6.0.0',
    'X-Coze-Client-User-Agent': '{"version":"0.1.20","lang":"go","lang_version":"1.24","os_name":"linux"}',
  },
}
type Client = keyof typeof clients
async function send(client: Client, path: string, body: object) {
  const response = await lab.t.request(`/v1/loop/prompts/${path}`, {
    method: 'POST',
    headers: { ...clients[client], Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() }
}
const answer = (text: string) => JSON.parse(text) as { code: number; msg: string; data: never }
/** Parses a stream like the JavaScript client: every block is parsed, whatever it contains. */
function blocksOf(text: string) {
  const blocks = text.split('\n\n')
  expect(blocks.pop()).toBe('')
  return blocks.map((block) => {
    const data = block.split('\n').findLast((line) => line.startsWith('data:'))
    return JSON.parse(data!.replace(/^data:\s*/, '')) as {
      message: { content: string }
      usage?: { input_tokens: unknown }
    }
  })
}

describe('the official clients', () => {
  const queryOf: Record<Client, (key: string, more?: { version?: string; label?: string }) => object> = {
    // Undefined fields are omitted.
    javascript: (prompt_key, { version, label } = {}) => ({
      prompt_key,
      ...(version && { version }),
      ...(label && { label }),
    }),
    python: (prompt_key, { version = '', label = '' } = {}) => ({ prompt_key, version, label }),
    go: (prompt_key, { version = '', label } = {}) => ({ prompt_key, version, ...(label && { label }) }),
  }
  test.each(Object.keys(clients) as Client[])(
    '%s: the hub reads and polls prompts, and gets an error for unknown keys',
    async (client) => {
      const [first, second] = [
        await create(),
        await create({ template_type: 'jinja2', ...message('{% if who %}Hi{% endif %}') }),
      ]
      await lab.owner.api.promptManage.point({ prompt_id: first.id, label: 'production', version: '1.0.0' })
      const get = async (...queries: object[]) => {
        const { status, text } = await send(client, 'mget', { workspace_id: lab.spaceId, queries })
        return { status, ...answer(text) }
      }
      const query = queryOf[client]
      const { data } = await get(query(first.key), query(second.key, { version: '1.0.0' }))
      const { items } = data as { items: { query: object; prompt: Record<string, never> }[] }
      expect(items.map((item) => item.query)).toEqual([query(first.key), query(second.key, { version: '1.0.0' })])
      expect(items.map(({ prompt }) => [prompt['workspace_id'], prompt['version']])).toEqual([
        [lab.spaceId, '1.0.0'],
        [lab.spaceId, '1.0.0'],
      ])
      expect(items[1]!.prompt['prompt_template']).toMatchObject({
        template_type: 'jinja2',
        variable_defs: [{ key: 'who', desc: '', type: 'string' }],
      })
      // Polling reads the newest version, so a version published meanwhile is returned.
      await lab.owner.api.promptManage.save({ prompt_id: first.id, ...message('Second {{who}}') })
      await lab.owner.api.promptManage.publish({ prompt_id: first.id, version: '1.0.1' })
      const versionOf = async (asked: object) => {
        const found = (await get(asked)).data as { items: { prompt: { version: string } }[] }
        return found.items[0]!.prompt.version
      }
      expect(await versionOf(query(first.key))).toBe('1.0.1')
      expect(await versionOf(query(first.key, { label: 'production' }))).toBe('1.0.0')
      expect(await get(query(first.key, { label: 'beta' }))).toMatchObject({ code: ErrorCode.loopPrompt.labelNotSet })
      expect(await get(query(first.key), query('nobody'))).toMatchObject({
        status: 404,
        code: ErrorCode.loopPrompt.notFound,
        msg: expect.stringContaining('nobody'),
      })
      expect(await get(query(first.key, { version: '9.9.9' }))).toMatchObject({ code: ErrorCode.loopPrompt.noVersion })
      // Polling sends groups of queries; the answer repeats each query, in order.
      const group = Array.from({ length: 30 }, (_, at) => query(at % 2 ? second.key : first.key, { version: '1.0.0' }))
      const polled = (await get(...group)).data as { items: { query: object }[] }
      expect(polled.items.map((item) => item.query)).toEqual(group)
    },
  )
  test.each(Object.keys(clients) as Client[])(
    '%s: the hub gets parts, tools and settings with the types it expects',
    async (client) => {
      const image = { url: 'https://example.test/a.png' }
      const { key } = await create({
        prompt_text: {
          message_list: [
            { message_type: 1, content: 'You are {{who}}' },
            { message_type: 20, content: 'history' },
            {
              message_type: 2,
              parts: [
                { type: 1, text: 'Look:' },
                { type: 2, image },
                { type: 4, text: 'photo' },
              ],
            },
          ],
        },
        prompt_input: whole.prompt_input,
        tools: [{ tool_def: { function: { name: 'find', parameters: '{"type":"object"}' } } }],
        tool_call_config: { tool_choice: 3, specification: { name: 'find' } },
        model_config: { id: lab.modelId, temperature: 0.2, max_tokens: 50 },
      })
      const { text } = await send(client, 'mget', { workspace_id: lab.spaceId, queries: [queryOf[client](key)] })
      const { items } = answer(text).data as { items: { prompt: object }[] }
      // All ids and URLs are strings, and all numbers are numbers.
      expect(items[0]!.prompt).toEqual({
        workspace_id: lab.spaceId,
        prompt_key: key,
        version: '1.0.0',
        prompt_template: {
          template_type: 'normal',
          messages: [
            { role: 'system', content: 'You are {{who}}' },
            { role: 'placeholder', content: 'history' },
            {
              role: 'user',
              content: '',
              parts: [
                { type: 'text', text: 'Look:' },
                { type: 'image_url', image_url: image.url },
                { type: 'multi_part_variable', text: 'photo' },
              ],
            },
          ],
          variable_defs: [
            { key: 'who', desc: '', type: 'string' },
            { key: 'history', desc: '', type: 'placeholder' },
            { key: 'photo', desc: '', type: 'multi_part' },
          ],
        },
        tools: [{ type: 'function', function: { name: 'find', description: '', parameters: '{"type":"object"}' } }],
        tool_call_config: { tool_choice: 'auto' },
        llm_config: { temperature: 0.2, max_tokens: 50 },
      })
    },
  )
  const bodyOf: Record<Client, (key: string) => object> = {
    javascript: (prompt_key) => ({
      workspace_id: lab.spaceId,
      prompt_identifier: { prompt_key },
      variable_vals: [
        { key: 'who', value: 'Ann' },
        { key: 'history', placeholder_messages: [{ role: 'assistant', content: 'Before', tool_calls: [] }] },
        { key: 'photo', multi_part_values: parts },
      ],
      messages: [{ role: 'user', content: 'Hello' }],
    }),
    python: (prompt_key) => ({
      workspace_id: lab.spaceId,
      prompt_identifier: { prompt_key, version: '', label: '' },
      variable_vals: [
        { key: 'who', value: 'Ann', placeholder_messages: null, multi_part_values: null },
        {
          key: 'history',
          value: null,
          placeholder_messages: [
            {
              role: 'assistant',
              content: 'Before',
              parts: null,
              reasoning_content: null,
              tool_call_id: null,
              tool_calls: null,
            },
          ],
          multi_part_values: null,
        },
        {
          key: 'photo',
          value: null,
          placeholder_messages: null,
          multi_part_values: parts.map((part) => ({ base64_data: null, ...part })),
        },
      ],
      messages: [
        { role: 'user', content: 'Hello', parts: null, reasoning_content: null, tool_call_id: null, tool_calls: null },
      ],
    }),
    go: (prompt_key) => ({
      workspace_id: lab.spaceId,
      prompt_identifier: { prompt_key, version: '' },
      variable_vals: [
        { key: 'who', value: 'Ann' },
        { key: 'history', placeholder_messages: [{ role: 'assistant', content: 'Before' }] },
        { key: 'photo', multi_part_values: parts },
      ],
      messages: [{ role: 'user', content: 'Hello' }],
    }),
  }
  const parts = [
    { type: 'text', text: 'Look:' },
    { type: 'image_url', image_url: 'https://example.test/a.png' },
    { type: 'image_url', image_url: 'https://example.test/b.png' },
  ]
  const whole = {
    prompt_text: {
      message_list: [
        { message_type: 1, content: 'You are {{who}}' },
        { message_type: 20, content: 'history' },
        { message_type: 2, parts: [{ type: 4, text: 'photo' }] },
      ],
    },
    prompt_input: {
      variables: [
        { key: 'who' },
        { key: 'history', variable_type: PromptVariableType.placeholder },
        { key: 'photo', variable_type: PromptVariableType.image },
      ],
    },
  }
  test.each(Object.keys(clients) as Client[])(
    '%s: execute and stream work with parts and placeholders',
    async (client) => {
      const { key } = await create(whole)
      lab.server.script(says('Good ', 'day'), says('Good ', 'day'))
      const { status, text } = await send(client, 'execute', bodyOf[client](key))
      expect(status).toBe(200)
      const { usage, message: said } = answer(text).data as {
        usage: Record<string, unknown>
        message: { content: string }
      }
      expect([said.content, typeof usage['input_tokens'], typeof usage['output_tokens']]).toEqual([
        'Good day',
        'number',
        'number',
      ])
      expect(lab.server.requests[0]!.body.messages).toMatchObject([
        { role: 'system', content: 'You are Ann' },
        { role: 'assistant', content: 'Before' },
        { role: 'user', content: [{ type: 'text', text: 'Look:' }, { type: 'image_url' }, { type: 'image_url' }] },
        { role: 'user', content: 'Hello' },
      ])
      const streamed = await send(client, 'execute_streaming', bodyOf[client](key))
      expect(streamed.type).toContain('text/event-stream')
      const pieces = blocksOf(streamed.text)
      expect(pieces.map(({ message: { content } }) => content).join('')).toBe('Good day')
      expect(typeof pieces.at(-1)!.usage!.input_tokens).toBe('number')
      const unknown = await send(client, 'execute', {
        ...bodyOf[client](key),
        prompt_identifier: { prompt_key: 'nobody' },
      })
      expect(answer(unknown.text)).toMatchObject({
        code: ErrorCode.loopPrompt.notFound,
        msg: expect.stringContaining('nobody'),
      })
    },
  )
})

test('prompts are fetched encrypted, with a key that is shown only once', async () => {
  const { key } = await create()
  const prompt_queries = [{ prompt_key: key }]
  const pull = (encrypt_option?: number, who = member) =>
    who.api.promptServe.pull({ space_id: lab.spaceId, prompt_queries, encrypt_option })
  await expect(pull(2)).rejects.toMatchObject({ code: ErrorCode.promptPlace.noEncryptKey })
  await expect(member.api.promptRelease.newKey({ space_id: lab.spaceId })).rejects.toMatchObject({ status: 403 })
  const { encrypt_key } = await lab.owner.api.promptRelease.newKey({ space_id: lab.spaceId })
  expect(await member.api.promptRelease.settings({ space_id: lab.spaceId })).toMatchObject({ has_encrypt_key: true })
  const open = async (jwe: string) =>
    new TextDecoder().decode((await compactDecrypt(jwe, Buffer.from(encrypt_key, 'base64url'))).plaintext)
  const [hidden] = (await pull(2)).prompts
  const [first] = hidden!.prompt_text!.message_list!
  expect(JSON.stringify(hidden)).not.toContain('You are')
  expect(await open(first!.encrypt_content!)).toBe('You are {{who}}')
  const [beside] = (await pull(1)).prompts
  expect(beside!.prompt_text!.system_prompt).toMatchObject({ content: 'You are {{who}}' })
  expect(await open(beside!.prompt_text!.system_prompt!.encrypt_content!)).toBe('You are {{who}}')
  expect((await pull()).prompts[0]!.prompt_text!.message_list![0]).not.toHaveProperty('encrypt_content')
})

describe('security', () => {
  test('13, 24: ids of another space are not found, even together with own ids, and nothing is changed', async () => {
    const own = await create()
    const sign = await create({ prompt_type: 4, ...message('Bye') })
    const foreign = await create({}, stranger, farSpace)
    const { api } = lab.owner
    const uses = [own, foreign].map(({ id }) => ({ prompt_id: id, version: '1.0.0' }))
    const refused = [
      () => api.promptManage.get({ prompt_id: foreign.id }),
      () => api.promptManage.clone({ prompt_id: foreign.id, dest_prompt_key: 'c', dest_display_name: 'C' }),
      () =>
        api.promptManage.clone({ prompt_id: own.id, space_id: farSpace, dest_prompt_key: 'c', dest_display_name: 'C' }),
      () => api.promptSegment.uses({ prompt_id: foreign.id }),
      () => api.promptSegment.updateUses({ prompt_id: sign.id, version: '1.0.0', uses }),
      () => api.promptGate.get({ prompt_id: foreign.id }),
      () => api.promptRelease.list({ prompt_id: foreign.id }),
      () => api.promptBatch.list({ prompt_id: foreign.id }),
      () => api.promptRun.history({ prompt_id: foreign.id }),
      () =>
        api.promptReleaseTask.create({
          space_id: lab.spaceId,
          release_resources: [own, foreign].map(({ id }) => ({ prompt_id: id, prompt_version: '1.0.0' })),
          env: 2,
        }),
      () => api.promptOptimise.create({ display_name: 'x', target: { prompt: { prompt_id: foreign.id } } } as never),
    ]
    for (const call of refused) await expect(call()).rejects.toMatchObject({ status: 404 })
    expect((await api.promptManage.get({ prompt_id: own.id })).prompt.latest_version).toBe('1.0.0')
    expect((await api.promptRelease.list({ prompt_id: own.id })).infos).toEqual([])
  })
  test('14, 15: an id with a wrong space is refused, and read-only fields are ignored', async () => {
    const { id } = await create()
    const { api } = lab.owner
    const wrong = { prompt_id: id, space_id: farSpace }
    const refused = [
      () => api.promptManage.save({ ...wrong, ...message('x') }),
      () => api.promptManage.publish({ ...wrong, version: '2.0.0' }),
      () => api.promptSegment.uses(wrong),
      () => api.promptGate.set(wrong),
      () => api.promptBatch.list(wrong),
      () => api.promptRelease.release({ ...wrong, version: '1.0.0', env: 1 }),
    ]
    for (const call of refused) await expect(call()).rejects.toMatchObject({ status: 404 })
    const given = { id, prompt_id: id, creator: stranger.id, status: 2, version: '9.0.0', latest_version: '9.0.0' }
    const made = await api.promptManage.create({
      space_id: lab.spaceId,
      display_name: 'Mine',
      prompt_key: `out.extra.${n}`,
      ...message('x'),
      ...given,
    } as never)
    expect(made.prompt_id).not.toBe(id)
    const { prompt } = await api.promptManage.get({ prompt_id: made.prompt_id, personal_draft: true })
    expect(prompt).toMatchObject({ creator: lab.owner.id, status: 1, latest_version: '' })
  })
  test('16: a tester cannot change anything through any call', async () => {
    const { id, key } = await create()
    const sign = await create({ prompt_type: 4, ...message('Bye') })
    const space_id = lab.spaceId
    const release_resources = [{ prompt_id: id, prompt_version: '1.0.0' }]
    const { release_task_id } = await member.api.promptReleaseTask.create({ space_id, release_resources, env: 2 })
    const { api } = tester
    const refused = [
      () =>
        api.promptSegment.updateUses({
          prompt_id: sign.id,
          version: '1.0.0',
          uses: [{ prompt_id: id, version: '1.0.0' }],
        }),
      () => api.promptGate.set({ space_id, prompt_id: id }),
      () => api.promptManage.revert({ prompt_id: id, version: '1.0.0' }),
      () => api.promptManage.checkPublish({ prompt_id: id }),
      () => api.promptRelease.rollback({ prompt_id: id, version: '1.0.0', env: 2 }),
      () => api.promptRelease.offline({ prompt_id: id, version: '1.0.0', env: 2 }),
      () => api.promptRelease.saveSettings({ space_id, approval: false }),
      () => api.promptReleaseTask.create({ space_id, release_resources, env: 2 }),
      () => api.promptReleaseTask.rollback({ release_task_id }),
      () => api.promptReleaseTask.trigger({ release_task_id, subtask_key: 'approve', trigger_operation: 2 }),
      () => api.promptLark.saveSettings({ space_id, app_id: '' }),
      () => api.promptLibrary.save({ prompt: { id: sign.id, space_id, name: 'Mine', prompt_text: 'x' } } as never),
    ]
    for (const call of refused) await expect(call()).rejects.toMatchObject({ status: 403 })
    const { items } = await api.promptServe.mget({ workspace_id: space_id, queries: [{ prompt_key: key }] })
    expect(items[0]!.prompt.version).toBe('1.0.0')
  })
  test('22: errors name nothing from another space', async () => {
    const foreign = await create({ display_name: 'Quiet plan', prompt_type: 4, ...message('Bye') }, stranger, farSpace)
    const { id } = await create()
    const tag = `<cozeloop_snippet>id=${foreign.id}&version=1.0.0</cozeloop_snippet>`
    await lab.owner.api.promptManage.save({ prompt_id: id, ...message(tag) })
    const refusal = await lab.owner.api.promptManage
      .publish({ prompt_id: id, version: '2.0.0' })
      .catch((cause: Error) => cause)
    expect(String((refusal as Error).message)).not.toMatch(/Quiet|Bye/)
    const { prompts } = await lab.owner.api.promptManage.list({ space_id: lab.spaceId, key_word: 'Quiet' })
    expect(prompts).toEqual([])
  })
  test('32: templates cannot reach the host, and always end', async () => {
    const templates = [
      "{{ ''.__class__ }}",
      '{% for i in range(1000000000) %}x{% endfor %}',
      '{% include "/etc/passwd" %}',
      '{% import "os" as os %}',
      '{{ who.constructor.constructor("return process")() }}',
      `${'{% if who %}'.repeat(10_000)}x${'{% endif %}'.repeat(10_000)}`,
      '{% for a in range(9000) %}{% for b in range(9000) %}{{ a }}{% endfor %}{% endfor %}',
    ]
    for (const content of templates) {
      const outcome = await lab.owner.api.promptServe
        .render({
          prompt_template: {
            template_type: 'jinja2',
            message_list: [{ message_type: 1, content }],
            variable_defs: [{ key: 'who' }],
          },
          variable_vals: [{ key: 'who', value: 'Ann' }],
        } as never)
        .catch((cause: { status: number }) => cause.status)
      expect(outcome, content.slice(0, 40)).toBe(400)
    }
  })
  test('33, 66: references in tool schemas are never fetched; malformed tool calls end the run normally', async () => {
    const parameters = JSON.stringify({ $ref: 'http://127.0.0.1:9/schema.json', $defs: { a: { $ref: '#/$defs/a' } } })
    const { id, key } = await create({
      tools: [{ tool_def: { function: { name: 'find', parameters } }, mock_response: ['1'] }],
    })
    expect(
      (await send('go', 'mget', { workspace_id: lab.spaceId, queries: [{ prompt_key: key, version: '' }] })).status,
    ).toBe(200)
    lab.server.script(calls({ id: 'a', name: 'find', arguments: '{"half' }), says('ok'))
    const prompt = { id, version: '1.0.0' }
    const { prompt: whole } = await lab.owner.api.promptManage.get({ prompt_id: id })
    const tried = await lab.owner.api.promptRun.tryOut({
      space_id: lab.spaceId,
      prompt: { ...whole, ...prompt },
    } as never)
    expect(JSON.stringify(tried)).toContain('ok')
  })
  test('67, 68: model failures end the stream with an error, and provider keys never appear', async () => {
    const { key } = await create()
    const body = { workspace_id: lab.spaceId, prompt_identifier: { prompt_key: key, version: '' } }
    const faults = [
      { steps: [] },
      { steps: [{ text: 'Half' }, { cut: true as const }], open: true },
      refuses(401, 'Incorrect API key provided: sk-lab-secret-key-0001'),
      { steps: [{ raw: 'data: {"choices":[{"delta":{"content":"x"\n\n' }] },
    ]
    for (const fault of faults) {
      lab.server.reset()
      lab.server.script(fault, fault, fault, fault)
      const { text } = await send('javascript', 'execute_streaming', body)
      expect(text).not.toContain('sk-lab-secret')
      expect(text.length).toBeLessThan(2000)
      for (const block of text.split('\n\n').filter(Boolean))
        expect(block).toMatch(/^(event: error\n)?data: \{[^\n]*\}$/)
    }
    await lab.t.services.spanQueue.flush()
    const { rows } = await lab.t.infra.database.pool.query<{ said: string }>(
      `SELECT concat(s.error_msg, s.error_zh, b.input, b.output) AS said FROM span s
       JOIN span_body b USING (keep, started_at, space_id, trace_id, span_id) WHERE s.prompt_key = $1`,
      [key],
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('sk-lab-secret')
  })
  test.each([0, -1, 1e9])('81: a page of %d is clamped or refused', async (page_size) => {
    const space_id = lab.spaceId
    const { id } = await create()
    const pages = [
      () => lab.owner.api.promptManage.list({ space_id, page: 1, page_size }),
      () => lab.owner.api.promptManage.versions({ prompt_id: id, page_size }),
      () => lab.owner.api.promptBatch.list({ prompt_id: id, page: 1, page_size }),
      () => lab.owner.api.promptReleaseTask.list({ space_id, page: 1, page_size }),
    ]
    for (const page of pages) {
      const outcome = await page().then(
        (found) => JSON.stringify(found).length < 200_000,
        (cause: { status: number }) => cause.status === 400,
      )
      expect(outcome).toBe(true)
    }
  })
  test('83: a prompt in use or served cannot be deleted, and a run keeps its version', async () => {
    const sign = await create({ prompt_type: 4, ...message('Bye') })
    const tag = `<cozeloop_snippet>id=${sign.id}&version=1.0.0</cozeloop_snippet>`
    const { id } = await create(message(tag))
    await lab.owner.api.promptRelease.release({ prompt_id: id, version: '1.0.0', env: 2 })
    // The newest version does not use the segment, but the served version does.
    await lab.owner.api.promptManage.save({ prompt_id: id, ...message('Alone {{who}}') })
    await lab.owner.api.promptManage.publish({ prompt_id: id, version: '2.0.0' })
    for (const prompt_id of [id, sign.id])
      await expect(lab.owner.api.promptManage.remove({ prompt_id })).rejects.toMatchObject({ status: 409 })
    const fields = [{ name: 'who', contentType: 1 as const }]
    const { datasetID } = await lab.owner.api.dataset.create({ spaceID: lab.spaceId, name: `Rows ${n}`, fields })
    await lab.owner.api.datasetItem.addMany({ datasetID, items: [{ data: [{ name: 'who', content: 'Ann' }] }] })
    const { task_id } = await lab.owner.api.promptBatch.start({ prompt_id: id, dataset_id: datasetID })
    await lab.owner.api.promptManage.save({ prompt_id: id, ...message('Later {{who}}') })
    lab.server.script(says('ok'))
    await lab.t.services.promptBatches.run(task_id)
    expect(lab.server.requests[0]!.body.messages[0]!.content).toBe('Alone Ann')
  })
})

describe('the strictest security level', () => {
  const secret = 'The vault opens with 4711'
  test('keeps texts out of traces, exports, lists and searches, and out of the tries of others', async () => {
    const { id, key } = await create({ security_level: 4, ...message(secret) })
    lab.server.script(says('done'), says('done'))
    await send('go', 'execute', { workspace_id: lab.spaceId, prompt_identifier: { prompt_key: key, version: '' } })
    await member.api.promptRun.tryOut({ space_id: lab.spaceId, prompt: { id, ...message(secret) } } as never)
    await lab.t.services.spanQueue.flush()
    const { rows } = await lab.t.infra.database.pool.query('SELECT input, output FROM span_body')
    expect(JSON.stringify(rows)).not.toContain('vault')
    const heads = await lab.t.infra.database.pool.query('SELECT input, output FROM trace_head')
    expect(JSON.stringify(heads.rows)).not.toContain('vault')
    const file = await lab.owner.api.bundle.export({ space_id: lab.spaceId, ids: [id] })
    expect(JSON.stringify(file)).not.toContain('vault')
    const listed = [
      await member.api.promptManage.list({ space_id: lab.spaceId, page: 1, page_size: 100 }),
      await member.api.promptLibrary.list({ space_id: lab.spaceId, size: 100 }),
      await lab.owner.api.promptRun.history({ prompt_id: id, list_all: true }),
    ]
    expect(JSON.stringify(listed)).not.toContain('vault')
  })
  test('cannot be bypassed with a less strict prompt', async () => {
    const strict = await create({ security_level: 4, prompt_type: 4, ...message(secret) })
    const tag = `<cozeloop_snippet>id=${strict.id}&version=1.0.0</cozeloop_snippet>`
    await expect(create(message(tag))).rejects.toMatchObject({ status: 400, code: ErrorCode.prompt.badSegment })
    const tried = member.api.promptRun.tryOut({ space_id: lab.spaceId, prompt: message(tag) } as never)
    await expect(tried).rejects.toMatchObject({ status: 400 })
    // An equally strict prompt may contain the segment, and neither can be made less strict alone.
    const whole = await create({ security_level: 4, ...message(tag) })
    const lower = { prompt_id: whole.id, security_level: 3, downgrade_reason: 'Because' }
    await expect(lab.owner.api.promptManage.update(lower)).rejects.toMatchObject({
      status: 409,
      code: ErrorCode.promptSegment.stricter,
    })
    const plain = await create({ prompt_type: 4, ...message('Plain') })
    await create(message(`<cozeloop_snippet>id=${plain.id}&version=1.0.0</cozeloop_snippet>`))
    await expect(lab.owner.api.promptManage.update({ prompt_id: plain.id, security_level: 4 })).rejects.toMatchObject({
      status: 409,
      code: ErrorCode.prompt.used,
    })
  })
})

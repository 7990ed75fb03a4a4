import { context, type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { listening } from '#testing/listening.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { writeProtobuf } from './otlp-protobuf.ts'

let t: TestApp
let owner: Person
let address: string
let spaceId: string
let token: string
const url = () => `${address}/v1/loop/opentelemetry/v1/traces`
const headers = () => ({ authorization: `Bearer ${token}`, 'cozeloop-workspace-id': spaceId })
const query = async <T extends object = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await t.infra.database.pool.query<T>(text, values)).rows
beforeAll(async () => {
  t = await openTestApp()
  address = await listening(t)
  owner = await t.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Programs' })).id
  ;({ token } = await owner.api.token.create({ name: 'Exporter', duration_day: '30' }))
  const provider = await owner.api.instanceModel.createProvider({
    kind: 'openai-compatible',
    name: 'Priced',
    base_url: 'https://models.example.test/v1',
    api_key: 'sk-otlp-0000000001',
  })
  const priced = { provider_id: provider.id, name: 'GPT', model: 'gpt-4o', price_in: 1000, price_out: 2000 }
  await owner.api.instanceModel.createModel(priced)
})

/** Records a trace with `make`, sends it with a real exporter, and returns the stored trace. */
async function exported(
  exporter: SpanExporter,
  make: (span: Span, child: (name: string, attributes: object) => void) => void,
) {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'shop', 'deployment.environment.name': 'production' }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('test')
  const root = tracer.startSpan('answer a question')
  const inRoot = trace.setSpan(context.active(), root)
  make(root, (name, attributes) => tracer.startSpan(name, { attributes: { ...attributes } }, inRoot).end())
  root.end()
  await provider.forceFlush()
  await provider.shutdown()
  const { traceId } = root.spanContext()
  const [head] = await query('SELECT * FROM trace_head WHERE trace_id = $1', [traceId])
  const spans = await query(
    `SELECT s.*, b.input, b.output, b.attributes FROM span s JOIN span_body b USING (keep, started_at, space_id, trace_id, span_id)
     WHERE s.trace_id = $1 ORDER BY s.started_at, s.parent_id, s.span_id`,
    [traceId],
  )
  return {
    head,
    spans,
    root: spans.find((span) => span.parent_id === ''),
    child: spans.find((span) => span.parent_id !== ''),
  }
}
const through = (attributes: object, name = 'call') =>
  exported(new ProtobufExporter({ url: url(), headers: headers() }), (_, child) => child(name, attributes))

describe('the exporters of OpenTelemetry', () => {
  test.each([
    ['protobuf', ProtobufExporter, 'none'],
    ['protobuf, gzip', ProtobufExporter, 'gzip'],
    ['JSON', JsonExporter, 'none'],
    ['JSON, gzip', JsonExporter, 'gzip'],
  ] as const)(
    '%s: a tree with tokens, cost, user, thread, values and the failure',
    async (_, Exporter, compression) => {
      const exporter = new Exporter({ url: url(), headers: headers(), compression: compression as never })
      const { head, root, child } = await exported(exporter, (span, start) => {
        span.setAttributes({
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.conversation.id': 'talk-7',
          'user.id': 'ann',
        })
        span.setStatus({ code: SpanStatusCode.ERROR, message: 'no answer' })
        start('chat gpt-4o', {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': 'openai',
          'gen_ai.request.model': 'gpt-4o',
          'gen_ai.response.model': 'gpt-4o-2026-08-06',
          'gen_ai.usage.input_tokens': 100,
          'gen_ai.usage.output_tokens': 10,
          'gen_ai.response.time_to_first_chunk': 0.25,
          'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"你好"}]}]',
          'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"hi"}]}]',
          'shop.list': ['a', 'b'],
          'shop.ratio': 0.5,
          'shop.ok': true,
        })
      })
      expect(root).toMatchObject({ kind: 'agent', name: 'answer a question', status: 2, error_msg: 'no answer' })
      expect(child).toMatchObject({
        parent_id: root!.span_id,
        kind: 'model',
        model: 'gpt-4o-2026-08-06',
        provider: 'openai',
        input_tokens: '100',
        output_tokens: '10',
        first_us: '250000',
        cost: 0.12,
        status: 1,
        attributes: { 'shop.list': ['a', 'b'], 'shop.ratio': 0.5, 'shop.ok': true, scope: 'test' },
      })
      expect(child!.input).toContain('你好')
      expect(head).toMatchObject({
        source: 'otlp',
        service: 'shop',
        scene: 'online',
        root_id: root!.span_id,
        user_key: 'ann',
        thread_id: 'talk-7',
        input_tokens: '100',
        cost: 0.12,
        span_count: 2,
        failed_count: 1,
        status: 2,
      })
    },
  )
  test('need only the URL of the instance and a token for one space', async () => {
    const grants = { workspace_permission_v2: { workspace_id_list: [spaceId], permission_list: ['Trace.write'] } }
    const narrow = await owner.api.token.create({ name: 'One space', duration_day: '30', ...grants })
    const exporter = new ProtobufExporter({
      url: `${address}/v1/traces`,
      headers: { authorization: `Bearer ${narrow.token}` },
    })
    const { head } = await exported(exporter, () => {})
    expect(head).toMatchObject({ space_id: spaceId, name: 'answer a question' })
  })
})

describe('attributes of other conventions', () => {
  test.each([
    [
      'OpenTelemetry before 1.37',
      {
        'gen_ai.operation.name': 'chat',
        'gen_ai.system': 'anthropic',
        'gen_ai.request.model': 'claude',
        'gen_ai.usage.prompt_tokens': 8,
        'gen_ai.usage.completion_tokens': 3,
        'gen_ai.prompt.0.role': 'user',
        'gen_ai.prompt.0.content': 'hello',
        'gen_ai.completion.0.role': 'assistant',
        'gen_ai.completion.0.content': 'hi',
      },
      { kind: 'model', provider: 'anthropic', model: 'claude', input_tokens: '8', output_tokens: '3' },
      ['hello', 'hi'],
    ],
    [
      'OpenInference',
      {
        'openinference.span.kind': 'LLM',
        'llm.model_name': 'gpt-4o',
        'llm.provider': 'openai',
        'llm.token_count.prompt': 20,
        'llm.token_count.completion': 4,
        'llm.token_count.prompt_details.cache_read': 5,
        'llm.input_messages.0.message.role': 'user',
        'llm.input_messages.0.message.content': 'where?',
        'llm.output_messages.0.message.content': 'there',
        'session.id': 's-1',
      },
      { kind: 'model', model: 'gpt-4o', input_tokens: '20', output_tokens: '4', cached_tokens: '5', thread_id: 's-1' },
      ['where?', 'there'],
    ],
    [
      'OpenInference, a retriever',
      {
        'openinference.span.kind': 'RETRIEVER',
        'input.value': 'tiles',
        'retrieval.documents.0.document.content': 'museum',
      },
      { kind: 'retrieval' },
      ['tiles', 'museum'],
    ],
    [
      'Traceloop',
      {
        'traceloop.span.kind': 'tool',
        'traceloop.entity.input': '{"q":1}',
        'traceloop.entity.output': '{"r":2}',
        'traceloop.association.properties.user_id': 'bob',
      },
      { kind: 'tool', user_key: 'bob' },
      ['{"q":1}', '{"r":2}'],
    ],
    [
      'Traceloop, a model',
      { 'llm.request.type': 'chat', 'gen_ai.request.model': 'm', 'llm.usage.total_tokens': 9 },
      { kind: 'model', input_tokens: '9' },
      ['', ''],
    ],
    [
      'the AI SDK, a model',
      {
        'ai.operationId': 'ai.streamText.doStream',
        'ai.model.id': 'gpt-4o',
        'ai.model.provider': 'openai.chat',
        'ai.usage.promptTokens': 6,
        'ai.usage.completionTokens': 2,
        'ai.prompt.messages': '[{"role":"user","content":"go"}]',
        'ai.response.text': 'gone',
        'ai.response.msToFirstChunk': 12.5,
        'ai.telemetry.metadata.userId': 'cleo',
      },
      { kind: 'model', model: 'gpt-4o', input_tokens: '6', output_tokens: '2', first_us: '12500', user_key: 'cleo' },
      ['go', 'gone'],
    ],
    [
      'the AI SDK, a tool',
      { 'ai.operationId': 'ai.toolCall', 'ai.toolCall.args': '{"x":1}', 'ai.toolCall.result': '2' },
      { kind: 'tool' },
      ['{"x":1}', '2'],
    ],
    [
      'cozeloop',
      {
        'cozeloop.span_type': 'prompt',
        'cozeloop.input': 'in',
        'cozeloop.output': 'out',
        'cozeloop.prompt_key': 'greet',
        'cozeloop.prompt_version': '0.1',
        'cozeloop.thread_id': 't-9',
      },
      { kind: 'prompt', raw_type: 'prompt', prompt_key: 'greet', prompt_version: '0.1', thread_id: 't-9' },
      ['in', 'out'],
    ],
    [
      'what nobody knows',
      { 'gen_ai.usage.odd': { nested: 1 } as never, 'gen_ai.usage.input_tokens': 'many', 'my.own': 'kept' },
      { kind: 'custom', input_tokens: '0', attributes: expect.objectContaining({ 'my.own': 'kept' }) },
      ['', ''],
    ],
  ])('%s', async (_, attributes, expected, [input, output]) => {
    const { child } = await through(attributes)
    expect(child).toMatchObject(expected)
    expect(child!.input).toContain(input)
    expect(child!.output).toContain(output)
  })
  test('totals of outer spans are not counted twice', async () => {
    const { head } = await exported(new ProtobufExporter({ url: url(), headers: headers() }), (_, child) => {
      const usage = { 'ai.usage.promptTokens': 6, 'ai.usage.completionTokens': 2, 'ai.model.id': 'gpt-4o' }
      child('outer', { ...usage, 'ai.operationId': 'ai.generateText' })
      child('inner', { ...usage, 'ai.operationId': 'ai.generateText.doGenerate' })
    })
    expect(head).toMatchObject({ input_tokens: '6', output_tokens: '2', span_count: 3 })
  })
})

const id = (digits: number) =>
  Array.from({ length: digits }, () => Math.floor(Math.random() * 15 + 1).toString(16)).join('')
const spanOf = (more: object = {}) => {
  const start = BigInt(t.clock.now()) * 1_000_000n
  return {
    traceId: id(32),
    spanId: id(16),
    name: 'by hand',
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + 5_000_000n),
    ...more,
  }
}
const bodyOf = (...spans: object[]) => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })
const send = (body: string | Uint8Array<ArrayBuffer>, more: Record<string, string | undefined> = {}) => {
  const all = { ...headers(), 'content-type': 'application/json', ...more }
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return t.request('/v1/traces', { method: 'POST', headers: Object.fromEntries(given), body })
}

describe('an invalid request', () => {
  test('has its invalid spans reported and its valid spans stored', async () => {
    const good = spanOf()
    const late = spanOf({ startTimeUnixNano: String(BigInt(t.clock.now() + 3_600_000) * 1_000_000n) })
    const response = await send(bodyOf(spanOf({ traceId: 'xyz' }), good, late))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      partialSuccess: { rejectedSpans: '2', errorMessage: expect.stringMatching(/spans\[0\]\.trace_id: must be 32/) },
    })
    expect(await query('SELECT 1 FROM span WHERE trace_id = $1', [good.traceId])).toHaveLength(1)
    expect(await query('SELECT 1 FROM span WHERE trace_id = $1', [late.traceId])).toEqual([])
  })
  test('with a value that is too long has the value cut and reported', async () => {
    const long = spanOf({ attributes: [{ key: 'shop.page', value: { stringValue: 'x'.repeat(1024 * 1024 + 1) } }] })
    const response = await send(bodyOf(spanOf(), long))
    expect(await response.json()).toEqual({
      partialSuccess: {
        rejectedSpans: '0',
        errorMessage: expect.stringMatching(/^spans\[1\]\.attributes\.shop\.page: longer than 1048576 /),
      },
    })
    const [stored] = await query<{ attributes: Record<string, unknown> }>(
      'SELECT attributes FROM span_body WHERE trace_id = $1',
      [long.traceId],
    )
    expect(stored!.attributes).toMatchObject({ 'orrery.cut': ['shop.page'] })
    expect(String(stored!.attributes['shop.page'])).toHaveLength(1024 * 1024 + 1)
  })
  test('is answered in the format of the request', async () => {
    const answer = writeProtobuf(2, 'why')
    expect(Buffer.from(answer).toString('latin1')).toContain('why')
    const response = await send(new Uint8Array(), { 'content-type': 'application/x-protobuf' })
    expect([response.status, response.headers.get('content-type'), (await response.arrayBuffer()).byteLength]).toEqual([
      200,
      'application/x-protobuf',
      0,
    ])
    expect(await (await send('{}')).json()).toEqual({})
  })
  test.each([
    ['another type', '<xml/>', { 'content-type': 'text/xml' }, 415, /content-type/],
    ['another compression', '{}', { 'content-encoding': 'br' }, 415, /content-encoding/],
    ['invalid gzip', '{}', { 'content-encoding': 'gzip' }, 400, /gzip/],
    ['invalid JSON', '{', {}, 400, /JSON/],
    [
      'a wrong field',
      '{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":1}]}]}]}',
      {},
      400,
      /resourceSpans\.0\.scopeSpans\.0\.spans\.0\.name/,
    ],
    ['no token', '{}', { authorization: undefined }, 401, /./],
    ['a wrong token', '{}', { authorization: 'Bearer pat_nothing' }, 401, /./],
  ])('with %s is refused', async (_, body, more, status, message) => {
    const response = await send(body, more)
    expect(response.status).toBe(status)
    expect(((await response.json()) as { msg: string }).msg).toMatch(message)
  })
  test('needs a space, and the right to write to it', async () => {
    expect((await send(bodyOf(spanOf()), { 'cozeloop-workspace-id': undefined })).status).toBe(400)
    const outsider = await t.register('outsider')
    const foreign = await outsider.api.token.create({ name: 'x', duration_day: '30' })
    const span = spanOf()
    const refused = await send(bodyOf(span), { authorization: `Bearer ${foreign.token}` })
    const missing = await send(bodyOf(span), {
      authorization: `Bearer ${foreign.token}`,
      'cozeloop-workspace-id': '12345',
    })
    expect([refused.status, missing.status]).toEqual([404, 404])
    expect(await query('SELECT 1 FROM span WHERE trace_id = $1', [span.traceId])).toEqual([])
    const grants = { workspace_permission_v2: { workspace_id_list: [spaceId], permission_list: ['Workspace.list'] } }
    const other = await owner.api.token.create({ name: 'No traces', duration_day: '30', ...grants })
    expect((await send(bodyOf(span), { authorization: `Bearer ${other.token}` })).status).toBe(403)
  })
  test('is refused if it is a zip bomb', async () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(20 * 1024 * 1024, ' ')))
    const response = await send(bomb, { 'content-encoding': 'gzip' })
    expect(response.status).toBe(413)
  })
  test.each([
    ['a length beyond the end', [0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f]],
    ['a length of many petabytes', [0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]],
    ['half a number', [0x0a, 0x06, 0x12, 0x04, 0x12, 0x02, 0x39, 0x01]],
    ['a wrong wire type', [0x0f, 0x01]],
  ])('as protobuf with %s is refused', async (_, bytes) => {
    const response = await send(new Uint8Array(bytes), { 'content-type': 'application/x-protobuf' })
    expect(response.status).toBe(400)
  })
})

test('credentials are stored nowhere, and characters that the database cannot hold are replaced', async () => {
  const secret = 'sk-0123456789abcdef0123'
  const attributes = [
    { key: 'note', value: { stringValue: `the key is ${secret} \u0000 \ud800` } },
    { key: 'input.value', value: { stringValue: `use ${secret}\u0000` } },
    // In JSON, the escaped line break directly precedes the credential.
    { key: 'lines', value: { stringValue: `first\n${secret}\tBearer ${secret}` } },
    { key: 'list', value: { arrayValue: { values: [{ stringValue: `\n${secret}` }] } } },
  ]
  const span = spanOf({ attributes })
  expect((await send(bodyOf(span))).status).toBe(200)
  const [stored] = await query<{ all: string }>(
    `SELECT concat((SELECT json_agg(s) FROM span s WHERE trace_id = $1), (SELECT json_agg(b) FROM span_body b WHERE trace_id = $1),
       (SELECT json_agg(h) FROM trace_head h WHERE trace_id = $1)) AS all`,
    [span.traceId],
  )
  expect(stored!.all).toContain('the key is sk-***')
  expect(stored!.all).not.toContain(secret)
})

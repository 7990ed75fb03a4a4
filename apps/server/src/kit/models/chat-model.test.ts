import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeEach, describe, expect, test } from 'vitest'
import { calls, openScriptedModel, refuses, type Reply, says } from '#testing/scripted-model.ts'
import { createEgress } from '../egress/egress.ts'
import { AppError } from '../errors.ts'
import { createLog } from '../log.ts'
import { createChatModel } from './chat-model.ts'
import type { ChatRequest } from './chat-types.ts'
import { createEmbeddingModel } from './embedding-model.ts'
import type { ModelConfig, ProviderKind } from './provider-config.ts'

const server = await openScriptedModel()
const log = createLog({ destination: { write: () => {} } })
const egress = createEgress({ allow: [server.host, '127.0.0.1:1'], log })
const key = 'sk-scripted-0123456789'
const configOf = (kind: ProviderKind): ModelConfig => ({
  kind,
  providerName: 'Scripted',
  baseUrl: server.baseUrl,
  apiKey: key,
  model: 'tiny',
})
const hello: ChatRequest = { messages: [{ role: 'user', content: 'hello' }] }
const model = createChatModel(configOf('openai-compatible'), egress)

/** Runs one call; the result includes what was streamed before a failure. */
async function ask(request: Partial<ChatRequest> = {}, ...replies: Reply[]) {
  server.script(...replies)
  const seen = { text: '', reasoning: '', retries: 0 }
  const outcome = await model
    .chat(
      { ...hello, ...request },
      {
        text: (delta) => void (seen.text += delta),
        reasoning: (delta) => void (seen.reasoning += delta),
        retry: () => void (seen.retries += 1),
      },
    )
    .then(
      (result) => ({ result, error: undefined }),
      (error: unknown) => ({ result: undefined, error: error as AppError }),
    )
  return { ...outcome, seen }
}
beforeEach(() => server.reset())

describe('an answer', () => {
  test('streams chunk by chunk, with usage and the time to the first chunk', async () => {
    const { result, seen } = await ask({}, says('Hel', 'lo'))
    expect(seen.text).toBe('Hello')
    expect(result).toMatchObject({
      text: 'Hello',
      finish: 'stop',
      attempts: 1,
      usage: { inputTokens: 11, outputTokens: 7, isEstimated: false },
    })
    expect(result!.firstChunkMs).toBeGreaterThan(0)
  })
  test('may begin with reasoning', async () => {
    const { result } = await ask(
      {},
      { steps: [{ reasoning: 'hm ' }, { reasoning: 'well' }, { text: 'yes' }, { finish: 'stop' }] },
    )
    expect(result).toMatchObject({ reasoning: 'hm well', text: 'yes' })
  })
  test('may call several tools at once, with the arguments in several parts', async () => {
    const { result } = await ask(
      { tools: [{ name: 'add', description: 'adds', parameters: { type: 'object' } }] },
      {
        steps: [
          { call: { id: 'a', name: 'add', arguments: '{"x"' }, index: 0 },
          { call: { id: 'a', name: '', arguments: ':1}' }, index: 0 },
          { call: { id: 'b', name: 'add', arguments: '{"x":2}' }, index: 1 },
          { finish: 'tool_calls' },
        ],
      },
    )
    expect(result!.finish).toBe('tool_calls')
    expect(result!.toolCalls).toEqual([
      { id: 'a', name: 'add', arguments: '{"x":1}' },
      { id: 'b', name: 'add', arguments: '{"x":2}' },
    ])
  })
  test('gets estimated usage when the provider reports none', async () => {
    const { result } = await ask({}, { steps: [{ text: 'one two three' }, { finish: 'stop' }] })
    expect(result!.usage).toMatchObject({ isEstimated: true, outputTokens: 3 })
  })
  test('is also accepted as one JSON document', async () => {
    const { result } = await ask(
      {},
      {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ choices: [{ message: { content: 'whole' }, finish_reason: 'stop' }] }),
      },
    )
    expect(result!.text).toBe('whole')
  })
  test('stays intact when packets are cut anywhere, even inside a character', async () => {
    const line = Buffer.from(`data: ${JSON.stringify({ choices: [{ delta: { content: '星象仪' } }] })}\r\n\r\n`)
    const steps = [...line].map((byte) => ({ raw: Buffer.from([byte]) as unknown as string }))
    const { result } = await ask({}, { steps: [...steps, { finish: 'stop' }] })
    expect(result!.text).toBe('星象仪')
  })
})

describe('a request', () => {
  test('has parameters, tools, history in pairs and the key', async () => {
    await ask(
      {
        messages: [
          { role: 'system', content: 'be brief' },
          { role: 'user', content: 'weather?' },
          { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'weather', arguments: '{"city":"Oslo"}' }] },
          { role: 'tool', callId: 'c1', name: 'weather', content: 'rain' },
        ],
        tools: [{ name: 'weather', description: 'the weather', parameters: { type: 'object', properties: {} } }],
        params: { temperature: 0.3, topP: 0.5, maxTokens: 100, frequencyPenalty: 0.1, presencePenalty: 0.2 },
      },
      says('ok'),
    )
    const { body, headers, path } = server.requests[0]!
    expect(path).toBe('/v1/chat/completions')
    expect(headers.authorization).toBe(`Bearer ${key}`)
    expect(body).toMatchObject({
      model: 'tiny',
      stream: true,
      temperature: 0.3,
      top_p: 0.5,
      max_tokens: 100,
      frequency_penalty: 0.1,
      presence_penalty: 0.2,
    })
    expect(body.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool'])
    expect(body.messages[3]).toMatchObject({ tool_call_id: 'c1', content: 'rain' })
    expect(body.tools![0]!.function.name).toBe('weather')
  })
  test('sends pictures as parts and requests JSON', async () => {
    await ask(
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'what is this?' },
              { type: 'file', mediaType: 'image/png', data: { base64: 'iVBORw0KGgo=' } },
            ],
          },
        ],
        json: {},
      },
      says('{}'),
    )
    const { body } = server.requests[0]!
    expect(JSON.stringify(body.messages[0]!.content)).toContain('data:image/png;base64,iVBORw0KGgo=')
    expect(body.response_format!.type).toBe('json_object')
  })
})

describe('every failure has its own message', () => {
  const codes = {
    badKey: ErrorCode.provider.badKey,
    unknownModel: ErrorCode.provider.unknownModel,
    rateLimited: ErrorCode.provider.rateLimited,
    noCredit: ErrorCode.platform.tokenInsufficient,
    notOfferedHere: ErrorCode.platform.countryRestricted,
    serverError: ErrorCode.provider.serverError,
    refusedRequest: ErrorCode.provider.refusedRequest,
    tooLong: ErrorCode.provider.tooLong,
    emptyAnswer: ErrorCode.provider.emptyAnswer,
    brokenChunk: ErrorCode.provider.brokenChunk,
    cutOff: ErrorCode.provider.cutOff,
    failedMidway: ErrorCode.provider.failedMidway,
    filtered: ErrorCode.provider.filtered,
    notAnEventStream: ErrorCode.provider.notAnEventStream,
  }
  const storm = (reply: Reply) => [reply, reply, reply]
  const cases: [keyof typeof codes, string, Reply[]][] = [
    ['badKey', 'a wrong key', [refuses(401, `Incorrect API key provided: ${key}`)]],
    ['unknownModel', 'an unknown model', [refuses(404, 'The model `tiny` does not exist')]],
    ['rateLimited', 'a storm of 429', storm(refuses(429, 'slow down'))],
    ['noCredit', 'an empty account', [refuses(429, 'You exceeded your current quota')]],
    ['notOfferedHere', 'a country that is not served', [refuses(403, 'Country, region, or territory not supported')]],
    [
      'notOfferedHere',
      'a location that is not served',
      [refuses(400, 'User location is not supported for the API use.')],
    ],
    ['serverError', 'a storm of 500', storm(refuses(500, 'oops'))],
    ['refusedRequest', 'a refused request', [refuses(400, 'temperature must be below 2')]],
    ['tooLong', 'a history that is too long', [refuses(400, "This model's maximum context length is 8192 tokens")]],
    ['emptyAnswer', 'an empty stream', [{ steps: [] }]],
    ['emptyAnswer', 'a stream that ends before it begins', [{ open: true }]],
    ['emptyAnswer', 'an answer without words', [{ steps: [{ finish: 'stop' }] }]],
    ['brokenChunk', 'half a JSON object', [{ steps: [{ text: 'par' }, { raw: 'data: {"choices":[{"del\n\n' }] }]],
    [
      'brokenChunk',
      'a last line that breaks off',
      [{ steps: [{ text: 'par' }, { raw: 'data: {"choices":[{"del' }], open: true }],
    ],
    ['cutOff', 'a connection that breaks', [{ steps: [{ text: 'part' }, { cut: true }] }]],
    ['cutOff', 'an end without a reason', [{ steps: [{ text: 'part' }], open: true }]],
    [
      'failedMidway',
      'an error in the middle',
      [{ steps: [{ text: 'part' }, { error: { message: 'engine overheated' } }] }],
    ],
    ['filtered', 'a filter', [{ steps: [{ finish: 'content_filter' }] }]],
    ['notAnEventStream', 'a web page', [{ headers: { 'content-type': 'text/html' }, body: '<html>' }]],
  ]
  test.each(cases)('%s: %s', async (name, _, replies) => {
    const { error } = await ask({}, ...replies)
    expect(error).toBeInstanceOf(AppError)
    expect(error!.code).toBe(codes[name])
    expect(error!.text('zh-CN')).not.toBe(error!.text('en'))
    for (const locale of ['en', 'zh-CN'] as const) expect(error!.text(locale)).not.toMatch(/\{\w+\}/)
  })
  test('a key quoted by the provider is masked', async () => {
    const { error } = await ask({}, refuses(400, `bad header: Bearer ${key} is not allowed for ${key}`))
    expect(JSON.stringify([error!.message, error!.params])).not.toContain('0123456789')
  })
  test('text before a failure is streamed', async () => {
    const { seen } = await ask({}, { steps: [{ text: 'part' }, { cut: true }] })
    expect(seen.text).toBe('part')
  })
  test('a missing first chunk times out', async () => {
    const { error } = await ask({ firstChunkMs: 50 }, { steps: [{ until: new Promise(() => {}) }] })
    expect(error!.code).toBe(ErrorCode.provider.noFirstChunk)
  })
  test('silence in the middle of an answer times out', async () => {
    const { error, seen } = await ask({ idleMs: 50 }, { steps: [{ text: 'a' }, { until: new Promise(() => {}) }] })
    expect(error!.code).toBe(ErrorCode.provider.stalled)
    expect(seen.text).toBe('a')
  })
  test('an unreachable provider fails', async () => {
    const away = createChatModel({ ...configOf('openai-compatible'), baseUrl: 'http://127.0.0.1:1' }, egress)
    await expect(away.chat(hello)).rejects.toMatchObject({ code: ErrorCode.provider.unreachable })
  })
  test('a provider on a private address that is not allowed is refused', async () => {
    const inside = createChatModel({ ...configOf('openai-compatible'), baseUrl: 'http://10.0.0.1/v1' }, egress)
    await expect(inside.chat(hello)).rejects.toMatchObject({ code: ErrorCode.egress.hostRefused })
  })
  test("an abort by the caller rejects with the caller's reason, and the connection is closed", async () => {
    const stop = new AbortController()
    server.script({ steps: [{ text: 'a' }, { until: new Promise(() => {}) }] })
    const reason = new Error('stopped')
    const call = model.chat({ ...hello, signal: stop.signal }, { text: () => stop.abort(reason) })
    await expect(call).rejects.toBe(reason)
  })
})

describe('retries', () => {
  test('429 and 5xx before the first chunk are retried', async () => {
    const { result, seen } = await ask({}, refuses(429, 'slow down'), refuses(503, 'busy'), says('at last'))
    expect(result).toMatchObject({ text: 'at last', attempts: 3 })
    expect(seen.retries).toBe(2)
  })
  test('nothing is retried once part of the answer has arrived', async () => {
    const { error } = await ask({}, { steps: [{ text: 'part' }, { cut: true }] }, says('never'))
    expect(error!.code).toBe(ErrorCode.provider.cutOff)
    expect(server.requests).toHaveLength(1)
  })
  test('a refused key is not retried', async () => {
    await ask({}, refuses(401, 'no'), says('never'))
    expect(server.requests).toHaveLength(1)
  })
  test('a provider that requests a long wait is not retried', async () => {
    const { error } = await ask({}, refuses(429, 'later', { 'retry-after': '3600' }), says('never'))
    expect(error!.code).toBe(ErrorCode.provider.rateLimited)
    expect(server.requests).toHaveLength(1)
  })
})

test('the key is sent to its own host only', async () => {
  server.script({ status: 307, headers: { location: 'http://127.0.0.1:1/elsewhere' }, body: '' })
  await expect(model.chat(hello)).rejects.toBeInstanceOf(AppError)
})

describe('providers with their own protocols', () => {
  test('OpenAI: responses', async () => {
    // The official host name leads to the scripted server: at any other address, OpenAI's chat completions are used.
    const resolve = async () => ['93.184.216.34']
    const named = createEgress({ allow: [], log, resolve, dial: () => '127.0.0.1' })
    const baseUrl = `http://api.openai.com:${server.host.split(':')[1]}/v1`
    const openai = createChatModel({ ...configOf('openai'), baseUrl }, named)
    const event = (type: string, rest: object) => ({
      raw: `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`,
    })
    const item = { type: 'message', id: 'm', role: 'assistant', status: 'in_progress', content: [] }
    server.script({
      open: true,
      steps: [
        event('response.created', { sequence_number: 0, response: { id: 'r', created_at: 1, model: 'tiny' } }),
        event('response.output_item.added', { sequence_number: 1, output_index: 0, item }),
        event('response.output_text.delta', {
          sequence_number: 2,
          item_id: 'm',
          output_index: 0,
          content_index: 0,
          delta: 'Hi',
          logprobs: [],
        }),
        event('response.completed', {
          sequence_number: 3,
          response: { incomplete_details: null, usage: { input_tokens: 3, output_tokens: 1 } },
        }),
      ],
    })
    expect(await openai.chat(hello)).toMatchObject({ text: 'Hi', usage: { inputTokens: 3, outputTokens: 1 } })
    expect(server.requests[0]!.path).toBe('/v1/responses')
  })
  test('Anthropic: messages, thinking and its own errors', async () => {
    const anthropic = createChatModel(configOf('anthropic'), egress)
    const event = (type: string, rest: object = {}) => ({
      raw: `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`,
    })
    server.script({
      open: true,
      steps: [
        event('message_start', {
          message: {
            id: 'm',
            type: 'message',
            role: 'assistant',
            model: 'tiny',
            content: [],
            stop_reason: null,
            usage: { input_tokens: 5, output_tokens: 0 },
          },
        }),
        event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
        event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hello' } }),
        event('content_block_stop', { index: 0 }),
        event('message_delta', {
          delta: { stop_reason: 'end_turn', stop_sequence: null },
          usage: { output_tokens: 2 },
        }),
        event('message_stop'),
      ],
    })
    expect(await anthropic.chat(hello)).toMatchObject({ text: 'Hello', finish: 'stop', usage: { outputTokens: 2 } })
    expect(server.requests[0]!.headers['x-api-key']).toBe(key)
    // Sent only if the bot wants its system prompt cached.
    expect(JSON.stringify(server.requests[0]!.body)).not.toContain('cache_control')
    const system = { role: 'system' as const, content: 'You are kind' }
    server.script({ status: 400, body: '{}' })
    await anthropic.chat({ ...hello, messages: [system, ...hello.messages], cachesSystem: true }).catch(() => {})
    expect(JSON.stringify((server.requests[1]!.body as unknown as { system: unknown }).system)).toContain(
      '"cache_control":{"type":"ephemeral"}',
    )
    server.script({
      status: 401,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } }),
    })
    await expect(anthropic.chat(hello)).rejects.toMatchObject({ code: ErrorCode.provider.badKey })
  })
  test('Google: generateContent', async () => {
    const google = createChatModel(configOf('google'), egress)
    const chunk = (text: string, finishReason?: string) => ({
      raw: `data: ${JSON.stringify({
        candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason, index: 0 }],
        usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 2, totalTokenCount: 6 },
      })}\n\n`,
    })
    server.script({ open: true, steps: [chunk('Hal'), chunk('lo', 'STOP')] })
    expect(await google.chat(hello)).toMatchObject({ text: 'Hallo', usage: { inputTokens: 4, outputTokens: 2 } })
    expect(server.requests[0]!.headers['x-goog-api-key']).toBe(key)
  })
  test('Ollama: chat completions without a key', async () => {
    const ollama = createChatModel({ ...configOf('ollama'), apiKey: '' }, egress)
    server.script(calls({ name: 'look', arguments: '{}' }))
    const tools = [{ name: 'look', description: 'looks', parameters: { type: 'object' } }]
    expect((await ollama.chat({ ...hello, tools })).toolCalls[0]).toMatchObject({ name: 'look' })
    expect(server.requests[0]!.headers.authorization).toBeUndefined()
  })
})

test('embeddings are in the order of the texts, and a wrong number of them is an error', async () => {
  const embeddings = createEmbeddingModel(configOf('openai-compatible'), egress)
  const vectors = (...list: number[][]): Reply => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      data: list.map((embedding, index) => ({ embedding, index })),
      usage: { prompt_tokens: 9, total_tokens: 9 },
    }),
  })
  server.script(vectors([1, 0], [0, 1]))
  expect(await embeddings.embed(['a', 'b'])).toEqual({
    vectors: [
      [1, 0],
      [0, 1],
    ],
    tokens: 9,
  })
  server.script(vectors([1, 0]))
  await expect(embeddings.embed(['a', 'b'])).rejects.toMatchObject({ code: ErrorCode.provider.wrongVectors })
  server.script(refuses(401, 'no'))
  await expect(embeddings.embed(['a'])).rejects.toMatchObject({ code: ErrorCode.provider.badKey })
})

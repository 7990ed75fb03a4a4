import { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible'
import type { Egress } from '../egress/egress.ts'
import type { EgressResponse } from '../egress/answer.ts'
import type { Collector } from './answer-collector.ts'
import type { ChatRequest, Finish, Usage } from './chat-types.ts'
import { BrokenChunk, ModelFailure, readErrorBody } from './failure.ts'
import { modelErrors } from './model-errors.ts'
import { baseUrlOf, type ModelConfig } from './provider-config.ts'
import { providerInit } from './provider-fetch.ts'
import { type Quirks, quirksOf } from './provider-quirks.ts'
import { createEventReader } from './event-reader.ts'
import { readRefusal, readSome } from './provider-answer.ts'
import { toCallOptions } from './to-call-options.ts'

/**
 * The chat-completions protocol, which most providers use. The SDK builds the request; the answer is parsed here,
 * because the SDK's chain of web streams takes twice the CPU of the rest of a turn (100 streams of 100 tokens a second:
 * 2.1 s against 1.0 s).
 */
export function createCompatibleStream(config: ModelConfig, egress: Egress) {
  const url = `${baseUrlOf(config)}/chat/completions`
  const quirks = quirksOf(config)
  const writer = new OpenAICompatibleChatLanguageModel(config.model, {
    provider: 'orrery.chat',
    url: () => url,
    supportsStructuredOutputs: config.strictJson ?? false,
  })
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    ...(config.apiKey && { authorization: `Bearer ${config.apiKey}` }),
  }

  return async (request: ChatRequest, collector: Collector, signal: AbortSignal): Promise<void> => {
    const { body } = await writer.prepareRequest(toCallOptions(within(request, quirks)))
    const answer = await egress.fetch(url, {
      ...providerInit(config),
      method: 'POST',
      headers,
      body: JSON.stringify({ ...named(body, quirks), stream: true, stream_options: { include_usage: true } }),
      signal,
    })
    if (!answer.ok) throw await readRefusal(answer)
    const type = answer.headers.get('content-type') ?? ''
    if (/\bjson\b/.test(type)) return readWhole(await readJson(answer, config), collector)
    if (!type.includes('event-stream')) {
      answer.body.destroy()
      throw modelErrors.notAnEventStream({ provider: config.providerName })
    }
    await readStream(answer, collector, config)
  }
}

/** Clamps parameters that the provider would refuse. */
function within(request: ChatRequest, { maxTemperature }: Quirks): ChatRequest {
  const { params } = request
  if (maxTemperature === undefined || params?.temperature === undefined) return request
  return { ...request, params: { ...params, temperature: Math.min(params.temperature, maxTemperature) } }
}
function named(body: Record<string, unknown>, { outputField }: Quirks): Record<string, unknown> {
  const { max_tokens: longest, ...rest } = body
  return outputField && longest !== undefined ? { ...rest, [outputField]: longest } : body
}

async function readJson(answer: EgressResponse, config: ModelConfig): Promise<Completion> {
  const text = await readSome(answer, 8 * 1024 * 1024)
  try {
    return JSON.parse(text) as Completion
  } catch {
    throw modelErrors.brokenChunk({ provider: config.providerName })
  }
}

interface Piece {
  content?: string | null
  reasoning_content?: string | null
  reasoning?: string | null
  refusal?: string | null
  tool_calls?: { index?: number; id?: string; function?: { name?: string; arguments?: string } }[]
}
interface Completion {
  error?: unknown
  choices?: { delta?: Piece; message?: Piece; finish_reason?: string | null }[]
  usage?: {
    prompt_tokens?: number | null
    completion_tokens?: number | null
    prompt_tokens_details?: { cached_tokens?: number | null } | null
    completion_tokens_details?: { reasoning_tokens?: number | null } | null
  } | null
}

const finishes: Record<string, Finish> = {
  stop: 'stop',
  length: 'length',
  max_tokens: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'filter',
}

/** Reads the answer of a provider that does not stream. */
function readWhole(completion: Completion, collector: Collector) {
  if (completion.error) throw new ModelFailure(readErrorBody(completion.error))
  takeCompletion(completion, collector)
  if (!collector.answer.finish) collector.finish('stop')
}

function takeCompletion({ choices, usage }: Completion, collector: Collector) {
  const choice = choices?.[0]
  const piece = choice?.delta ?? choice?.message
  if (piece) {
    const reasoning = piece.reasoning_content ?? piece.reasoning
    if (reasoning) collector.reasoning(reasoning)
    if (piece.content) collector.text(piece.content)
    if (piece.refusal) collector.text(piece.refusal)
    piece.tool_calls?.forEach((call, position) =>
      collector.toolCall(call.index ?? position, {
        id: call.id,
        name: call.function?.name,
        arguments: call.function?.arguments,
      }),
    )
  }
  if (choice?.finish_reason) collector.finish(finishes[choice.finish_reason] ?? 'stop')
  if (usage) collector.usage(toUsage(usage))
}

const toUsage = (usage: NonNullable<Completion['usage']>): Usage => ({
  inputTokens: usage.prompt_tokens ?? 0,
  outputTokens: usage.completion_tokens ?? 0,
  cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
  reasoningTokens: usage.completion_tokens_details?.reasoning_tokens ?? 0,
  isEstimated: false,
})

function readStream({ body }: EgressResponse, collector: Collector, config: ModelConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    let isDone = false
    const reader = createEventReader((data) => {
      if (isDone) return
      if (data === '[DONE]') return void (isDone = true)
      const completion = parse(data)
      if (completion.error) throw new ModelFailure(readErrorBody(completion.error))
      takeCompletion(completion, collector)
    })
    const fail = (cause: unknown) => {
      body.destroy()
      reject(cause)
    }
    body.on('data', (chunk: Buffer) => {
      try {
        reader.push(chunk)
      } catch (cause) {
        fail(cause)
      }
    })
    body.on('error', reject)
    // It may have failed before a listener was attached. A fully read answer is closed as well.
    body.on('close', () => {
      if (!body.readableEnded) reject(body.errored ?? modelErrors.cutOff({ provider: config.providerName }))
    })
    if (body.destroyed) reject(body.errored ?? modelErrors.cutOff({ provider: config.providerName }))
    body.on('end', () => {
      if (isDone || collector.answer.finish) return resolve()
      // A partial event at the end is a broken message; without one, the connection was cut.
      if (reader.hasRest()) return reject(new BrokenChunk())
      if (!collector.hasStarted) return resolve()
      reject(modelErrors.cutOff({ provider: config.providerName }))
    })
  })
}

function parse(data: string): Completion {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    throw new BrokenChunk()
  }
  if (typeof value !== 'object' || value === null) throw new BrokenChunk()
  return value as Completion
}

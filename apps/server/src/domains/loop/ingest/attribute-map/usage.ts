import type { OtlpSpan } from '../otlp-types.ts'
import { pickCount, pickNumber } from './pick.ts'

const keys = {
  input: [
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.prompt_tokens',
    'llm.token_count.prompt',
    'llm.usage.prompt_tokens',
    'ai.usage.inputTokens',
    'ai.usage.promptTokens',
    'ai.usage.tokens',
    'cozeloop.input_tokens',
  ],
  output: [
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.completion_tokens',
    'llm.token_count.completion',
    'llm.usage.completion_tokens',
    'ai.usage.outputTokens',
    'ai.usage.completionTokens',
    'cozeloop.output_tokens',
  ],
  cached: [
    'gen_ai.usage.cache_read.input_tokens',
    'gen_ai.usage.cache_read_input_tokens',
    'llm.token_count.prompt_details.cache_read',
    'ai.usage.cachedInputTokens',
  ],
  reasoning: [
    'gen_ai.usage.reasoning.output_tokens',
    'gen_ai.usage.reasoning_tokens',
    'llm.token_count.completion_details.reasoning',
    'ai.usage.reasoningTokens',
  ],
  total: ['llm.usage.total_tokens', 'llm.token_count.total', 'gen_ai.usage.total_tokens'],
  cost: ['gen_ai.usage.cost', 'llm.cost.total', 'cozeloop.cost'],
} as const

/** Tokens, and the cost if the sender reports it. */
export function usageOf({ attributes }: OtlpSpan) {
  const input = pickCount(attributes, keys.input)
  const output = pickCount(attributes, keys.output)
  // Some senders report only the total.
  const total = pickCount(attributes, keys.total)
  return {
    inputTokens: input || output ? input : total,
    outputTokens: output,
    cachedTokens: pickCount(attributes, keys.cached),
    reasoningTokens: pickCount(attributes, keys.reasoning),
    cost: pickNumber(attributes, keys.cost),
  }
}

const firstEvents = new Set(['ai.stream.firstChunk', 'First Token Stream Event', 'gen_ai.content.completion.chunk'])

/** Microseconds until the first chunk of the answer; 0 if the sender does not report it. */
export function firstTokenOf({ attributes, events, start }: OtlpSpan): number {
  const seconds = pickNumber(attributes, ['gen_ai.response.time_to_first_chunk', 'gen_ai.server.time_to_first_token'])
  if (seconds !== undefined) return Math.round(seconds * 1_000_000)
  const micros = pickNumber(attributes, ['cozeloop.time_to_first_token', 'cozeloop.latency_first_resp'])
  if (micros !== undefined) return Math.round(micros)
  const millis = pickNumber(attributes, ['ai.response.msToFirstChunk'])
  if (millis !== undefined) return Math.round(millis * 1000)
  const event = events.find(({ name }) => firstEvents.has(name))
  return event && event.time > start ? Math.round((event.time - start) / 1000) : 0
}

import type {
  LanguageModelV4,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import type { Egress } from '../egress/egress.ts'
import type { Collector } from './answer-collector.ts'
import type { ChatRequest, Finish, Usage } from './chat-types.ts'
import { ModelFailure } from './failure.ts'
import { modelErrors } from './model-errors.ts'
import { baseUrlOf, type ModelConfig } from './provider-config.ts'
import { providerFetch } from './provider-fetch.ts'
import { toFailure } from './sdk-failure.ts'
import { toCallOptions } from './to-call-options.ts'

/** Providers with protocols of their own. The SDK package of each is loaded with its first call. */
export function createSdkStream(config: ModelConfig, egress: Egress) {
  let model: Promise<LanguageModelV4> | undefined
  return async (request: ChatRequest, collector: Collector, signal: AbortSignal): Promise<void> => {
    const open = await (model ??= openModel(config, egress))
    try {
      const { stream } = await open.doStream(toCallOptions(request, signal))
      await readParts(stream, collector, config, signal)
    } catch (cause) {
      throw toFailure(cause)
    }
  }
}

async function openModel(config: ModelConfig, egress: Egress): Promise<LanguageModelV4> {
  const settings = { baseURL: baseUrlOf(config), apiKey: config.apiKey, fetch: providerFetch(egress, config) }
  switch (config.kind) {
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(settings).languageModel(config.model)
    case 'google':
      return (await import('@ai-sdk/google')).createGoogle(settings).languageModel(config.model)
    default:
      return (await import('@ai-sdk/openai')).createOpenAI(settings).languageModel(config.model)
  }
}

async function readParts(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  collector: Collector,
  config: ModelConfig,
  signal: AbortSignal,
) {
  const reader = stream.getReader()
  const calls = new Map<string, number>()
  // The stream of an aborted request may never settle.
  const cancel = () => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', cancel, { once: true })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (signal.aborted) throw signal.reason
      if (done) return
      take(value, collector, config, calls)
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    void reader.cancel().catch(() => {})
  }
}

function take(part: LanguageModelV4StreamPart, collector: Collector, config: ModelConfig, calls: Map<string, number>) {
  switch (part.type) {
    case 'text-delta':
      return collector.text(part.delta)
    case 'reasoning-delta':
      return collector.reasoning(part.delta)
    case 'tool-call':
      if (!calls.has(part.toolCallId)) calls.set(part.toolCallId, calls.size)
      return collector.toolCall(calls.get(part.toolCallId)!, {
        id: part.toolCallId,
        name: part.toolName,
        arguments: part.input,
      })
    case 'finish':
      collector.usage(toUsage(part.usage))
      return collector.finish(toFinish(part.finishReason, config, collector.hasStarted))
    case 'error':
      throw part.error
  }
}

function toFinish({ unified }: LanguageModelV4FinishReason, config: ModelConfig, hasStarted: boolean): Finish {
  if (unified === 'interrupted' && hasStarted) throw modelErrors.cutOff({ provider: config.providerName })
  if (unified === 'error') throw new ModelFailure({ detail: 'finish reason: error' })
  if (unified === 'length') return 'length'
  if (unified === 'tool-calls') return 'tool_calls'
  return unified === 'content-filter' ? 'filter' : 'stop'
}

const toUsage = ({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage => ({
  inputTokens: inputTokens.total ?? 0,
  outputTokens: outputTokens.total ?? 0,
  cachedTokens: inputTokens.cacheRead ?? 0,
  reasoningTokens: outputTokens.reasoning ?? 0,
  isEstimated: inputTokens.total === undefined && outputTokens.total === undefined,
})

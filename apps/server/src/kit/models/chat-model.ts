import type { Egress } from '../egress/egress.ts'
import { createAnswerClock, type AnswerClock } from './answer-clock.ts'
import { type Answer, type Collector, createCollector } from './answer-collector.ts'
import type { ChatModel, ChatRequest, ChatResult, ChatSink } from './chat-types.ts'
import { createCompatibleStream } from './compatible-stream.ts'
import { explainFailure } from './failure.ts'
import { modelErrors } from './model-errors.ts'
import { createOfflineModel } from './offline/offline-model.ts'
import { type ModelConfig, speaksChatCompletions } from './provider-config.ts'
import { createSdkStream } from './sdk-stream.ts'
import { estimateUsage } from './usage-estimate.ts'

const MAX_ATTEMPTS = 3
const BASE_WAIT_MS = 500
const MAX_WAIT_MS = 20_000

type Attempt = (request: ChatRequest, collector: Collector, signal: AbortSignal) => Promise<void>

/** A model ready to be called. Cheap to create, holds no connection. */
export function createChatModel(config: ModelConfig, egress: Egress): ChatModel {
  if (config.kind === 'offline') return createOfflineModel()
  const attempt = speaksChatCompletions(config)
    ? createCompatibleStream(config, egress)
    : createSdkStream(config, egress)
  return { chat: (request, sink) => run(config, attempt, request, sink) }
}

async function run(config: ModelConfig, attempt: Attempt, request: ChatRequest, sink?: ChatSink): Promise<ChatResult> {
  const clock = createAnswerClock({ ...request, provider: config.providerName })
  try {
    for (let attempts = 1; ; attempts += 1) {
      const collector = createCollector(sink, clock.alive)
      try {
        await attempt(request, collector, clock.signal)
        clock.signal.throwIfAborted()
        return finishAnswer(config, request, collector.answer, clock, attempts)
      } catch (cause) {
        if (clock.signal.aborted) throw clock.signal.reason
        const { hasStarted } = collector
        const { error, retryAfterMs } = explainFailure(cause, { config, attempts, hasStarted })
        if (retryAfterMs === undefined || hasStarted || attempts >= MAX_ATTEMPTS || retryAfterMs > MAX_WAIT_MS)
          throw error
        // With jitter, so that many turns do not retry at the same moment.
        const wait = retryAfterMs >= 0 ? retryAfterMs : BASE_WAIT_MS * 2 ** (attempts - 1) * (0.75 + Math.random() / 2)
        sink?.retry?.(error, wait)
        await clock.wait(wait)
      }
    }
  } finally {
    clock.end()
  }
}

export function finishAnswer(
  config: ModelConfig,
  request: ChatRequest,
  answer: Answer,
  clock: AnswerClock,
  attempts: number,
): ChatResult {
  const { text, reasoning } = answer
  const toolCalls = answer.toolCalls
    .filter((call) => call?.name)
    .map((call, index) => ({ ...call, id: call.id || `call_${index + 1}` }))
  if (!text && !toolCalls.length)
    throw answer.finish === 'filter'
      ? modelErrors.filtered({ provider: config.providerName })
      : modelErrors.emptyAnswer({ model: config.model })
  const usage = answer.usage && !answer.usage.isEstimated ? answer.usage : estimateUsage(request, answer)
  const reason = toolCalls.length ? 'tool_calls' : (answer.finish ?? 'stop')
  return { text, reasoning, toolCalls, usage, finish: reason, firstChunkMs: clock.firstChunkMs, attempts }
}

import { randomBytes } from 'node:crypto'
import type { Clock } from '#kit/clock.ts'
import { AppError } from '#kit/errors.ts'
import type { ChatMessage, ChatResult, ToolCall } from '#kit/models/chat-types.ts'
import type { ReadyModel } from '#domains/chat/model/model.service.ts'
import { costOf } from '#domains/chat/model/shared/model-catalog.ts'
import { emptySpan, type NewSpan, SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import type { SpanQueue } from '#domains/chat/span/span-queue.service.ts'
import type { RunRequest } from './run.service.ts'

const KEPT = 65_536
export const newSpanId = () => randomBytes(8).toString('hex')

/** Builds the trace of a run: model and tool calls, without secret texts. */
export function createRunSpans(
  { spans, clock }: { spans: Pick<SpanQueue, 'offer'>; clock: Clock },
  request: Pick<RunRequest, 'spaceId' | 'userKey' | 'key' | 'version' | 'isSecret' | 'scene' | 'signal'>,
  { traceId, rootId }: { traceId: string; rootId: string },
) {
  const kept = (text: string) => (request.isSecret ? '' : text.slice(0, KEPT))
  const base = {
    ...emptySpan,
    spaceId: request.spaceId,
    traceId,
    source: 'loop' as const,
    objectKind: 'service' as const,
    objectKey: 'prompt',
    objectVersion: '',
    connectorId: '',
    scene: request.scene,
    service: 'prompt',
    userKey: request.userKey,
    promptKey: request.key,
    promptVersion: request.version,
    attributes: {},
  }
  const ended = (startedAt: number, cause: unknown): Partial<NewSpan> => ({
    startedAt: startedAt * 1000,
    durationUs: Math.max(0, clock.now() - startedAt) * 1000,
    status: cause === undefined ? SpanStatus.done : request.signal.aborted ? SpanStatus.stopped : SpanStatus.failed,
    ...(cause !== undefined && {
      errorCode: cause instanceof AppError ? cause.code : 1,
      errorMsg: kept(cause instanceof Error ? cause.message : ''),
      errorZh: cause instanceof AppError ? kept(cause.text('zh-CN')) : '',
    }),
  })
  // Spans are collected and sent once at the end of the run, which saves writes.
  const made: NewSpan[] = []
  const send = () => spans.offer(() => ({ heads: [], spans: made }))
  return {
    send,
    model(model: ReadyModel, startedAt: number, asked: ChatMessage[], answer?: ChatResult, cause?: unknown) {
      const used = answer && {
        inputTokens: answer.usage.inputTokens,
        outputTokens: answer.usage.outputTokens,
        cachedTokens: answer.usage.cachedTokens,
        reasoningTokens: answer.usage.reasoningTokens,
        cost: costOf(model, answer.usage.inputTokens, answer.usage.outputTokens),
        firstUs: Math.round(answer.firstChunkMs * 1000),
      }
      made.push({
        ...base,
        spanId: newSpanId(),
        parentId: rootId,
        kind: 'model',
        rawType: 'model',
        name: model.name,
        modelId: model.id,
        model: model.name,
        input: kept(JSON.stringify({ messages: asked })),
        output: kept(answer ? (answer.toolCalls.length ? JSON.stringify(answer) : answer.text) : ''),
        ...used,
        ...ended(startedAt, cause),
      } as NewSpan)
    },
    tool(startedAt: number, call: ToolCall, response: string, cause: unknown) {
      made.push({
        ...base,
        spanId: newSpanId(),
        parentId: rootId,
        kind: 'tool',
        rawType: 'tool',
        name: call.name,
        input: kept(call.arguments),
        output: kept(response),
        ...ended(startedAt, cause),
      } as NewSpan)
    },
    root(startedAt: number, messages: readonly ChatMessage[], output: string, cause: unknown) {
      const last = messages.at(-1)
      const input = typeof last?.content === 'string' ? last.content : JSON.stringify(last?.content ?? '')
      made.push({
        ...base,
        spanId: rootId,
        kind: 'prompt',
        rawType: 'prompt',
        name: request.key || 'prompt',
        input: kept(input),
        output: kept(output),
        ...ended(startedAt, cause),
      } as NewSpan)
      send()
    },
  }
}
export type RunSpans = ReturnType<typeof createRunSpans>

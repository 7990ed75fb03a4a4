import { randomBytes } from 'node:crypto'
import type { Clock } from '#kit/clock.ts'
import { AppError } from '#kit/errors.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import { costOf } from '#domains/chat/model/shared/model-catalog.ts'
import { emptySpan, SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import type { SpanQueue } from '#domains/chat/span/span-queue.service.ts'
import { type Picture, type ReadFile, withPictures } from '../shared/pictures.ts'

interface AskingDeps {
  models: Pick<ModelService, 'resolve' | 'defaultId'>
  spans: Pick<SpanQueue, 'offer'>
  clock: Clock
  /** Required if questions may have pictures. */
  readFile?: ReadFile
  /** The service that traces name. */
  service?: string
}
export interface ModelChoice {
  id?: string | undefined
  temperature?: number | undefined
  max_tokens?: number | undefined
  top_p?: number | undefined
}
export interface Question {
  spaceId: string
  model: ModelChoice
  /** System message before the question. */
  system?: string | undefined
  prompt: string
  pictures?: Picture[] | undefined
  schema?: Record<string, unknown> | undefined
  /** The purpose of the question, as traces show it. */
  name: string
  /** Shared by all questions about one row. */
  traceId?: string | undefined
  signal?: AbortSignal | undefined
}
export interface ModelAnswer {
  text: string
  /** The reasoning before the answer, if the model shows it. */
  reasoning: string
  modelId: string
  model: string
  traceId: string
}
const MAX_SPAN_TEXT = 4096
const noFiles: ReadFile = async () => undefined
/** How long the default model is cached: a pass asks hundreds of questions in that time. */
const DEFAULT_TTL_MS = 1000
export const newTrace = (): string => randomBytes(16).toString('hex')
const paramsOf = ({ temperature, max_tokens, top_p }: ModelChoice) => ({
  ...(temperature !== undefined && { temperature }),
  ...(max_tokens !== undefined && { maxTokens: max_tokens }),
  ...(top_p !== undefined && { topP: top_p }),
})

/** Asks models of a space in the name of a service, by default the datasets. Records a span for every question. */
export function createAsking({ models, spans, clock, readFile, service = 'dataset' }: AskingDeps) {
  const defaults = new Map<string, { id: string; until: number }>()
  async function defaultOf(spaceId: string): Promise<string> {
    const known = defaults.get(spaceId)
    if (known && known.until > performance.now()) return known.id
    const id = await models.defaultId(spaceId)
    defaults.clear()
    defaults.set(spaceId, { id, until: performance.now() + DEFAULT_TTL_MS })
    return id
  }
  return async function ask(question: Question): Promise<ModelAnswer> {
    const { spaceId, system, prompt, pictures = [], schema, name, traceId = newTrace(), signal } = question
    const model = await models.resolve(question.model.id || (await defaultOf(spaceId)), spaceId)
    const started = clock.now()
    const span = {
      ...emptySpan,
      spaceId,
      traceId,
      spanId: randomBytes(8).toString('hex'),
      startedAt: started * 1000,
      kind: 'model',
      rawType: 'model',
      name,
      source: 'loop' as const,
      objectKind: 'service' as const,
      objectKey: service,
      objectVersion: '',
      connectorId: '',
      scene: 'task' as const,
      service,
      modelId: model.id,
      model: model.name,
      input: prompt.slice(0, MAX_SPAN_TEXT),
      attributes: {},
    }
    const lasted = () => Math.max(0, clock.now() - started) * 1000
    try {
      const answer = await model.chat({
        messages: [
          ...(system ? [{ role: 'system' as const, content: system }] : []),
          await withPictures(prompt, pictures, model, readFile ?? noFiles),
        ],
        ...(schema && { json: { schema, name: 'columns' } }),
        params: paramsOf(question.model),
        ...(signal && { signal }),
      })
      const { inputTokens, outputTokens } = answer.usage
      const cost = costOf(model, inputTokens, outputTokens)
      const output = answer.text.slice(0, MAX_SPAN_TEXT)
      const ended = { status: SpanStatus.done, durationUs: lasted(), inputTokens, outputTokens, cost, output }
      spans.offer(() => ({ heads: [], spans: [{ ...span, ...ended }] }))
      return { text: answer.text, reasoning: answer.reasoning, modelId: model.id, model: model.name, traceId }
    } catch (cause) {
      const ended = {
        status: SpanStatus.failed,
        durationUs: lasted(),
        errorCode: cause instanceof AppError ? cause.code : 1,
        errorMsg: (cause instanceof Error ? cause.message : '').slice(0, MAX_SPAN_TEXT),
      }
      if (!signal?.aborted) spans.offer(() => ({ heads: [], spans: [{ ...span, ...ended }] }))
      throw cause
    }
  }
}
export type Asking = ReturnType<typeof createAsking>

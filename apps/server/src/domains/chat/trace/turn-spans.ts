import { emptySpan, type NewHead, type NewSpan } from '#domains/chat/span/shared/span-types.ts'
import type { FinishedTrace } from './shared/recorder.ts'
import type { SpanRow, TraceRow } from './shared/trace-types.ts'

const micros = (ms: number) => Math.round(ms * 1000)
/** The object of a turn. An answer in a battle belongs to no bot, so it stays out of the figures of bots. */
const objectOf = ({ scene, botId, botVersion, connectorId }: TraceRow) => ({
  ...(scene === 'arena'
    ? { objectKind: 'service' as const, objectKey: 'arena' }
    : { objectKind: 'bot' as const, objectKey: botId }),
  objectVersion: botVersion,
  connectorId,
})

/** The head of a turn for the store of spans. The id of a turn is also its log id. */
export const turnHead = ({ trace, spans }: FinishedTrace): NewHead => {
  const root = spans.find(({ kind }) => kind === 'turn')
  return {
    ...objectOf(trace),
    spaceId: trace.spaceId,
    traceId: trace.id,
    rootId: root?.id ?? '',
    source: 'turn',
    name: root?.name ?? '',
    scene: trace.scene,
    userId: trace.userId,
    threadId: trace.conversationId,
    messageId: trace.messageId,
    logId: trace.id,
    status: trace.status,
    errorCode: trace.errorCode,
    errorMsg: trace.errorMsg,
    errorZh: trace.errorZh,
    startedAt: trace.startedAt * 1000,
    durationUs: micros(trace.durationMs),
    firstUs: micros(trace.firstTokenMs),
    inputTokens: trace.inputTokens,
    outputTokens: trace.outputTokens,
    cost: trace.cost,
    spanCount: trace.spanCount,
    failedCount: trace.failedCount,
    models: trace.modelNames,
    input: trace.input,
    output: trace.output,
    feedback: trace.feedback,
  }
}
export const turnSpan = (trace: TraceRow, span: SpanRow): NewSpan => ({
  ...emptySpan,
  ...objectOf(trace),
  spaceId: trace.spaceId,
  traceId: trace.id,
  spanId: span.id,
  parentId: span.parentId ?? '',
  startedAt: trace.startedAt * 1000 + micros(span.offsetMs),
  durationUs: micros(span.durationMs),
  firstUs: micros(span.firstTokenMs),
  kind: span.kind,
  name: span.name,
  source: 'turn',
  status: span.status,
  errorCode: span.errorCode,
  errorMsg: span.errorMsg,
  errorZh: span.errorZh,
  modelId: span.modelId ?? '',
  model: span.modelName,
  inputTokens: span.inputTokens,
  outputTokens: span.outputTokens,
  cachedTokens: span.cachedTokens,
  reasoningTokens: span.reasoningTokens,
  cost: span.cost,
  scene: trace.scene,
  threadId: trace.conversationId,
  input: span.input,
  output: span.output,
  promptKey: wordOf(span.attributes['prompt_key']),
  promptVersion: wordOf(span.attributes['prompt_version']),
  attributes: span.attributes,
})
const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '')

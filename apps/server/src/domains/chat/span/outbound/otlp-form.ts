import { createHash } from 'node:crypto'
import { isCounted, type NewSpan, SpanStatus } from '../shared/span-types.ts'

type Value = { stringValue: string } | { intValue: string } | { doubleValue: number } | { boolValue: boolean }
export interface Attribute {
  key: string
  value: Value
}
/** A span in OTLP JSON. */
export interface OtlpJsonSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: 1 | 3
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code?: 1 | 2; message?: string }
}
export interface ResourceSpans {
  resource: { attributes: Attribute[] }
  scopeSpans: { scope: { name: string }; spans: OtlpJsonSpan[] }[]
}
const operations: Readonly<Record<string, string>> = {
  turn: 'invoke_agent',
  agent: 'invoke_agent',
  model: 'chat',
  embedding: 'embeddings',
  tool: 'execute_tool',
  plugin: 'execute_tool',
  workflow: 'invoke_workflow',
  graph: 'invoke_workflow',
  retrieval: 'retrieval',
  retriever: 'retrieval',
}
const digest = (text: string) => createHash('md5').update(text).digest('hex')
/** Keeps valid OTLP ids and derives others by a fixed hash, so that links can be created in both directions. */
export const otlpTraceId = (id: string): string => (/^[0-9a-f]{32}$/.test(id) ? id : digest(id))
const otlpSpanId = (id: string): string => (/^[0-9a-f]{16}$/.test(id) ? id : digest(id).slice(0, 16))

function valueOf(value: unknown): Value | undefined {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
const attributesOf = (map: Record<string, unknown>): Attribute[] =>
  Object.entries(map).flatMap(([key, given]) => {
    const value = given === '' || given === undefined ? undefined : valueOf(given)
    return value ? [{ key, value }] : []
  })

function toOtlp(span: NewSpan, hasContent: boolean): OtlpJsonSpan {
  const counted = isCounted(span.kind)
  return {
    traceId: otlpTraceId(span.traceId),
    spanId: otlpSpanId(span.spanId),
    ...(span.parentId && { parentSpanId: otlpSpanId(span.parentId) }),
    name: span.name,
    kind: counted ? 3 : 1,
    startTimeUnixNano: `${span.startedAt}000`,
    endTimeUnixNano: `${span.startedAt + span.durationUs}000`,
    attributes: attributesOf({
      // Attributes from the sender may contain content too.
      ...(hasContent && { ...span.attributes, 'input.value': span.input, 'output.value': span.output }),
      'gen_ai.operation.name': operations[span.kind] ?? '',
      'gen_ai.provider.name': span.provider,
      'gen_ai.request.model': span.model,
      ...(counted && {
        'gen_ai.usage.input_tokens': span.inputTokens,
        'gen_ai.usage.output_tokens': span.outputTokens,
      }),
      'gen_ai.conversation.id': span.threadId,
      'orrery.trace_id': span.traceId,
      'orrery.span_kind': span.kind,
      'orrery.object': span.objectKind === 'service' ? '' : `${span.objectKind}/${span.objectKey}`,
      'orrery.cost': span.cost || '',
      'deployment.environment.name': span.scene,
    }),
    status: span.status === SpanStatus.failed ? { code: 2, message: span.errorMsg } : {},
  }
}

/** Spans in OTLP form, grouped by service. */
export function otlpForm(spans: readonly NewSpan[], hasContent: boolean): ResourceSpans[] {
  return [...Map.groupBy(spans, ({ service }) => service || 'orrery')].map(([service, list]) => ({
    resource: { attributes: attributesOf({ 'service.name': service }) },
    scopeSpans: [{ scope: { name: 'orrery' }, spans: list.map((span) => toOtlp(span, hasContent)) }],
  }))
}

import type { FieldMapping } from '@orrery/contract'
import { parsePath, valueAt } from '@orrery/contract/shared/json-path'
import { SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import type { FullSpan } from '#domains/loop/observation/observation.service.ts'
import { parseJson } from '#domains/loop/observation/shared/parse-json.ts'
import { automationErrors } from './automation.errors.ts'

const statusWords = { [SpanStatus.done]: 'success', [SpanStatus.failed]: 'error', [SpanStatus.stopped]: 'broken' }
const spanFields: Readonly<Record<string, (span: FullSpan) => unknown>> = {
  input: (span) => span.input,
  output: (span) => span.output,
  span_name: (span) => span.name,
  span_type: (span) => span.rawType || span.kind,
  status: (span) => statusWords[span.status],
  error: (span) => span.errorMsg,
  error_message: (span) => span.errorMsg,
  model_name: (span) => span.model,
  trace_id: (span) => span.traceId,
  span_id: (span) => span.spanId,
  latency: (span) => span.durationUs / 1000,
  tokens: (span) => span.inputTokens + span.outputTokens,
}
const ofSpan = (span: FullSpan, key: string): unknown =>
  Object.hasOwn(spanFields, key)
    ? spanFields[key]!(span)
    : Object.hasOwn(span.attributes, key)
      ? span.attributes[key]
      : span.attributes[key.replace(/^(tags|attributes)\./, '')]
const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** The key of the target field, or its name if there is no key. */
export const targetOf = ({ field_schema }: FieldMapping): string => field_schema.key || field_schema.name || ''

/** Refuses mappings with invalid paths. */
export function checkMappings(mappings: FieldMapping[], at: string): void {
  mappings.forEach((mapping, index) => {
    const path = mapping.trace_field_jsonpath
    if (!parsePath(path)) throw automationErrors.badPath({ field: `${at}[${index}].trace_field_jsonpath`, path })
  })
}
/** Extracts the value of each mapped field from a span; a missing value becomes an empty text. */
export function fieldsOf(span: FullSpan, mappings: FieldMapping[]): Record<string, string> {
  return Object.fromEntries(
    mappings.map((mapping) => {
      const value = ofSpan(span, mapping.trace_field_key)
      const steps = parsePath(mapping.trace_field_jsonpath) ?? []
      const inside = steps.length && typeof value === 'string' ? parseJson(value) : value
      return [targetOf(mapping), textOf(steps.length ? valueAt(inside, steps) : value)]
    }),
  )
}

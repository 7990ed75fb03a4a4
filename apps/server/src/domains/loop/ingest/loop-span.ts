import type { SentSpan } from '@orrery/contract'
import { emptySpan, type NewSpan, SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import { kindOfType } from './attribute-map/kind.ts'
import { pickCount, pickNumber, pickText } from './attribute-map/pick.ts'
import { cleanAttributes, cleanText, CUT, cutNames } from './clean-values.ts'

const MAX_TAGS = 50
const MAX_TAG_BYTES = 1024
const isRootId = (id: string) => id === '' || /^0+$/.test(id)

/** Merges the tags of all types; a client sends at most 50. */
function tagsOf(span: SentSpan): Record<string, unknown> {
  const all = {
    ...span.tags_bytes,
    ...span.tags_string,
    ...span.tags_long,
    ...span.tags_double,
    ...span.tags_bool,
  }
  return Object.fromEntries(
    Object.entries(all)
      .slice(0, MAX_TAGS)
      .map(([key, value]) => [key, typeof value === 'string' ? cleanText(value, MAX_TAG_BYTES) : value]),
  )
}

/** Converts a span of the loop format to the format of the store. */
export function fromLoop(span: SentSpan): { span: NewSpan; cost: number | undefined } {
  const tags = tagsOf(span)
  const system = { ...span.system_tags_string, ...span.system_tags_long, ...span.system_tags_double }
  const all = { ...system, ...tags }
  const text = (keys: readonly string[], max = 512) => cleanText(pickText(all, keys), max)
  const service = cleanText(span.psm || span.service_name || '', 512) || 'unknown_service'
  const failed = span.status_code !== 0
  const input = pickCount(all, ['input_tokens'])
  const output = pickCount(all, ['output_tokens'])
  const cut = cutNames({ input: span.input, output: span.output })
  return {
    cost: pickNumber(all, ['cost']),
    span: {
      ...emptySpan,
      spaceId: span.workspace_id,
      traceId: cleanText(span.trace_id, 128),
      spanId: cleanText(span.span_id, 128),
      parentId: isRootId(span.parent_id ?? '') ? '' : cleanText(span.parent_id!, 128),
      startedAt: span.started_at_micros,
      durationUs: span.duration_micros ?? Math.round((span.duration ?? 0) * 1000),
      firstUs: span.latency_first_resp ?? pickCount(all, ['latency_first_resp']),
      kind: kindOfType(span.span_type),
      rawType: cleanText(span.span_type, 256),
      name: cleanText(span.span_name, 1024) || '-',
      source: 'loop',
      objectKind: 'service',
      objectKey: service,
      objectVersion: '',
      connectorId: '',
      status: failed ? SpanStatus.failed : SpanStatus.done,
      errorCode: failed ? Math.trunc(Math.min(Math.max(span.status_code, -2_147_483_648), 2_147_483_647)) : 0,
      errorMsg: failed ? text(['error', 'error_message'], 2000) : '',
      model: text(['model_name', 'model_identification']),
      provider: text(['model_provider']),
      inputTokens: input || output ? input : pickCount(all, ['tokens']),
      outputTokens: output,
      cachedTokens: pickCount(all, ['input_cached_tokens']),
      reasoningTokens: pickCount(all, ['reasoning_tokens']),
      scene: 'online',
      service,
      userKey: text(['user_id']),
      threadId: text(['thread_id']),
      logId: cleanText(span.logid || span.log_id || '', 512),
      promptKey: text(['prompt_key']),
      promptVersion: text(['prompt_version'], 128),
      input: cleanText(span.input),
      output: cleanText(span.output),
      attributes: cleanAttributes({
        ...tags,
        ...(Object.keys(system).length && { system_tags: system }),
        ...(span.object_storage && { object_storage: span.object_storage }),
        ...(span.method && { method: span.method }),
        ...(span.call_type && { call_type: span.call_type }),
        ...(cut.length && { [CUT]: cut }),
      }),
    },
  }
}

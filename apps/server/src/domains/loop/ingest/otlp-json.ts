import { INGEST_LIMITS } from '@orrery/contract/shared/trace-enums'
import { z } from 'zod'
import { ingestErrors } from './ingest.errors.ts'
import type { Attributes, OtlpSpan } from './otlp-types.ts'

interface WireValue {
  stringValue?: unknown
  boolValue?: unknown
  intValue?: unknown
  doubleValue?: unknown
  arrayValue?: { values?: WireValue[] }
  kvlistValue?: { values?: WirePair[] }
  bytesValue?: unknown
}
interface WirePair {
  key?: unknown
  value?: WireValue
}
/** 64-bit numbers come as text. Ids are written in hex, unlike in other JSON forms of protobuf. */
const nanos = z.union([z.string(), z.number()]).transform(Number).default(0)
const pairs = z.array(z.custom<WirePair>((value) => typeof value === 'object' && value !== null)).default([])
const wireSpan = z.object({
  traceId: z.string().default(''),
  spanId: z.string().default(''),
  parentSpanId: z.string().default(''),
  name: z.string().default(''),
  startTimeUnixNano: nanos,
  endTimeUnixNano: nanos,
  attributes: pairs,
  events: z.array(z.object({ name: z.string().default(''), timeUnixNano: nanos, attributes: pairs })).default([]),
  status: z.object({ code: z.int().default(0), message: z.string().default('') }).default({ code: 0, message: '' }),
})
const request = z.object({
  resourceSpans: z
    .array(
      z.object({
        resource: z.object({ attributes: pairs }).default({ attributes: [] }),
        scopeSpans: z
          .array(
            z.object({
              scope: z.object({ name: z.string().default('') }).default({ name: '' }),
              spans: z.array(wireSpan).default([]),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
})

function valueOf(value: WireValue | undefined, depth: number): unknown {
  if (!value || typeof value !== 'object') return null
  if (depth > INGEST_LIMITS.depth)
    throw ingestErrors.badBody({ problem: `an attribute is nested deeper than ${INGEST_LIMITS.depth}` })
  if ('arrayValue' in value) return (value.arrayValue?.values ?? []).map((item) => valueOf(item, depth + 1))
  if ('kvlistValue' in value) return attributesOf(value.kvlistValue?.values ?? [], depth + 1)
  if ('intValue' in value) return Number(value.intValue)
  const plain = value.stringValue ?? value.boolValue ?? value.doubleValue ?? value.bytesValue ?? null
  return typeof plain === 'object' ? null : plain
}
function attributesOf(list: WirePair[], depth = 0): Attributes {
  const found: Attributes = {}
  for (const { key, value } of list.slice(0, INGEST_LIMITS.attributes))
    if (typeof key === 'string' && key !== '__proto__') found[key] = valueOf(value, depth)
  return found
}

export function readJson(body: Uint8Array): OtlpSpan[] {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString())
  } catch {
    throw ingestErrors.badBody({ problem: 'it is not JSON' })
  }
  const parsed = request.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw ingestErrors.badBody({ problem: `${issue!.path.join('.')}: ${issue!.message}` })
  }
  const spans = parsed.data.resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const shared = attributesOf(resource.attributes)
    return scopeSpans.flatMap(({ scope, spans: list }) =>
      list.map((span): OtlpSpan => ({
        traceId: span.traceId.toLowerCase(),
        spanId: span.spanId.toLowerCase(),
        parentId: span.parentSpanId.toLowerCase(),
        name: span.name,
        start: span.startTimeUnixNano,
        end: span.endTimeUnixNano,
        attributes: attributesOf(span.attributes),
        events: span.events.slice(0, INGEST_LIMITS.events).map((event) => ({
          name: event.name,
          time: event.timeUnixNano,
          attributes: attributesOf(event.attributes),
        })),
        statusCode: span.status.code,
        statusMessage: span.status.message,
        resource: shared,
        scope: scope.name,
      })),
    )
  })
  if (spans.length > INGEST_LIMITS.spans) throw ingestErrors.tooManySpans({ max: INGEST_LIMITS.spans })
  return spans
}

import { INGEST_LIMITS } from '@orrery/contract/shared/trace-enums'
import { z } from 'zod'
import { ingestErrors } from './ingest.errors.ts'
import { createJsonWalk, type JsonWalk } from './json-walk.ts'
import type { Attributes, OtlpSpan } from './otlp-types.ts'
import { createYielder } from './scheduling.ts'

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
/** 64-bit numbers are strings. Ids are in hex, unlike in the standard JSON mapping of protobuf. */
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
const wireResource = z.object({ attributes: pairs })
const wireScope = z.object({ name: z.string().default('') })

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

/** Validates a part of the body; the error names the invalid field. */
function checked<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw ingestErrors.badBody({ problem: `${[where, ...issue!.path].join('.')}: ${issue!.message}` })
}
const toSpan = (span: z.infer<typeof wireSpan>, resource: Attributes): OtlpSpan => ({
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
  resource,
  scope: '',
})

/** Yields spans as they are read. The scope may follow its spans, so it is filled in at the end. */
function* spansOfScope(walk: JsonWalk, where: string, resource: Attributes): Generator<OtlpSpan> {
  const own: OtlpSpan[] = []
  let scope = ''
  for (const name of walk.members(where)) {
    if (name === 'scope') scope = checked(wireScope, walk.value(), `${where}.scope`).name
    else if (name === 'spans')
      for (const index of walk.elements(`${where}.spans`)) {
        const span = toSpan(checked(wireSpan, walk.value(), `${where}.spans.${index}`), resource)
        own.push(span)
        yield span
      }
    else walk.value()
  }
  for (const span of own) span.scope = scope
}
function* spansIn(walk: JsonWalk): Generator<OtlpSpan> {
  for (const name of walk.members('')) {
    if (name !== 'resourceSpans') {
      walk.value()
      continue
    }
    for (const index of walk.elements(name)) {
      const where = `${name}.${index}`
      const resource: Attributes = {}
      for (const inner of walk.members(where)) {
        if (inner === 'resource')
          Object.assign(resource, attributesOf(checked(wireResource, walk.value(), `${where}.resource`).attributes))
        else if (inner === 'scopeSpans')
          for (const at of walk.elements(`${where}.scopeSpans`))
            yield* spansOfScope(walk, `${where}.scopeSpans.${at}`, resource)
        else walk.value()
      }
    }
  }
  walk.end()
}

/** Reads all spans without blocking the event loop. Stops as soon as a limit is exceeded. */
export async function readJson(body: Uint8Array): Promise<OtlpSpan[]> {
  const spans: OtlpSpan[] = []
  const yielder = createYielder()
  for (const span of spansIn(createJsonWalk(Buffer.from(body.buffer, body.byteOffset, body.byteLength)))) {
    if (spans.push(span) > INGEST_LIMITS.spans) throw ingestErrors.tooManySpans({ max: INGEST_LIMITS.spans })
    if (yielder.isDue()) await yielder.rest()
  }
  return spans
}

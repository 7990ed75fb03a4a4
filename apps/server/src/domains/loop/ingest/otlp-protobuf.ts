import { INGEST_LIMITS } from '@orrery/contract/shared/trace-enums'
import { setImmediate } from 'node:timers/promises'
import { PbfReader, PbfWriter } from 'pbf'
import { ingestErrors } from './ingest.errors.ts'
import type { Attributes, OtlpEvent, OtlpSpan } from './otlp-types.ts'

/** Spans that are read before other work gets its turn. */
const AT_ONCE = 250

type Read<T> = (tag: number, into: T, pbf: PbfReader) => void
const malformed = (problem: string) => ingestErrors.badBody({ problem })

/** A length beyond the end would be read for ever. */
function message<T>(pbf: PbfReader, read: Read<T>, into: T): T {
  const end = pbf.readVarint() + pbf.pos
  if (!(end <= pbf.length)) throw malformed('a message is longer than the body')
  return pbf.readFields(read, into, end)
}
const hex = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')

function anyValue(pbf: PbfReader, depth: number): unknown {
  if (depth > INGEST_LIMITS.depth) throw malformed(`an attribute is nested deeper than ${INGEST_LIMITS.depth}`)
  const read: Read<{ value: unknown }> = (tag, into, at) => {
    if (tag === 1) into.value = at.readString()
    else if (tag === 2) into.value = at.readBoolean()
    else if (tag === 3) into.value = at.readVarint(true)
    else if (tag === 4) into.value = at.readDouble()
    else if (tag === 5)
      into.value = message<unknown[]>(
        at,
        (field, list, inner) => void (field === 1 && list.push(anyValue(inner, depth + 1))),
        [],
      )
    else if (tag === 6)
      into.value = message<Attributes>(
        at,
        (field, map, inner) => void (field === 1 && keyValue(inner, map, depth + 1)),
        {},
      )
    else if (tag === 7) into.value = Buffer.from(at.readBytes()).toString('base64')
  }
  return message(pbf, read, { value: null as unknown }).value
}
function keyValue(pbf: PbfReader, into: Attributes, depth: number): void {
  const found = message(
    pbf,
    (tag, pair: { key: string; value: unknown }, at) => {
      if (tag === 1) pair.key = at.readString()
      else if (tag === 2) pair.value = anyValue(at, depth)
    },
    { key: '', value: null as unknown },
  )
  if (Object.keys(into).length < INGEST_LIMITS.attributes && found.key !== '__proto__') into[found.key] = found.value
}

const readEvent: Read<OtlpEvent> = (tag, event, pbf) => {
  if (tag === 1) event.time = pbf.readFixed64()
  else if (tag === 2) event.name = pbf.readString()
  else if (tag === 3) keyValue(pbf, event.attributes, 0)
}
const readStatus: Read<OtlpSpan> = (tag, span, pbf) => {
  if (tag === 2) span.statusMessage = pbf.readString()
  else if (tag === 3) span.statusCode = pbf.readVarint()
}
const readSpan: Read<OtlpSpan> = (tag, span, pbf) => {
  if (tag === 1) span.traceId = hex(pbf.readBytes())
  else if (tag === 2) span.spanId = hex(pbf.readBytes())
  else if (tag === 4) span.parentId = hex(pbf.readBytes())
  else if (tag === 5) span.name = pbf.readString()
  else if (tag === 7) span.start = pbf.readFixed64()
  else if (tag === 8) span.end = pbf.readFixed64()
  else if (tag === 9) keyValue(pbf, span.attributes, 0)
  else if (tag === 11) {
    const event = message(pbf, readEvent, { name: '', time: 0, attributes: {} })
    if (span.events.length < INGEST_LIMITS.events) span.events.push(event)
  } else if (tag === 15) message(pbf, readStatus, span)
}
const newSpan = (resource: Attributes): OtlpSpan => ({
  traceId: '',
  spanId: '',
  parentId: '',
  name: '',
  start: 0,
  end: 0,
  attributes: {},
  events: [],
  statusCode: 0,
  statusMessage: '',
  resource,
  scope: '',
})

/** The fields of a message, one after the other: between two of them others may have their turn. */
function* fieldsOf(pbf: PbfReader, end: number): Generator<number> {
  while (pbf.pos < end) {
    const tag = pbf.readVarint()
    const next = pbf.pos
    yield tag
    if (pbf.pos === next) pbf.skip(tag)
  }
}
function endOf(pbf: PbfReader): number {
  const end = pbf.readVarint() + pbf.pos
  if (!(end <= pbf.length)) throw malformed('a message is longer than the body')
  return end
}
const [RESOURCE_SPANS, RESOURCE, SCOPE_SPANS, SCOPE, SPAN] = [10, 10, 18, 10, 18]

/** Reads an ExportTraceServiceRequest, span by span. Limits end the reading where they are met. */
function* spansIn(pbf: PbfReader): Generator<OtlpSpan> {
  let count = 0
  for (const tag of fieldsOf(pbf, pbf.length)) {
    if (tag !== RESOURCE_SPANS) continue
    const resource: Attributes = {}
    for (const inner of fieldsOf(pbf, endOf(pbf))) {
      if (inner === RESOURCE) message(pbf, (field, into, at) => void (field === 1 && keyValue(at, into, 0)), resource)
      if (inner !== SCOPE_SPANS) continue
      const scope = { name: '' }
      const own: OtlpSpan[] = []
      for (const field of fieldsOf(pbf, endOf(pbf))) {
        if (field === SCOPE)
          message(pbf, (one, into: typeof scope, at) => void (one === 1 && (into.name = at.readString())), scope)
        if (field !== SPAN) continue
        if ((count += 1) > INGEST_LIMITS.spans) throw ingestErrors.tooManySpans({ max: INGEST_LIMITS.spans })
        const span = message(pbf, readSpan, newSpan(resource))
        own.push(span)
        yield span
      }
      for (const span of own) span.scope = scope.name
    }
  }
}

/** All spans of a request; a large one does not keep others waiting. */
export async function readProtobuf(body: Uint8Array): Promise<OtlpSpan[]> {
  const spans: OtlpSpan[] = []
  try {
    for (const span of spansIn(new PbfReader(body))) {
      spans.push(span)
      if (spans.length % AT_ONCE === 0) await setImmediate()
    }
  } catch (cause) {
    if (cause instanceof Error && 'status' in cause) throw cause
    throw malformed('it cannot be read as protobuf')
  }
  return spans
}

/** An ExportTraceServiceResponse. */
export function writeProtobuf(rejected: number, problem: string): Uint8Array {
  const pbf = new PbfWriter()
  if (rejected)
    pbf.writeMessage(
      1,
      (_: unknown, at: PbfWriter) => {
        at.writeVarintField(1, rejected)
        at.writeStringField(2, problem)
      },
      undefined,
    )
  return pbf.finish()
}

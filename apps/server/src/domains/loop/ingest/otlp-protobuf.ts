import { INGEST_LIMITS } from '@orrery/contract/shared/trace-enums'
import { PbfReader, PbfWriter } from 'pbf'
import { ingestErrors } from './ingest.errors.ts'
import type { Attributes, OtlpEvent, OtlpSpan } from './otlp-types.ts'
import { createYielder } from './scheduling.ts'

const malformed = (problem: string) => ingestErrors.badBody({ problem })

/** End of a message. Refuses a length beyond the end of the buffer, which would make the reader loop for ever. */
function endOf(pbf: PbfReader): number {
  const end = pbf.readVarint() + pbf.pos
  if (!(end <= pbf.length)) throw malformed('a message is longer than the body')
  return end
}
/** Decodes the bytes of a field without copying them. */
function textOf(pbf: PbfReader, encoding: 'base64' | 'hex' | 'utf8'): string {
  const end = endOf(pbf)
  const text = (pbf.buf as Buffer).toString(encoding, pbf.pos, end)
  pbf.pos = end
  return text
}
/** Reads the fields of a message by tag (field number and wire type). Unknown fields are skipped. */
function fields(pbf: PbfReader, read: (tag: number) => boolean): void {
  const end = endOf(pbf)
  while (pbf.pos < end) {
    const tag = pbf.readVarint()
    if (!read(tag)) pbf.skip(tag)
  }
}
const [FIXED, BYTES] = [1, 2]
const tagOf = (field: number, wire = BYTES) => (field << 3) | wire
const KEY = tagOf(1)
const VALUE = tagOf(2)
const [TEXT, BOOLEAN, INTEGER, DOUBLE, ARRAY, MAP, RAW] = [
  tagOf(1),
  tagOf(2, 0),
  tagOf(3, 0),
  tagOf(4, FIXED),
  tagOf(5),
  tagOf(6),
  tagOf(7),
]

function anyValue(pbf: PbfReader, depth: number): unknown {
  if (depth > INGEST_LIMITS.depth) throw malformed(`an attribute is nested deeper than ${INGEST_LIMITS.depth}`)
  const end = endOf(pbf)
  let value: unknown = null
  while (pbf.pos < end) {
    const tag = pbf.readVarint()
    if (tag === TEXT) value = textOf(pbf, 'utf8')
    else if (tag === BOOLEAN) value = pbf.readBoolean()
    else if (tag === INTEGER) value = pbf.readVarint(true)
    else if (tag === DOUBLE) value = pbf.readDouble()
    else if (tag === ARRAY) value = arrayOf(pbf, depth + 1)
    else if (tag === MAP) value = mapOf(pbf, depth + 1)
    else if (tag === RAW) value = textOf(pbf, 'base64')
    else pbf.skip(tag)
  }
  return value
}
function arrayOf(pbf: PbfReader, depth: number): unknown[] {
  const list: unknown[] = []
  fields(pbf, (tag) => tag === KEY && list.push(anyValue(pbf, depth)) > 0)
  return list
}
/** Reads the key-value pairs in field 1. */
function mapOf(pbf: PbfReader, depth: number): Attributes {
  const map: Attributes = {}
  let size = 0
  fields(pbf, (tag) => tag === KEY && (size = keyValue(pbf, map, depth, size)) >= 0)
  return map
}
/** Adds a pair to a map; returns the new size of the map. */
function keyValue(pbf: PbfReader, into: Attributes, depth: number, size: number): number {
  const end = endOf(pbf)
  let key = ''
  let value: unknown = null
  while (pbf.pos < end) {
    const tag = pbf.readVarint()
    if (tag === KEY) key = textOf(pbf, 'utf8')
    else if (tag === VALUE) value = anyValue(pbf, depth)
    else pbf.skip(tag)
  }
  if (size >= INGEST_LIMITS.attributes || key === '__proto__') return size
  into[key] = value
  return size + 1
}

function eventOf(pbf: PbfReader): OtlpEvent {
  const event: OtlpEvent = { name: '', time: 0, attributes: {} }
  let size = 0
  fields(pbf, (tag) => {
    if (tag === tagOf(1, FIXED)) event.time = pbf.readFixed64()
    else if (tag === tagOf(2)) event.name = textOf(pbf, 'utf8')
    else if (tag === tagOf(3)) size = keyValue(pbf, event.attributes, 0, size)
    else return false
    return true
  })
  return event
}
function readStatus(pbf: PbfReader, span: OtlpSpan): void {
  fields(pbf, (tag) => {
    if (tag === tagOf(2)) span.statusMessage = textOf(pbf, 'utf8')
    else if (tag === tagOf(3, 0)) span.statusCode = pbf.readVarint()
    else return false
    return true
  })
}
function spanOf(pbf: PbfReader, resource: Attributes): OtlpSpan {
  const span = newSpan(resource)
  const end = endOf(pbf)
  let size = 0
  while (pbf.pos < end) {
    const tag = pbf.readVarint()
    if (tag === ATTRIBUTE) size = keyValue(pbf, span.attributes, 0, size)
    else if (tag === TRACE_ID) span.traceId = textOf(pbf, 'hex')
    else if (tag === SPAN_ID) span.spanId = textOf(pbf, 'hex')
    else if (tag === PARENT_ID) span.parentId = textOf(pbf, 'hex')
    else if (tag === NAME) span.name = textOf(pbf, 'utf8')
    else if (tag === START) span.start = pbf.readFixed64()
    else if (tag === END) span.end = pbf.readFixed64()
    else if (tag === EVENT) {
      const event = eventOf(pbf)
      if (span.events.length < INGEST_LIMITS.events) span.events.push(event)
    } else if (tag === STATUS) readStatus(pbf, span)
    else pbf.skip(tag)
  }
  return span
}
const [TRACE_ID, SPAN_ID, PARENT_ID, NAME] = [tagOf(1), tagOf(2), tagOf(4), tagOf(5)]
const [START, END, ATTRIBUTE, EVENT, STATUS] = [tagOf(7, FIXED), tagOf(8, FIXED), tagOf(9), tagOf(11), tagOf(15)]
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

/** Yields the field tags of a message, so that the caller can pause between fields. */
function* fieldsOf(pbf: PbfReader, end: number): Generator<number> {
  while (pbf.pos < end) {
    const tag = pbf.readVarint()
    const next = pbf.pos
    yield tag
    if (pbf.pos === next) pbf.skip(tag)
  }
}
const [RESOURCE_SPANS, RESOURCE, SCOPE_SPANS, SCOPE, SPAN] = [10, 10, 18, 10, 18]

/** Reads an ExportTraceServiceRequest span by span. Stops as soon as a limit is exceeded. */
function* spansIn(pbf: PbfReader): Generator<OtlpSpan> {
  let count = 0
  for (const tag of fieldsOf(pbf, pbf.length)) {
    if (tag !== RESOURCE_SPANS) continue
    const resource: Attributes = {}
    for (const inner of fieldsOf(pbf, endOf(pbf))) {
      if (inner === RESOURCE) Object.assign(resource, mapOf(pbf, 0))
      if (inner !== SCOPE_SPANS) continue
      const scope = { name: '' }
      const own: OtlpSpan[] = []
      for (const field of fieldsOf(pbf, endOf(pbf))) {
        if (field === SCOPE) fields(pbf, (tag) => tag === KEY && (scope.name = textOf(pbf, 'utf8')) !== undefined)
        if (field !== SPAN) continue
        if ((count += 1) > INGEST_LIMITS.spans) throw ingestErrors.tooManySpans({ max: INGEST_LIMITS.spans })
        const span = spanOf(pbf, resource)
        own.push(span)
        yield span
      }
      for (const span of own) span.scope = scope.name
    }
  }
}

/** Reads all spans without blocking the event loop. */
export async function readProtobuf(body: Uint8Array): Promise<OtlpSpan[]> {
  const spans: OtlpSpan[] = []
  const yielder = createYielder()
  try {
    for (const span of spansIn(new PbfReader(Buffer.from(body.buffer, body.byteOffset, body.byteLength)))) {
      spans.push(span)
      if (yielder.isDue()) await yielder.rest()
    }
  } catch (cause) {
    if (cause instanceof Error && 'status' in cause) throw cause
    throw malformed('it cannot be read as protobuf')
  }
  return spans
}

/** An ExportTraceServiceResponse: empty on full success. With nothing rejected, the text is a warning. */
export function writeProtobuf(rejected: number, problem: string): Uint8Array {
  const pbf = new PbfWriter()
  if (rejected || problem)
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

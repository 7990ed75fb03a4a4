import { PbfWriter } from 'pbf'
import type { Attribute, OtlpJsonSpan, ResourceSpans } from './otlp-form.ts'

function writeValue(value: Attribute['value'], pbf: PbfWriter) {
  if ('stringValue' in value) pbf.writeStringField(1, value.stringValue)
  else if ('boolValue' in value) pbf.writeBooleanField(2, value.boolValue)
  else if ('intValue' in value) pbf.writeVarintField(3, Number(value.intValue))
  else pbf.writeDoubleField(4, value.doubleValue)
}
function writeAttribute({ key, value }: Attribute, pbf: PbfWriter) {
  pbf.writeStringField(1, key)
  pbf.writeMessage(2, writeValue, value)
}
function writeStatus({ code, message }: OtlpJsonSpan['status'], pbf: PbfWriter) {
  if (message) pbf.writeStringField(2, message)
  if (code) pbf.writeVarintField(3, code)
}
function writeSpan(span: OtlpJsonSpan, pbf: PbfWriter) {
  pbf.writeBytesField(1, Buffer.from(span.traceId, 'hex'))
  pbf.writeBytesField(2, Buffer.from(span.spanId, 'hex'))
  if (span.parentSpanId) pbf.writeBytesField(4, Buffer.from(span.parentSpanId, 'hex'))
  pbf.writeStringField(5, span.name)
  pbf.writeVarintField(6, span.kind)
  pbf.writeFixed64Field(7, Number(span.startTimeUnixNano))
  pbf.writeFixed64Field(8, Number(span.endTimeUnixNano))
  for (const attribute of span.attributes) pbf.writeMessage(9, writeAttribute, attribute)
  pbf.writeMessage(15, writeStatus, span.status)
}
function writeScope({ scope, spans }: ResourceSpans['scopeSpans'][number], pbf: PbfWriter) {
  pbf.writeMessage(1, (one: { name: string }, at: PbfWriter) => at.writeStringField(1, one.name), scope)
  for (const span of spans) pbf.writeMessage(2, writeSpan, span)
}
function writeResource({ resource, scopeSpans }: ResourceSpans, pbf: PbfWriter) {
  pbf.writeMessage(
    1,
    ({ attributes }: ResourceSpans['resource'], at: PbfWriter) => {
      for (const attribute of attributes) at.writeMessage(1, writeAttribute, attribute)
    },
    resource,
  )
  for (const one of scopeSpans) pbf.writeMessage(2, writeScope, one)
}

/** Encodes an ExportTraceServiceRequest. */
export function toProtobuf(list: readonly ResourceSpans[]): Uint8Array {
  const pbf = new PbfWriter()
  for (const one of list) pbf.writeMessage(1, writeResource, one)
  return pbf.finish()
}

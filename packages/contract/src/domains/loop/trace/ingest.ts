import { z } from 'zod'
import { op } from '#kit.ts'
import { id } from '#shared/fields.ts'
import { INGEST_LIMITS } from '#shared/trace-enums.ts'

/** Programs send 64-bit integers as numbers or as text. */
const whole = z.coerce.number().int()
const text = (max: number) => z.string().max(max)
const short = text(1024)
const tags = <T extends z.ZodType>(value: T) => z.record(text(256), value).nullish()
/** Field names differ between the clients of each language; all of them are accepted. */
const sentSpan = z.object({
  workspace_id: id(),
  trace_id: z.string().min(1).max(128),
  span_id: z.string().min(1).max(128),
  parent_id: text(128).nullish(),
  started_at_micros: whole.positive(),
  /** In milliseconds; `duration_micros` takes precedence. */
  duration: z.coerce.number().min(0).nullish(),
  duration_micros: whole.min(0).nullish(),
  logid: short.nullish(),
  log_id: short.nullish(),
  psm: short.nullish(),
  service_name: short.nullish(),
  call_type: short.nullish(),
  method: short.nullish(),
  span_name: text(1024),
  span_type: text(256),
  status_code: whole.default(0),
  input: z.string().default(''),
  output: z.string().default(''),
  object_storage: text(65_536).nullish(),
  latency_first_resp: whole.min(0).nullish(),
  system_tags_string: tags(z.string()),
  system_tags_long: tags(z.coerce.number()),
  system_tags_double: tags(z.coerce.number()),
  tags_string: tags(z.string()),
  tags_long: tags(z.coerce.number()),
  tags_double: tags(z.coerce.number()),
  tags_bool: tags(z.boolean()),
  tags_bytes: tags(z.string()),
})
export type SentSpan = z.infer<typeof sentSpan>

export const traceIngest = {
  spans: op('POST /v1/loop/traces/ingest', {
    summary: 'Send spans of a program',
    summaryZh: '上报程序的 Span',
    access: { on: 'space', id: 'spans.0.workspace_id', can: 'view' },
    scope: 'Trace.write',
    reply: 'flat',
    bodyLimit: INGEST_LIMITS.unpackedBytes,
    input: () => z.object({ spans: z.array(sentSpan).min(1).max(INGEST_LIMITS.loopSpans) }),
  }),
  otlp: op(['POST /v1/loop/opentelemetry/v1/traces', 'POST /v1/traces'], {
    summary: 'Send spans by OpenTelemetry (OTLP over HTTP, protobuf or JSON)',
    summaryZh: '通过 OpenTelemetry 上报 Span（OTLP/HTTP，支持 protobuf 和 JSON）',
    scope: 'Trace.write',
    reply: 'raw',
    body: 'raw',
    bodyLimit: INGEST_LIMITS.packedBytes,
  }),
  file: op('POST /v1/loop/files/upload', {
    summary: 'Send a file that spans refer to',
    summaryZh: '上传 Span 引用的文件',
    access: { on: 'space', id: 'workspace_id', can: 'view' },
    scope: 'Trace.write',
    body: 'form',
    bodyLimit: INGEST_LIMITS.fileBytes,
    input: () => z.object({ workspace_id: id(), file: z.file() }),
    output: () => z.object({ bytes: z.number(), file_name: z.string() }),
  }),
}

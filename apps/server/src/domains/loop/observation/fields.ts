import { isId } from '@orrery/contract'
import type { QueryType } from '@orrery/contract/shared/filter-tree'
import { and, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { type Fields, numberField as number, textField as text } from './shared/filter-fields.ts'
import { span, spanBody, traceHead } from '#domains/chat/span/span.table.ts'

/** Lower bounds of the latency bands, in milliseconds. */
const bands = ['0', '2000', '5000', '10000']
export const latencyBand = sql<string>`CASE WHEN ${traceHead.durationUs} < 2000000 THEN '0' WHEN ${traceHead.durationUs} < 5000000 THEN '2000'
  WHEN ${traceHead.durationUs} < 10000000 THEN '5000' ELSE '10000' END`

const status = { success: '1', error: '2', broken: '3' }

/** Matches accounts and end users of programs with separate conditions, because each has its own index. */
function isUser(type: QueryType, values: readonly string[]) {
  if ((type !== 'eq' && type !== 'in') || values.includes('')) return undefined
  const ids = values.filter(isId)
  const ofProgram = and(isNull(traceHead.userId), ne(traceHead.userKey, ''), inArray(traceHead.userKey, [...values]))!
  return ids.length ? or(inArray(traceHead.userId, ids), ofProgram)! : ofProgram
}

/** Fields by which lists of traces can be filtered. Latency is in milliseconds. */
export const headFields: Fields = {
  trace_id: text(sql`${traceHead.traceId}`),
  log_id: text(sql`${traceHead.logId}`),
  logid: text(sql`${traceHead.logId}`),
  message_id: text(sql`${traceHead.messageId}::text`),
  thread_id: text(sql`${traceHead.threadId}`),
  user_id: { ...text(sql`coalesce(${traceHead.userId}::text, ${traceHead.userKey})`), leaf: isUser },
  input: text(sql`${traceHead.input}`),
  output: text(sql`${traceHead.output}`),
  error_message: text(sql`${traceHead.errorMsg}`),
  status: text(sql`${traceHead.status}::text`, status),
  status_code: number(sql`${traceHead.errorCode}`),
  span_name: text(sql`${traceHead.name}`),
  source: text(sql`${traceHead.source}`),
  object_kind: text(sql`${traceHead.objectKind}`),
  object: text(sql`coalesce(${traceHead.objectId}::text, ${traceHead.service})`),
  bot_id: text(sql`CASE WHEN ${traceHead.objectKind} = 'bot' THEN ${traceHead.objectId}::text END`),
  workflow_id: text(sql`CASE WHEN ${traceHead.objectKind} = 'workflow' THEN ${traceHead.objectId}::text END`),
  bot_version: text(sql`${traceHead.objectVersion}`),
  psm: text(sql`${traceHead.service}`),
  scene: text(sql`${traceHead.scene}`),
  connector_id: text(sql`${traceHead.connectorId}`),
  model_name: text(sql`${traceHead.models}`),
  latency: number(sql`(${traceHead.durationUs} / 1000.0)`),
  latency_band: text(latencyBand, Object.fromEntries(bands.map((band) => [band, band]))),
  latency_first_resp: number(sql`(${traceHead.firstUs} / 1000.0)`),
  tokens: number(sql`(${traceHead.inputTokens} + ${traceHead.outputTokens})`),
  input_tokens: number(sql`${traceHead.inputTokens}`),
  output_tokens: number(sql`${traceHead.outputTokens}`),
  cost: number(sql`${traceHead.cost}`),
  feedback: number(sql`${traceHead.feedback}`),
  span_count: number(sql`${traceHead.spanCount}`),
}
/** Fields by which lists of spans can be filtered. */
export const spanFields: Fields = {
  trace_id: text(sql`${span.traceId}`),
  span_id: text(sql`${span.spanId}`),
  parent_id: text(sql`${span.parentId}`),
  /** The bot or workflow of the trace. */
  object_id: text(
    sql`(SELECT h.object_id::text FROM trace_head h WHERE h.trace_id = ${span.traceId} AND h.space_id = ${span.spaceId} LIMIT 1)`,
  ),
  log_id: text(sql`${span.logId}`),
  thread_id: text(sql`${span.threadId}`),
  user_id: text(sql`${span.userKey}`),
  input: text(sql`${spanBody.input}`),
  output: text(sql`${spanBody.output}`),
  error_message: text(sql`${span.errorMsg}`),
  status: text(sql`${span.status}::text`, status),
  status_code: number(sql`${span.errorCode}`),
  span_name: text(sql`${span.name}`),
  span_type: text(sql`coalesce(nullif(${span.rawType}, ''), ${span.kind})`),
  source: text(sql`${span.source}`),
  psm: text(sql`${span.service}`),
  scene: text(sql`${span.scene}`),
  model_name: text(sql`${span.model}`),
  model_provider: text(sql`${span.provider}`),
  prompt_key: text(sql`${span.promptKey}`),
  prompt_version: text(sql`${span.promptVersion}`),
  latency: number(sql`(${span.durationUs} / 1000.0)`),
  latency_first_resp: number(sql`(${span.firstUs} / 1000.0)`),
  tokens: number(sql`(${span.inputTokens} + ${span.outputTokens})`),
  input_tokens: number(sql`${span.inputTokens}`),
  output_tokens: number(sql`${span.outputTokens}`),
  cost: number(sql`${span.cost}`),
}

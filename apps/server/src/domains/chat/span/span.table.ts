import { bigint, boolean, doublePrecision, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { KeepClass } from './shared/keep-class.ts'
import type { Masks } from './shared/mask.ts'
import type { Scene, SpanStatus, TraceSource } from './shared/span-types.ts'

/** Microseconds since 1970, which a number represents exactly. */
const micros = millis
const count = (name: string) => bigint(name, { mode: 'number' }).notNull()
const word = (name: string) => text(name).notNull().default('')

export const traceHead = pgTable('trace_head', {
  keep: smallint('keep').notNull(),
  startedAt: micros('started_at').notNull(),
  spaceId: id('space_id').notNull(),
  traceId: text('trace_id').notNull(),
  rootId: word('root_id'),
  source: text('source').$type<TraceSource>().notNull(),
  name: word('name'),
  objectKind: word('object_kind'),
  objectId: id('object_id'),
  objectVersion: word('object_version'),
  connectorId: word('connector_id'),
  scene: text('scene').$type<Scene>().notNull(),
  userId: id('user_id'),
  userKey: word('user_key'),
  threadId: word('thread_id'),
  messageId: id('message_id'),
  logId: word('log_id'),
  service: word('service'),
  status: smallint('status').$type<SpanStatus>().notNull(),
  errorCode: integer('error_code').notNull().default(0),
  errorMsg: word('error_msg'),
  errorZh: word('error_zh'),
  durationUs: count('duration_us'),
  firstUs: count('first_us').default(0),
  inputTokens: count('input_tokens').default(0),
  outputTokens: count('output_tokens').default(0),
  cachedTokens: count('cached_tokens').default(0),
  reasoningTokens: count('reasoning_tokens').default(0),
  cost: doublePrecision('cost').notNull().default(0),
  spanCount: integer('span_count').notNull().default(0),
  failedCount: integer('failed_count').notNull().default(0),
  models: word('models'),
  input: word('input'),
  output: word('output'),
  feedback: smallint('feedback').notNull().default(0),
  /** The intent of an online question; empty if it was not classified or has no known intent. */
  intentId: word('intent_id'),
  /** 0 not classified yet, 1 classified. */
  intentStatus: smallint('intent_status').$type<0 | 1>().notNull().default(0),
})
export type HeadRow = typeof traceHead.$inferSelect

export const span = pgTable('span', {
  keep: smallint('keep').notNull(),
  startedAt: micros('started_at').notNull(),
  spaceId: id('space_id').notNull(),
  traceId: text('trace_id').notNull(),
  spanId: text('span_id').notNull(),
  parentId: word('parent_id'),
  kind: text('kind').notNull(),
  rawType: word('raw_type'),
  name: text('name').notNull(),
  source: text('source').$type<TraceSource>().notNull(),
  status: smallint('status').$type<SpanStatus>().notNull(),
  errorCode: integer('error_code').notNull().default(0),
  errorMsg: word('error_msg'),
  errorZh: word('error_zh'),
  durationUs: count('duration_us'),
  firstUs: count('first_us').default(0),
  modelId: word('model_id'),
  model: word('model'),
  provider: word('provider'),
  inputTokens: count('input_tokens').default(0),
  outputTokens: count('output_tokens').default(0),
  cachedTokens: count('cached_tokens').default(0),
  reasoningTokens: count('reasoning_tokens').default(0),
  cost: doublePrecision('cost').notNull().default(0),
  scene: text('scene').$type<Scene>().notNull(),
  service: word('service'),
  userKey: word('user_key'),
  threadId: word('thread_id'),
  logId: word('log_id'),
  promptKey: word('prompt_key'),
  promptVersion: word('prompt_version'),
})
export type SpanHeadRow = typeof span.$inferSelect

export const spanBody = pgTable('span_body', {
  keep: smallint('keep').notNull(),
  startedAt: micros('started_at').notNull(),
  spaceId: id('space_id').notNull(),
  traceId: text('trace_id').notNull(),
  spanId: text('span_id').notNull(),
  input: word('input'),
  output: word('output'),
  attributes: json<Record<string, unknown>>()('attributes').notNull(),
})

export const spanRollup = pgTable('span_rollup', {
  spaceId: id('space_id').notNull(),
  step: integer('step').notNull(),
  at: count('at'),
  objectKind: text('object_kind').notNull(),
  objectKey: text('object_key').notNull(),
  objectVersion: text('object_version').notNull(),
  kind: text('kind').notNull(),
  isRoot: boolean('is_root').notNull(),
  model: text('model').notNull(),
  connectorId: text('connector_id').notNull(),
  scene: text('scene').$type<Scene>().notNull(),
  n: count('n'),
  failed: count('failed'),
  stopped: count('stopped'),
  sumUs: count('sum_us'),
  firstN: count('first_n'),
  sumFirstUs: count('sum_first_us'),
  inputTokens: count('input_tokens'),
  outputTokens: count('output_tokens'),
  cachedTokens: count('cached_tokens'),
  cost: doublePrecision('cost').notNull(),
})
export const spanHist = pgTable('span_hist', {
  spaceId: id('space_id').notNull(),
  step: integer('step').notNull(),
  at: count('at'),
  objectKind: text('object_kind').notNull(),
  objectKey: text('object_key').notNull(),
  model: text('model').notNull(),
  scene: text('scene').$type<Scene>().notNull(),
  measure: smallint('measure').notNull(),
  bucket: smallint('bucket').notNull(),
  n: count('n'),
})
export const spanUserDay = pgTable('span_user_day', {
  spaceId: id('space_id').notNull(),
  day: integer('day').notNull(),
  objectKind: text('object_kind').notNull(),
  objectKey: text('object_key').notNull(),
  scene: text('scene').$type<Scene>().notNull(),
  person: text('person').notNull(),
})
export const traceLink = pgTable('trace_link', {
  spaceId: id('space_id').notNull(),
  parentTraceId: text('parent_trace_id').notNull(),
  parentSpanId: text('parent_span_id').notNull(),
  traceId: text('trace_id').notNull(),
  startedAt: micros('started_at').notNull(),
})
export const spanKeep = pgTable('span_keep', {
  spaceId: id('space_id').primaryKey(),
  days: smallint('days').$type<KeepClass>().notNull(),
  masks: json<Masks>()('masks').notNull(),
})

export const spanOutbound = pgTable('span_outbound', {
  spaceId: id('space_id').primaryKey(),
  url: text('url').notNull(),
  headers: word('headers'),
  headerNames: json<string[]>()('header_names').notNull(),
  protocol: text('protocol').$type<'json' | 'protobuf'>().notNull(),
  share: doublePrecision('share').notNull(),
  hasContent: boolean('has_content').notNull(),
  isOn: boolean('is_on').notNull(),
  backlogBytes: count('backlog_bytes').default(0),
  sent: count('sent').default(0),
  dropped: count('dropped').default(0),
  problem: word('problem'),
  nextAt: millis('next_at').notNull().default(0),
  leaseUntil: millis('lease_until').notNull().default(0),
  editedBy: id('edited_by'),
  updatedAt: millis('updated_at').notNull(),
})
export type OutboundRow = typeof spanOutbound.$inferSelect
export const spanOutbox = pgTable('span_outbox', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  body: text('body').notNull(),
  spans: integer('spans').notNull(),
  bytes: integer('bytes').notNull(),
  attempts: integer('attempts').notNull().default(0),
})

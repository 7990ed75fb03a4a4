import { doublePrecision, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const TraceStatus = { done: 1, failed: 2, stopped: 3 } as const
export type TraceStatus = (typeof TraceStatus)[keyof typeof TraceStatus]
export type SpanKind = 'turn' | 'agent' | 'model' | 'tool' | 'retrieval' | 'hook' | 'skill' | 'workflow'
export type TraceScene = 'debug' | 'online' | 'task'

export const trace = pgTable('trace', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  botId: id('bot_id').notNull(),
  botVersion: text('bot_version').notNull().default(''),
  conversationId: id('conversation_id').notNull(),
  messageId: id('message_id').notNull(),
  userId: id('user_id').notNull(),
  scene: text('scene').$type<TraceScene>().notNull(),
  connectorId: text('connector_id').notNull().default(''),
  status: smallint('status').$type<TraceStatus>().notNull(),
  errorCode: integer('error_code').notNull().default(0),
  errorMsg: text('error_msg').notNull().default(''),
  startedAt: millis('started_at').notNull(),
  durationMs: doublePrecision('duration_ms').notNull(),
  firstTokenMs: doublePrecision('first_token_ms').notNull().default(0),
  inputTokens: integer('input_tokens').notNull().default(0),
  outputTokens: integer('output_tokens').notNull().default(0),
  cost: doublePrecision('cost').notNull().default(0),
  spanCount: integer('span_count').notNull().default(0),
  failedCount: integer('failed_count').notNull().default(0),
  modelNames: text('model_names').notNull().default(''),
  input: text('input').notNull().default(''),
  output: text('output').notNull().default(''),
  feedback: smallint('feedback').notNull().default(0),
})
export type TraceRow = typeof trace.$inferSelect

export const traceSpan = pgTable('trace_span', {
  id: id('id').primaryKey(),
  traceId: id('trace_id').notNull(),
  parentId: id('parent_id'),
  kind: text('kind').$type<SpanKind>().notNull(),
  name: text('name').notNull(),
  status: smallint('status').$type<TraceStatus>().notNull(),
  errorCode: integer('error_code').notNull().default(0),
  errorMsg: text('error_msg').notNull().default(''),
  offsetMs: doublePrecision('offset_ms').notNull(),
  durationMs: doublePrecision('duration_ms').notNull(),
  firstTokenMs: doublePrecision('first_token_ms').notNull().default(0),
  modelId: id('model_id'),
  modelName: text('model_name').notNull().default(''),
  inputTokens: integer('input_tokens').notNull().default(0),
  outputTokens: integer('output_tokens').notNull().default(0),
  cachedTokens: integer('cached_tokens').notNull().default(0),
  reasoningTokens: integer('reasoning_tokens').notNull().default(0),
  cost: doublePrecision('cost').notNull().default(0),
  input: text('input').notNull().default(''),
  output: text('output').notNull().default(''),
  attributes: json<Record<string, unknown>>()('attributes').notNull(),
})
export type SpanRow = typeof traceSpan.$inferSelect

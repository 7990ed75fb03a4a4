import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

/** Kinds of usage: bot questions, workflow runs, knowledge calls. */
export type UsageKind = 'chat' | 'workflow' | 'knowledge'
export const openLedger = pgTable('open_ledger', {
  day: integer('day').notNull(),
  spaceId: id('space_id').notNull(),
  botId: id('bot_id').notNull(),
  userId: id('user_id').notNull(),
  tokenId: text('token_id').notNull().default(''),
  connectorId: text('connector_id').notNull(),
  kind: text('kind').$type<UsageKind>().notNull().default('chat'),
  calls: millis('calls').notNull().default(0),
  failed: millis('failed').notNull().default(0),
  refused: millis('refused').notNull().default(0),
  inputTokens: millis('input_tokens').notNull().default(0),
  outputTokens: millis('output_tokens').notNull().default(0),
})
export type LedgerRow = typeof openLedger.$inferSelect

export type QuotaSubject = 'space' | 'bot' | 'user' | 'token'
export type QuotaUnit = 'calls' | 'tokens'
export type QuotaPeriod = 'minute' | 'day' | 'month' | 'total'
export const openQuota = pgTable('open_quota', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  subject: text('subject').$type<QuotaSubject>().notNull(),
  subjectId: text('subject_id').notNull(),
  unit: text('unit').$type<QuotaUnit>().notNull(),
  period: text('period').$type<QuotaPeriod>().notNull(),
  max: millis('max').notNull(),
  changedBy: id('changed_by').notNull(),
  changedAt: millis('changed_at').notNull(),
})
export type QuotaRow = typeof openQuota.$inferSelect

export const openCounter = pgTable('open_counter', {
  quotaId: id('quota_id').notNull(),
  startsAt: millis('starts_at').notNull(),
  used: millis('used').notNull(),
})

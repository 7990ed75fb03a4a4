import { bigint, boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export type StreamConfig =
  | { kind: 'webhook'; url: string }
  | { kind: 'syslog'; host: string; port: number; authority: string }
  | { kind: 's3'; url: string; region: string; bucket: string; folder: string; access_key_id: string }

/** Targets to which the audit log of an enterprise is streamed. */
export const auditStream = pgTable('audit_stream', {
  id: id('id').primaryKey(),
  enterpriseId: id('enterprise_id').notNull(),
  name: text('name').notNull(),
  config: json<StreamConfig>()('config').notNull(),
  sealedSecret: text('sealed_secret').notNull(),
  isOn: boolean('is_on').notNull().default(true),
  /** Number of the last link that was delivered. */
  cursor: bigint('cursor', { mode: 'number' }).notNull(),
  failures: integer('failures').notNull().default(0),
  lastError: text('last_error').notNull().default(''),
  lastSentAt: millis('last_sent_at'),
  nextAt: millis('next_at').notNull().default(0),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type AuditStreamRow = typeof auditStream.$inferSelect

/** Retention period of audit entries, and the link before the first entry that was kept. */
export const auditRetention = pgTable('audit_retention', {
  enterpriseId: id('enterprise_id').primaryKey(),
  months: smallint('months').notNull(),
  no: bigint('no', { mode: 'number' }).notNull().default(0),
  hash: text('hash').notNull().default(''),
  signature: text('signature').notNull().default(''),
  droppedUntil: millis('dropped_until').notNull().default(0),
})

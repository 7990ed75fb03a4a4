import { bigint, boolean, doublePrecision, integer, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { RunContext, StoredOptions } from './run-types.ts'

export const workflowRun = pgTable('workflow_run', {
  id: id('id').primaryKey(),
  workflowId: id('workflow_id').notNull(),
  spaceId: id('space_id').notNull(),
  commitId: id('commit_id').notNull(),
  version: text('version').notNull(),
  kind: smallint('kind').notNull(),
  runMode: smallint('run_mode').notNull(),
  status: smallint('status').notNull(),
  userId: id('user_id').notNull(),
  context: json<RunContext>()('context').notNull(),
  options: json<StoredOptions>()('options').notNull(),
  input: text('input').notNull(),
  output: text('output').notNull().default(''),
  nodes: text('nodes').notNull().default('[]'),
  interrupts: text('interrupts').notNull().default('[]'),
  checkpoint: text('checkpoint'),
  errorCode: integer('error_code').notNull().default(0),
  error: text('error').notNull().default(''),
  /** Empty if the error has no Chinese message. */
  errorZh: text('error_zh').notNull().default(''),
  tokensIn: integer('tokens_in').notNull().default(0),
  tokensOut: integer('tokens_out').notNull().default(0),
  cost: doublePrecision('cost').notNull().default(0),
  logId: text('log_id').notNull().default(''),
  leaseOwner: text('lease_owner'),
  leaseUntil: timestamp('lease_until', { withTimezone: true }),
  fence: integer('fence').notNull().default(0),
  cancelAsked: boolean('cancel_asked').notNull().default(false),
  size: bigint('size', { mode: 'number' }).notNull().default(0),
  blobs: text('blobs').array().notNull().default([]),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type RunRow = typeof workflowRun.$inferSelect

export const runRetention = pgTable('run_retention', {
  spaceId: id('space_id').primaryKey(),
  days: integer('days').notNull(),
  maxBytes: bigint('max_bytes', { mode: 'number' }).notNull(),
})

import { boolean, integer, pgTable, real, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { ColumnPlan } from './column-plan.ts'

export const datasetColumnJob = pgTable('dataset_column_job', {
  id: id('id').primaryKey(),
  datasetId: id('dataset_id').notNull(),
  name: text('name').notNull(),
  config: json<ColumnPlan>()('config').notNull(),
  /** 1: columns; 2: quality scores. */
  kind: smallint('kind').notNull().default(1),
  autoFrom: millis('auto_from').notNull().default(0),
  autoSeen: millis('auto_seen').notNull().default(0),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  editedBy: id('edited_by').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type ColumnJobRow = typeof datasetColumnJob.$inferSelect

export const datasetColumnRun = pgTable('dataset_column_run', {
  id: id('id').primaryKey(),
  jobId: id('job_id').notNull(),
  datasetId: id('dataset_id').notNull(),
  plan: json<ColumnPlan>()('plan').notNull(),
  outputKeys: text('output_keys').array().notNull(),
  status: smallint('status').notNull().default(1),
  total: integer('total').notNull().default(0),
  succeeded: integer('succeeded').notNull().default(0),
  failed: integer('failed').notNull().default(0),
  skipped: integer('skipped').notNull().default(0),
  isCancelled: boolean('is_cancelled').notNull().default(false),
  problem: text('problem').notNull().default(''),
  problemZh: text('problem_zh').notNull().default(''),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  endedAt: millis('ended_at').notNull().default(0),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
})
export type ColumnRunRow = typeof datasetColumnRun.$inferSelect

export const datasetColumnDone = pgTable('dataset_column_done', {
  runId: id('run_id').notNull(),
  itemId: id('item_id').notNull(),
})

export const CellState = { generated: 1, failed: 2 } as const
export const datasetCell = pgTable('dataset_cell', {
  datasetId: id('dataset_id').notNull(),
  itemId: id('item_id').notNull(),
  fieldKey: text('field_key').notNull(),
  runId: id('run_id').notNull(),
  state: smallint('state').notNull(),
  textHash: text('text_hash').notNull().default(''),
  modelId: text('model_id').notNull().default(''),
  model: text('model').notNull().default(''),
  traceId: text('trace_id').notNull().default(''),
  agreement: real('agreement').notNull().default(1),
  problem: text('problem').notNull().default(''),
  problemZh: text('problem_zh').notNull().default(''),
  createdAt: millis('created_at').notNull(),
})
export type CellRow = typeof datasetCell.$inferSelect

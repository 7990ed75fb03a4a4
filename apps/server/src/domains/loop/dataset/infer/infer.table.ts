import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export interface InferParams {
  temperature?: number | undefined
  topP?: number | undefined
  maxNewToken?: number | undefined
  inferTimes: number
}
export const datasetInferTask = pgTable('dataset_infer_task', {
  id: id('id').primaryKey(),
  runId: id('run_id').notNull(),
  datasetId: id('dataset_id').notNull(),
  spaceId: id('space_id').notNull(),
  name: text('name').notNull(),
  provider: smallint('provider').notNull(),
  modelId: text('model_id').notNull().default(''),
  model: text('model').notNull().default(''),
  params: json<InferParams>()('params').notNull(),
  status: smallint('status').notNull().default(0),
  fileId: text('file_id').notNull().default(''),
  batchId: text('batch_id').notNull().default(''),
  traceId: text('trace_id').notNull().default(''),
  problem: text('problem').notNull().default(''),
  problemZh: text('problem_zh').notNull().default(''),
  reported: text('reported').notNull().default(''),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
})
export type InferTaskRow = typeof datasetInferTask.$inferSelect

export const datasetInferLine = pgTable('dataset_infer_line', {
  taskId: id('task_id').notNull(),
  itemId: id('item_id').notNull(),
  round: smallint('round').notNull(),
  request: text('request').notNull(),
  before: json<Record<string, string>>()('before').notNull(),
  answer: text('answer'),
  problem: text('problem').notNull().default(''),
  problemZh: text('problem_zh').notNull().default(''),
})
export type InferLineRow = typeof datasetInferLine.$inferSelect

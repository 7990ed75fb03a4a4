import type { CrowdInput, CrowdOutput, CrowdQueue } from '@orrery/contract'
import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const labelStudioLink = pgTable('label_studio_link', {
  spaceId: id('space_id').primaryKey(),
  url: text('url').notNull(),
  sealedToken: text('sealed_token').notNull(),
  accountId: text('account_id').notNull(),
  accountName: text('account_name').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})

export interface CrowdConfig {
  /** The id of the project on the platform, or of the tag for our own queue. */
  taskId: string
  taskName: string
  taskUrl: string
  input: CrowdInput
  output: CrowdOutput
  queue: CrowdQueue
  /** The columns for answers, by their keys in the output dataset. */
  columns: { source: string; key: string }[]
}
export const datasetCrowdJob = pgTable('dataset_crowd_job', {
  id: id('id').primaryKey(),
  datasetId: id('dataset_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  platform: smallint('platform').notNull(),
  config: json<CrowdConfig>()('config').notNull(),
  versionId: id('version_id').notNull(),
  outputDatasetId: id('output_dataset_id').notNull(),
  status: smallint('status').notNull().default(1),
  terminateReason: text('terminate_reason').notNull().default(''),
  problem: text('problem').notNull().default(''),
  problemZh: text('problem_zh').notNull().default(''),
  inputSize: integer('input_size').notNull(),
  annotationTaskId: id('annotation_task_id'),
  hookId: text('hook_id').notNull().default(''),
  hookKey: text('hook_key').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
})
export type CrowdJobRow = typeof datasetCrowdJob.$inferSelect

export const datasetCrowdRow = pgTable('dataset_crowd_row', {
  jobId: id('job_id').notNull(),
  itemId: id('item_id').notNull(),
  nth: integer('nth').notNull(),
  isSent: boolean('is_sent').notNull().default(false),
  answerRef: text('answer_ref').notNull().default(''),
  appliedRef: text('applied_ref').notNull().default(''),
  applied: json<Record<string, string>>()('applied').notNull().default({}),
  problem: text('problem').notNull().default(''),
  problemZh: text('problem_zh').notNull().default(''),
})
export type CrowdItemRow = typeof datasetCrowdRow.$inferSelect

export const datasetCrowdAnswer = pgTable('dataset_crowd_answer', {
  jobId: id('job_id').notNull(),
  itemId: id('item_id').notNull(),
  ref: text('ref').notNull(),
  answers: json<Record<string, unknown>>()('answers').notNull(),
  answeredAt: millis('answered_at').notNull(),
})

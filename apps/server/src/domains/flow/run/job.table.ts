import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const workflowJob = pgTable('workflow_job', {
  id: id('id').primaryKey(),
  workflowId: id('workflow_id').notNull(),
  spaceId: id('space_id').notNull(),
  version: text('version').notNull(),
  name: text('name').notNull(),
  inputKey: text('input_key').notNull(),
  columns: text('columns').array().notNull(),
  context: json<{ botId?: string; projectId?: string; appVersion?: string }>()('context').notNull(),
  userId: id('user_id').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type JobRow = typeof workflowJob.$inferSelect

export const workflowTask = pgTable('workflow_task', {
  id: id('id').primaryKey(),
  jobId: id('job_id').notNull(),
  line: integer('line').notNull(),
  input: text('input').notNull(),
  runId: id('run_id').notNull(),
  createdAt: millis('created_at').notNull(),
})

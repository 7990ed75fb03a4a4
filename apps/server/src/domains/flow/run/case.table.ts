import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const workflowCase = pgTable('workflow_case', {
  id: id('id').primaryKey(),
  workflowId: id('workflow_id').notNull(),
  name: text('name').notNull(),
  input: json<Record<string, string>>()('input').notNull(),
  expected: json<unknown>()('expected'),
  isDefault: boolean('is_default').notNull().default(false),
  lastRunId: id('last_run_id'),
  lastPassed: boolean('last_passed'),
  createdBy: id('created_by').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type CaseRow = typeof workflowCase.$inferSelect

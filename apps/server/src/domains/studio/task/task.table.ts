import type { TaskActionInput } from '@orrery/contract'
import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const botTask = pgTable('bot_task', {
  id: id('id').primaryKey(),
  botId: id('bot_id').notNull(),
  kind: smallint('kind').notNull(),
  userId: id('user_id').notNull(),
  name: text('name').notNull(),
  trigger: smallint('trigger').notNull(),
  cron: text('cron').notNull().default(''),
  cronText: text('cron_text').notNull().default(''),
  timeZone: text('time_zone').notNull().default('UTC'),
  hookKey: text('hook_key').notNull().default(''),
  outputSchema: text('output_schema').notNull().default(''),
  defaultOutput: text('default_output').notNull().default(''),
  action: json<TaskActionInput>()('action').notNull(),
  conversationId: id('conversation_id'),
  status: smallint('status').notNull(),
  nextAt: millis('next_at'),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type TaskRow = typeof botTask.$inferSelect

export const botTaskRun = pgTable('bot_task_run', {
  id: id('id').primaryKey(),
  taskId: id('task_id').notNull(),
  botId: id('bot_id').notNull(),
  userId: id('user_id').notNull(),
  reason: text('reason').notNull(),
  occasion: text('occasion').notNull(),
  dueAt: millis('due_at').notNull(),
  startedAt: millis('started_at'),
  endedAt: millis('ended_at'),
  status: smallint('status').notNull(),
  prompt: text('prompt').notNull().default(''),
  answer: text('answer').notNull().default(''),
  error: text('error').notNull().default(''),
  conversationId: text('conversation_id').notNull().default(''),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
})
export type TaskRunRow = typeof botTaskRun.$inferSelect

export const botTaskHook = pgTable('bot_task_hook', {
  key: text('key').primaryKey(),
  botId: id('bot_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})

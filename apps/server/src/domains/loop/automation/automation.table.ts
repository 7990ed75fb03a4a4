import type { TaskConfig, TaskRule } from '@orrery/contract'
import type { TaskStatus } from '@orrery/contract/shared/automation-enums'
import { boolean, doublePrecision, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const traceTask = pgTable('trace_task', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  type: text('type').$type<'auto_evaluate' | 'auto_data_reflow'>().notNull(),
  status: text('status').$type<TaskStatus>().notNull(),
  rule: json<TaskRule>()('rule').notNull(),
  config: json<TaskConfig>()('config').notNull(),
  startAt: millis('start_at').notNull(),
  endAt: millis('end_at').notNull().default(0),
  seenTo: millis('seen_to').notNull().default(0),
  isBackfilled: boolean('is_backfilled').notNull().default(false),
  problem: text('problem').notNull().default(''),
  problemZh: text('problem_zh').notNull().default(''),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  editedBy: id('edited_by').notNull(),
  updatedAt: millis('updated_at').notNull(),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
})
export type TaskRow = typeof traceTask.$inferSelect

export const traceTaskSpan = pgTable('trace_task_span', {
  taskId: id('task_id').notNull(),
  traceId: text('trace_id').notNull(),
  spanId: text('span_id').notNull(),
  startedAt: millis('started_at').notNull(),
  status: smallint('status').$type<1 | 2 | 3>().notNull(),
  reason: text('reason').$type<'' | 'not_sampled' | 'enough'>().notNull().default(''),
  problem: text('problem').notNull().default(''),
  problemZh: text('problem_zh').notNull().default(''),
  cost: doublePrecision('cost').notNull().default(0),
  createdAt: millis('created_at').notNull(),
})
export type WorkedRow = typeof traceTaskSpan.$inferSelect

export const spanScore = pgTable('span_score', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  traceId: text('trace_id').notNull(),
  spanId: text('span_id').notNull(),
  startedAt: millis('started_at').notNull(),
  taskId: id('task_id').notNull(),
  evaluatorVersionId: id('evaluator_version_id').notNull(),
  evaluatorName: text('evaluator_name').notNull(),
  evaluatorVersion: text('evaluator_version').notNull(),
  score: doublePrecision('score').notNull(),
  reasoning: text('reasoning').notNull().default(''),
  judgeTraceId: text('judge_trace_id').notNull().default(''),
  correctedScore: doublePrecision('corrected_score'),
  correctedWhy: text('corrected_why').notNull().default(''),
  correctedBy: id('corrected_by'),
  correctedAt: millis('corrected_at').notNull().default(0),
  createdAt: millis('created_at').notNull(),
})
export type ScoreRow = typeof spanScore.$inferSelect

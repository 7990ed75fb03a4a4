import type { EvaluatorContent } from '@orrery/contract'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const evaluator = pgTable('evaluator', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  draft: json<EvaluatorContent>()('draft').notNull(),
  /** Idempotency key of the caller. */
  requestKey: text('request_key').notNull().default(''),
  /** Whether it belongs to one list only and is hidden from the evaluators of the space. */
  isInline: boolean('is_inline').notNull().default(false),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  editedBy: id('edited_by').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type EvaluatorRow = typeof evaluator.$inferSelect

export const evaluatorVersion = pgTable('evaluator_version', {
  id: id('id').primaryKey(),
  evaluatorId: id('evaluator_id').notNull(),
  number: integer('number').notNull(),
  version: text('version').notNull(),
  note: text('note').notNull().default(''),
  content: json<EvaluatorContent>()('content').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type EvaluatorVersionRow = typeof evaluatorVersion.$inferSelect

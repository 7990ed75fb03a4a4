import type { AnnotationQuestion } from '@orrery/contract'
import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

/** What a person sees of a row, value by value. */
export interface ShownValue {
  name: string
  text: string
}
/** Values by the key of the question. */
export type Answers = Record<string, string>

export const annotationTask = pgTable('annotation_task', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  name: text('name').notNull(),
  guide: text('guide').notNull().default(''),
  source: text('source').notNull(),
  sourceId: id('source_id').notNull(),
  datasetId: id('dataset_id').notNull(),
  questions: json<AnnotationQuestion[]>()('questions').notNull(),
  blindCount: smallint('blind_count').notNull(),
  rowCount: integer('row_count').notNull(),
  isClosed: boolean('is_closed').notNull().default(false),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type TaskRow = typeof annotationTask.$inferSelect

export const annotationRow = pgTable('annotation_row', {
  taskId: id('task_id').notNull(),
  rowId: id('row_id').notNull(),
  nth: integer('nth').notNull(),
  content: json<ShownValue[]>()('content').notNull(),
  isDisputed: boolean('is_disputed').notNull().default(false),
  outcome: json<Answers>()('outcome'),
  decidedBy: id('decided_by'),
  settledAt: millis('settled_at').notNull().default(0),
})

export const annotationLabel = pgTable('annotation_label', {
  id: id('id').primaryKey(),
  taskId: id('task_id').notNull(),
  rowId: id('row_id').notNull(),
  blind: smallint('blind').notNull(),
  assignedTo: id('assigned_to'),
  heldBy: id('held_by'),
  heldUntil: millis('held_until').notNull().default(0),
  answers: json<Answers>()('answers'),
  finishedBy: id('finished_by'),
  finishedAt: millis('finished_at').notNull().default(0),
})
export type LabelTaskRow = typeof annotationLabel.$inferSelect

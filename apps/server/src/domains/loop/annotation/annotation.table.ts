import type { AnnotationQuestion } from '@orrery/contract'
import type { ResultType } from '@orrery/contract/shared/evaluation-enums'
import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

/** One named value of a row, as the annotator sees it. */
export interface ShownValue {
  name: string
  text: string
}
/** Answers by the key of the question. */
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
  /** 1: belongs to the evaluation pages; 2: has its own pages. */
  area: smallint('area').notNull().default(2),
  isHidden: boolean('is_hidden').notNull().default(false),
  /** Write-back: 0 not started, 1 running, 2 done, 3 failed. */
  writeBack: smallint('write_back').notNull().default(0),
  rangeFrom: integer('range_from').notNull().default(1),
  rangeTo: integer('range_to').notNull().default(0),
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
  /** The id of the chosen label, by question. */
  chosen: json<Record<string, string>>()('chosen').notNull().default({}),
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
  /** The annotator's reason, by question. */
  reasons: json<Record<string, string>>()('reasons').notNull().default({}),
})
export type LabelTaskRow = typeof annotationLabel.$inferSelect

/** A question about results, with the answers it allows. */
export const annotationItem = pgTable('annotation_item', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  name: text('name').notNull(),
  result: smallint('result').$type<ResultType>().notNull(),
  scope: json<{ min: number; max: number }>()('scope'),
  options: json<{ name: string; color?: string | undefined }[]>()('options').notNull(),
  tags: json<string[]>()('tags').notNull(),
  isHidden: boolean('is_hidden').notNull().default(false),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type AnnotationItemRow = typeof annotationItem.$inferSelect

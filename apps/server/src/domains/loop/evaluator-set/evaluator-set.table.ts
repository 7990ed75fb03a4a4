import { boolean, doublePrecision, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const evaluatorSet = pgTable('evaluator_set', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  name: text('name').notNull().default(''),
  description: text('description').notNull().default(''),
  isPublished: boolean('is_published').notNull().default(false),
  requestKey: text('request_key').notNull().default(''),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  editedBy: id('edited_by').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type EvaluatorSetRow = typeof evaluatorSet.$inferSelect

/** 1 scores every turn, 2 once per row. */
export type Granularity = 1 | 2
export const evaluatorSetMember = pgTable('evaluator_set_member', {
  id: id('id').primaryKey(),
  setId: id('set_id').notNull(),
  evaluatorId: id('evaluator_id').notNull(),
  versionId: id('version_id'),
  weight: doublePrecision('weight').notNull().default(1),
  granularity: smallint('granularity').$type<Granularity>().notNull().default(1),
  wireType: integer('wire_type').notNull().default(0),
  place: integer('place').notNull(),
  createdBy: id('created_by').notNull(),
})
export type MemberRow = typeof evaluatorSetMember.$inferSelect

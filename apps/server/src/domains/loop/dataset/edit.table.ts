import { boolean, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const datasetEdit = pgTable('dataset_edit', {
  id: id('id').primaryKey(),
  datasetId: id('dataset_id').notNull(),
  itemId: id('item_id').notNull(),
  turn: smallint('turn').notNull(),
  fieldKey: text('field_key').notNull(),
  before: text('before').notNull(),
  after: text('after').notNull(),
  byJob: boolean('by_job').notNull().default(false),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type EditRow = typeof datasetEdit.$inferSelect

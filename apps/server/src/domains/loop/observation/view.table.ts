import { pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const traceView = pgTable('trace_view', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  name: text('name').notNull(),
  platform: smallint('platform').notNull(),
  listType: smallint('list_type').notNull(),
  filters: text('filters').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})

import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

/** Jobs that copy or move one resource. */
export const resourceCopy = pgTable('resource_copy', {
  id: id('id').primaryKey(),
  userId: id('user_id').notNull(),
  scene: integer('scene').notNull(),
  resourceId: id('resource_id').notNull(),
  resType: integer('res_type').notNull(),
  name: text('name').notNull(),
  targetSpaceId: id('target_space_id').notNull(),
  targetProjectId: id('target_project_id'),
  madeId: id('made_id'),
  status: integer('status').notNull(),
  reason: text('reason').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})

import type { ResourceKind } from '@orrery/contract'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const resource = pgTable('resource', {
  id: id('id').primaryKey(),
  kind: text('kind').$type<ResourceKind>().notNull(),
  subType: integer('sub_type').notNull().default(0),
  spaceId: id('space_id').notNull(),
  ownerId: id('owner_id').notNull(),
  projectId: id('project_id'),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  iconUri: text('icon_uri').notNull().default(''),
  status: integer('status').notNull().default(1),
  editedBy: id('edited_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
  publishedAt: millis('published_at'),
})
export type ResourceRow = typeof resource.$inferSelect

import type { ResourceKind } from '@orrery/contract'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

const head = () => ({
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
  deletedAt: millis('deleted_at'),
  deletedBy: id('deleted_by'),
  /** The resource with which this one was deleted. */
  deletedWith: id('deleted_with'),
})
/** Heads that are not in the bin: the table and the content of each kind are read through views (migration 0650). */
export const resource = pgTable('resource', head())
/** Heads in the bin: the other rows of the same table. */
export const resourceBin = pgTable('resource_bin', head())
export type ResourceRow = typeof resource.$inferSelect
export type BinnedRow = ResourceRow & { deletedAt: number }

/** Several resources that are created together or not at all. A dead process no longer renews its lease. */
export const atomicCreation = pgTable('resource_making', {
  id: id('id').primaryKey(),
  leaseUntil: millis('lease_until').notNull(),
  isDead: boolean('is_dead').notNull().default(false),
})
export const createdResource = pgTable('resource_made', {
  resourceId: id('resource_id').primaryKey(),
  creationId: id('making_id').notNull(),
})

import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const collaborator = pgTable('collaborator', {
  resourceId: id('resource_id').notNull(),
  userId: id('user_id').notNull(),
  roles: text('roles').array().notNull(),
  addedBy: id('added_by').notNull(),
  addedAt: millis('added_at').notNull(),
})

/** Groups of an enterprise that work on a thing; their members do as long as they are in the group. */
export const collaboratorGroup = pgTable('collaborator_group', {
  resourceId: id('resource_id').notNull(),
  groupId: id('group_id').notNull(),
  roles: text('roles').array().notNull(),
  addedBy: id('added_by').notNull(),
  addedAt: millis('added_at').notNull(),
})

/** Bots and projects that only their owners may change at present; a workflow keeps this itself. */
export const collaborationClosed = pgTable('collaboration_closed', {
  resourceId: id('resource_id').primaryKey(),
  closedAt: millis('closed_at').notNull(),
})

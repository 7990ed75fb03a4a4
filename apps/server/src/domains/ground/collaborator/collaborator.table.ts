import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const collaborator = pgTable('collaborator', {
  resourceId: id('resource_id').notNull(),
  userId: id('user_id').notNull(),
  roles: text('roles').array().notNull(),
  addedBy: id('added_by').notNull(),
  addedAt: millis('added_at').notNull(),
})

/** Groups of an enterprise as collaborators; their members have the roles while they are in the group. */
export const collaboratorGroup = pgTable('collaborator_group', {
  resourceId: id('resource_id').notNull(),
  groupId: id('group_id').notNull(),
  roles: text('roles').array().notNull(),
  addedBy: id('added_by').notNull(),
  addedAt: millis('added_at').notNull(),
})

/** Bots and projects that are closed to their collaborators; a workflow stores this itself. */
export const collaborationClosed = pgTable('collaboration_closed', {
  resourceId: id('resource_id').primaryKey(),
  closedAt: millis('closed_at').notNull(),
})

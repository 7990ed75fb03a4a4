import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const collaborator = pgTable('collaborator', {
  resourceId: id('resource_id').notNull(),
  userId: id('user_id').notNull(),
  roles: text('roles').array().notNull(),
  addedBy: id('added_by').notNull(),
  addedAt: millis('added_at').notNull(),
})

/** Bots and projects that only their owners may change at present; a workflow keeps this itself. */
export const collaborationClosed = pgTable('collaboration_closed', {
  resourceId: id('resource_id').primaryKey(),
  closedAt: millis('closed_at').notNull(),
})

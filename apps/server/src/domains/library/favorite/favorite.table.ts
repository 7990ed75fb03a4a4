import { pgTable } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const resourceMark = pgTable('resource_mark', {
  userId: id('user_id').notNull(),
  resourceId: id('resource_id').notNull(),
  favoriteAt: millis('favorite_at'),
  openedAt: millis('opened_at'),
  editedAt: millis('edited_at'),
})

import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const spanFile = pgTable('span_file', {
  spaceId: id('space_id').notNull(),
  key: text('key').notNull(),
  userId: id('user_id').notNull(),
  blobKey: text('blob_key').notNull(),
  type: text('type').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  createdAt: millis('created_at').notNull(),
})

import { pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const TakeoutStatus = { packing: 0, packed: 1, failed: 2 } as const
export type TakeoutStatus = (typeof TakeoutStatus)[keyof typeof TakeoutStatus]
export const takeout = pgTable('takeout', {
  userId: id('user_id').primaryKey(),
  status: smallint('status').$type<TakeoutStatus>().notNull(),
  blobKey: text('blob_key').notNull().default(''),
  requestedAt: millis('requested_at').notNull(),
})
export type TakeoutRow = typeof takeout.$inferSelect

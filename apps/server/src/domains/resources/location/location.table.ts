import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const locationConsent = pgTable('location_consent', {
  botId: id('bot_id').notNull(),
  userId: id('user_id').notNull(),
  country: text('country').notNull(),
  subdivision: text('subdivision').notNull().default(''),
  city: text('city').notNull().default(''),
  createdAt: millis('created_at').notNull(),
})
export type ConsentRow = typeof locationConsent.$inferSelect

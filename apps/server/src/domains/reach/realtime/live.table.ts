import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const voiceLive = pgTable('voice_live', {
  id: id('id').primaryKey(),
  botId: id('bot_id').notNull(),
  source: text('source_language').notNull(),
  target: text('target_language').notNull(),
  seenAt: millis('seen_at').notNull(),
})
export type LiveRow = typeof voiceLive.$inferSelect

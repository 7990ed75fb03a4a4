import type { ComparisonInput } from '@orrery/contract'
import { boolean, pgTable } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const botComparison = pgTable('bot_comparison', {
  botId: id('bot_id').notNull(),
  userId: id('user_id').notNull(),
  info: json<ComparisonInput>()('info').notNull(),
  isOpen: boolean('is_open').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type ComparisonRow = typeof botComparison.$inferSelect

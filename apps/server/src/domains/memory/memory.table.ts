import type { MemoryType } from '@orrery/contract'
import { boolean, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '../../kit/db.ts'

export const memoryItem = pgTable('memory_item', {
  id: id('id').primaryKey(),
  botId: id('bot_id').notNull(),
  userKey: text('user_key').notNull(),
  connectorId: text('connector_id').notNull(),
  itemType: smallint('item_type').$type<MemoryType>().notNull(),
  bizId: text('biz_id').notNull(),
  content: text('content').notNull(),
  tags: json<string[]>()('tags').notNull().default([]),
  ext: json<Record<string, string>>()('ext').notNull().default({}),
  eventAt: millis('event_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type MemoryRow = typeof memoryItem.$inferSelect

export const memoryConsent = pgTable('memory_consent', {
  botId: id('bot_id').notNull(),
  userKey: text('user_key').notNull(),
  isGiven: boolean('is_given').notNull(),
  changedAt: millis('changed_at').notNull(),
})

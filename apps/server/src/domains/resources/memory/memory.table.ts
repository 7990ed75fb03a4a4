import type { MemoryType } from '@orrery/contract'
import { boolean, customType, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

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
  model: text('model').notNull().default(''),
  vector: bytes('vector'),
})
type Stored = typeof memoryItem.$inferSelect
export type MemoryRow = Omit<Stored, 'model' | 'vector'>
export type EmbeddedMemory = Pick<Stored, 'id' | 'content' | 'model' | 'vector'>

export const memoryLesson = pgTable('memory_lesson', {
  id: id('id').primaryKey(),
  botId: id('bot_id').notNull(),
  userKey: text('user_key').notNull(),
  connectorId: text('connector_id').notNull(),
  bizId: text('biz_id').notNull(),
  said: text('said').notNull(),
  answer: text('answer').notNull(),
  saidAt: millis('said_at').notNull(),
  attempts: smallint('attempts').notNull().default(0),
  leaseUntil: millis('lease_until').notNull().default(0),
})
export type Lesson = typeof memoryLesson.$inferSelect

export const memoryConsent = pgTable('memory_consent', {
  botId: id('bot_id').notNull(),
  userKey: text('user_key').notNull(),
  isGiven: boolean('is_given').notNull(),
  changedAt: millis('changed_at').notNull(),
})

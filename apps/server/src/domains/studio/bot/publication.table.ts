import { integer, pgTable, smallint } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

/** Progress of one channel. */
export interface ChannelRecord {
  status: number
  /** Error code if the channel failed, otherwise 0. */
  code: number
  message: string
  messageZh: string
  /** When the channel finished, or 0 before that. */
  at: number
}
export const botPublication = pgTable('bot_publication', {
  id: id('id').primaryKey(),
  botId: id('bot_id').notNull(),
  historyId: id('history_id').notNull(),
  status: smallint('status').notNull(),
  connectors: json<Record<string, ChannelRecord>>()('connectors').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
})
export type PublicationRow = typeof botPublication.$inferSelect

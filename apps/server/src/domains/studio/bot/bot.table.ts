import type { BotConfig } from '@orrery/contract'
import { boolean, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export interface CopyState {
  fromBotId: string
  /** Whether resources that cannot be copied are left out. */
  isSkipping?: boolean
  /** When the lease of the process that works on the copy expires. */
  lease?: number
  /** Fencing number, incremented with every claim. */
  fence?: number
  error?: string
  /** Resource id of the original to the id of its copy, or null if it was left out. */
  done: Record<string, string | null>
}

export const bot = pgTable('bot', {
  id: id('id').primaryKey(),
  config: json<BotConfig>()('config').notNull(),
  version: id('version').notNull(),
  hash: text('hash').notNull(),
  savedBy: id('saved_by').notNull(),
  savedAt: millis('saved_at').notNull(),
  commitVersion: id('commit_version').notNull().default('0'),
  visibility: smallint('visibility').notNull().default(1),
  developMode: smallint('develop_mode').notNull().default(0),
  createFrom: text('create_from').notNull().default(''),
  copy: json<CopyState>()('copy'),
})
export type BotRow = typeof bot.$inferSelect

export const botHistory = pgTable('bot_history', {
  id: id('id').primaryKey(),
  botId: id('bot_id').notNull(),
  kind: smallint('kind').notNull(),
  version: id('version').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  iconUri: text('icon_uri').notNull(),
  config: json<BotConfig>()('config').notNull(),
  hash: text('hash').notNull(),
  note: text('note').notNull().default(''),
  versionName: text('version_name').notNull().default(''),
  connectorIds: text('connector_ids').array().notNull().default([]),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type HistoryRow = typeof botHistory.$inferSelect

export const botUser = pgTable('bot_user', {
  botId: id('bot_id').notNull(),
  userId: id('user_id').notNull(),
  seenVersion: id('seen_version').notNull().default('0'),
  tabs: json<Record<string, number>>()('tabs').notNull(),
  popups: json<Record<string, number>>()('popups').notNull(),
})

export const botConnector = pgTable('bot_connector', {
  botId: id('bot_id').notNull(),
  connectorId: text('connector_id').notNull(),
  bindId: id('bind_id').notNull(),
  isBound: boolean('is_bound').notNull().default(true),
  config: text('config').notNull().default(''),
  historyId: id('history_id'),
  publishedAt: millis('published_at'),
})
export type ConnectorRow = typeof botConnector.$inferSelect

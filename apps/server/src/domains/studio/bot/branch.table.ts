import type { BotConfig } from '@orrery/contract'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const botBranch = pgTable('bot_branch', {
  botId: id('bot_id').notNull(),
  userId: id('user_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  iconUri: text('icon_uri').notNull(),
  config: json<BotConfig>()('config').notNull(),
  version: id('version').notNull(),
  hash: text('hash').notNull(),
  baseVersion: id('base_version').notNull(),
  savedAt: millis('saved_at').notNull(),
})
export type BranchRow = typeof botBranch.$inferSelect

import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const miniSession = pgTable('mini_session', {
  tokenHash: text('token_hash').primaryKey(),
  botId: id('bot_id').notNull(),
  connectorId: text('connector_id').notNull(),
  /** The account that owns the bot’s channel; the bot runs for this account, as on every channel. */
  ownerId: id('owner_id').notNull(),
  /** Our id of the visitor, derived from the platform’s. */
  openId: text('open_id').notNull(),
  /** Encrypted session key of the platform; never returned. */
  sessionKey: text('session_key').notNull(),
  createdAt: millis('created_at').notNull(),
  expiresAt: millis('expires_at').notNull(),
})
export const miniCode = pgTable('mini_code', {
  codeHash: text('code_hash').primaryKey(),
  expiresAt: millis('expires_at').notNull(),
})

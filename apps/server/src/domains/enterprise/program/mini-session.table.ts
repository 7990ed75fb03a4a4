import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const miniSession = pgTable('mini_session', {
  tokenHash: text('token_hash').primaryKey(),
  botId: id('bot_id').notNull(),
  connectorId: text('connector_id').notNull(),
  /** The account that the bot is asked for, as on every channel. */
  ownerId: id('owner_id').notNull(),
  /** Ours, made of the platform's. */
  openId: text('open_id').notNull(),
  /** Sealed; it never leaves. */
  sessionKey: text('session_key').notNull(),
  createdAt: millis('created_at').notNull(),
  expiresAt: millis('expires_at').notNull(),
})
export const miniCode = pgTable('mini_code', {
  codeHash: text('code_hash').primaryKey(),
  expiresAt: millis('expires_at').notNull(),
})

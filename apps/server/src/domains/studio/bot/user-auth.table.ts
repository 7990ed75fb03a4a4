import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const connectorAuth = pgTable('connector_auth', {
  userId: id('user_id').notNull(),
  connectorId: text('connector_id').notNull(),
  /** Sealed. Empty while the authorisation is in progress. */
  credentials: text('credentials').notNull(),
  createdAt: millis('created_at').notNull(),
  pendingUntil: millis('pending_until').notNull().default(0),
})

import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const connectorAuth = pgTable('connector_auth', {
  userId: id('user_id').notNull(),
  connectorId: text('connector_id').notNull(),
  /** Sealed; empty while the person is still on their way. */
  credentials: text('credentials').notNull(),
  createdAt: millis('created_at').notNull(),
  pendingUntil: millis('pending_until').notNull().default(0),
})

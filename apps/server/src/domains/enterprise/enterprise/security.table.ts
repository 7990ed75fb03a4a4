import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

/** Calls that the allow list would have refused, recorded in watch mode. */
export const enterpriseIpWatch = pgTable(
  'enterprise_ip_watch',
  {
    enterpriseId: id('enterprise_id').notNull(),
    userId: id('user_id').notNull(),
    address: text('address').notNull(),
    calls: bigint('calls', { mode: 'number' }).notNull(),
    lastAt: millis('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.userId, table.address] })],
)

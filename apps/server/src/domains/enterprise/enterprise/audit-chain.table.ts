import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

/** Hash chain over the audit entries of an enterprise. */
export const auditLink = pgTable(
  'audit_link',
  {
    enterpriseId: id('enterprise_id').notNull(),
    no: bigint('no', { mode: 'number' }).notNull(),
    eventId: id('event_id').notNull(),
    hash: text('hash').notNull(),
    signature: text('signature'),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.no] })],
)

/** Audit entries of enterprises that are not linked yet; filled by a trigger. */
export const auditUnsealed = pgTable(
  'audit_unsealed',
  {
    enterpriseId: id('enterprise_id').notNull(),
    eventId: id('event_id').notNull(),
    at: millis('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.eventId] })],
)

import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const auditEvent = pgTable('audit_event', {
  id: id('id').primaryKey(),
  at: millis('at').notNull(),
  actorId: id('actor_id'),
  spaceId: id('space_id'),
  action: text('action').notNull(),
  target: text('target').notNull().default(''),
  address: text('address').notNull().default(''),
  /** Set from the space, if the entry has one. */
  enterpriseId: id('enterprise_id'),
  sessionId: id('session_id'),
  tokenId: id('token_id'),
  onBehalfOf: id('on_behalf_of'),
  userAgent: text('user_agent').notNull().default(''),
  detail: json<Record<string, unknown>>()('detail').notNull(),
})
export type AuditEventRow = typeof auditEvent.$inferSelect

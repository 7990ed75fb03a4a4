import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const personalToken = pgTable('personal_token', {
  id: id('id').primaryKey(),
  userId: id('user_id').notNull(),
  /** The enterprise that the token belongs to; null: it is private. */
  enterpriseId: id('enterprise_id'),
  organizationId: id('organization_id'),
  /** When an admin of the enterprise locked the token. */
  lockedAt: millis('locked_at'),
  name: text('name').notNull(),
  tokenHash: text('token_hash').notNull(),
  scopes: json<string[] | null>()('scopes'),
  spaces: json<string[] | null>()('spaces'),
  /** The permissions as the client sent them, to return them unchanged. */
  permissions: json<Record<string, unknown>>()('permissions').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
  lastUsedAt: millis('last_used_at').notNull().default(0),
  expiresAt: millis('expires_at').notNull().default(0),
})
export type TokenRow = typeof personalToken.$inferSelect

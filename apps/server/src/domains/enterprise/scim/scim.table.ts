import { boolean, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const scimToken = pgTable('scim_token', {
  id: id('id').primaryKey(),
  enterpriseId: id('enterprise_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  hint: text('hint').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  expiresAt: millis('expires_at').notNull(),
  lastUsedAt: millis('last_used_at'),
})

/** A person as described by the directory. */
export const scimUser = pgTable(
  'scim_user',
  {
    enterpriseId: id('enterprise_id').notNull(),
    userId: id('user_id').notNull(),
    userName: text('user_name').notNull(),
    externalId: text('external_id'),
    isActive: boolean('is_active').notNull(),
    attributes: json<Record<string, unknown>>()('attributes').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: millis('created_at').notNull(),
    updatedAt: millis('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.userId] })],
)
export type ScimUserRow = typeof scimUser.$inferSelect

export const scimGroup = pgTable('scim_group', {
  groupId: id('group_id').primaryKey(),
  enterpriseId: id('enterprise_id').notNull(),
  displayName: text('display_name').notNull(),
  externalId: text('external_id'),
  version: integer('version').notNull().default(1),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type ScimGroupRow = typeof scimGroup.$inferSelect

export const scimCall = pgTable('scim_call', {
  id: id('id').primaryKey(),
  enterpriseId: id('enterprise_id').notNull(),
  method: text('method').notNull(),
  path: text('path').notNull(),
  request: text('request').notNull(),
  status: smallint('status').notNull(),
  answer: text('answer').notNull(),
  at: millis('at').notNull(),
})

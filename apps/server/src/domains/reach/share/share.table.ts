import type { ShareLook } from '@orrery/contract'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const share = pgTable('share', {
  resourceId: id('resource_id').notNull(),
  connectorId: text('connector_id').notNull(),
  key: text('key').notNull(),
  passwordHash: text('password_hash').notNull().default(''),
  passwordVersion: integer('password_version').notNull().default(0),
  origins: text('origins').array().notNull().default([]),
  look: json<Partial<ShareLook>>()('look').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type ShareRow = typeof share.$inferSelect

export const shareVisitor = pgTable('share_visitor', {
  id: id('id').primaryKey(),
  resourceId: id('resource_id').notNull(),
  connectorId: text('connector_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  passwordVersion: integer('password_version').notNull().default(0),
  createdAt: millis('created_at').notNull(),
  seenAt: millis('seen_at').notNull(),
})
/** Which visitor sent a file. The file itself belongs to the account. */
export const shareFile = pgTable('share_file', {
  key: text('key').primaryKey(),
  visitorId: id('visitor_id').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type VisitorRow = typeof shareVisitor.$inferSelect

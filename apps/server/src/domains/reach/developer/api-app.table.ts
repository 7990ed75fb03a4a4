import { pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const ApiAppType = { normal: 1, connector: 2 } as const
export type ApiAppType = (typeof ApiAppType)[keyof typeof ApiAppType]
export const apiApp = pgTable('api_app', {
  id: id('id').primaryKey(),
  ownerId: id('owner_id').notNull(),
  appType: smallint('app_type').$type<ApiAppType>().notNull(),
  name: text('name').notNull(),
  connectorId: text('connector_id').notNull().default(''),
  callbackUrl: text('callback_url').notNull().default(''),
  verifyToken: text('verify_token').notNull(),
  events: text('events').array().notNull().default([]),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type ApiAppRow = typeof apiApp.$inferSelect

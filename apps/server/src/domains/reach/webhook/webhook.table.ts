import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const webhook = pgTable('webhook', {
  id: id('id').primaryKey(),
  /** The owner: a bot, an API app, or a custom connector. */
  botId: id('bot_id'),
  appId: id('app_id'),
  customId: id('custom_id'),
  /** '' for all channels. */
  connectorId: text('connector_id').notNull().default(''),
  url: text('url').notNull(),
  secret: text('secret').notNull(),
  events: text('events').array().notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type WebhookRow = typeof webhook.$inferSelect

export const DeliveryStatus = { waiting: 0, delivered: 1, failed: 2 } as const
export const webhookDelivery = pgTable('webhook_delivery', {
  id: id('id').primaryKey(),
  webhookId: id('webhook_id').notNull(),
  event: text('event').notNull(),
  body: text('body').notNull(),
  status: smallint('status').notNull().default(0),
  attempts: integer('attempts').notNull().default(0),
  responseStatus: integer('response_status').notNull().default(0),
  error: text('error').notNull().default(''),
  createdAt: millis('created_at').notNull(),
  finishedAt: millis('finished_at'),
})
export type DeliveryRow = typeof webhookDelivery.$inferSelect

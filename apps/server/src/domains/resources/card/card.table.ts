import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

/** One place of a card that something of an answer can be put in. */
export interface CardField {
  name: string
  /** text, number, image, link or list */
  type: string
  title: string
}
export const card = pgTable('card', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  name: text('name').notNull(),
  displayType: integer('display_type').notNull(),
  properties: json<CardField[]>()('properties').notNull(),
  version: integer('version').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type CardRow = typeof card.$inferSelect

import type { TopicStatus } from '@orrery/contract'
import { pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const productFeatured = pgTable('product_featured', {
  id: id('id').primaryKey(),
  productId: id('product_id').notNull(),
  beginAt: millis('begin_at').notNull(),
  endAt: millis('end_at').notNull(),
  reason: text('reason').notNull().default(''),
  description: text('description').notNull().default(''),
  bannerUri: text('banner_uri').notNull().default(''),
  buttonText: text('button_text').notNull().default(''),
  createdAt: millis('created_at').notNull(),
})
export type FeaturedRow = typeof productFeatured.$inferSelect

export const productTopic = pgTable('product_topic', {
  id: id('id').primaryKey(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  reason: text('reason').notNull().default(''),
  introductionUrl: text('introduction_url').notNull().default(''),
  bannerUri: text('banner_uri').notNull().default(''),
  entityType: smallint('entity_type').notNull(),
  productIds: json<string[]>()('product_ids').notNull(),
  status: smallint('status').$type<TopicStatus>().notNull(),
  beginAt: millis('begin_at').notNull(),
  endAt: millis('end_at').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type TopicRow = typeof productTopic.$inferSelect

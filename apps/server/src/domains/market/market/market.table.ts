import type { DraftStatus, ProductState } from '@orrery/contract'
import { boolean, customType, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { BundleItem } from '#domains/ground/resource/shared/resource-content.ts'

const words = customType<{ data: string }>({ dataType: () => 'tsvector' })
interface ProductText {
  name: string
  description: string
  readme: string
  /** For official templates: what to try first. */
  sample?: string
}
/** Texts in both languages; texts written by users are the same in both. */
export interface ProductTexts {
  en: ProductText
  zh: ProductText
}
/** Content in English, and in Chinese where it differs. */
export interface ProductItems {
  en: BundleItem[]
  zh: BundleItem[] | null
}
export const product = pgTable('product', {
  id: id('id').primaryKey(),
  entityType: smallint('entity_type').notNull(),
  entityId: id('entity_id').notNull(),
  spaceId: id('space_id'),
  sellerId: id('seller_id'),
  categoryId: id('category_id'),
  texts: json<ProductTexts>()('texts').notNull(),
  iconUri: text('icon_uri').notNull().default(''),
  coverUri: text('cover_uri').notNull().default(''),
  pictures: json<string[]>()('pictures').notNull().default([]),
  status: smallint('status').$type<ProductState>().notNull(),
  draftStatus: smallint('draft_status').$type<DraftStatus>().notNull(),
  draftId: id('draft_id'),
  versionId: id('version_id'),
  rejectReason: text('reject_reason').notNull().default(''),
  isOfficial: boolean('is_official').notNull().default(false),
  isTemplate: boolean('is_template').notNull().default(false),
  heat: integer('heat').notNull().default(0),
  usedCount: integer('used_count').notNull().default(0),
  duplicateCount: integer('duplicate_count').notNull().default(0),
  favoriteCount: integer('favorite_count').notNull().default(0),
  ratingSum: integer('rating_sum').notNull().default(0),
  ratingCount: integer('rating_count').notNull().default(0),
  words: words('words').notNull(),
  listedAt: millis('listed_at'),
  pinIndex: integer('pin_index'),
  pinFrom: millis('pin_from').notNull().default(0),
  pinUntil: millis('pin_until').notNull().default(0),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type ProductRow = typeof product.$inferSelect

export const productVersion = pgTable('product_version', {
  id: id('id').primaryKey(),
  productId: id('product_id').notNull(),
  version: text('version').notNull(),
  note: text('note').notNull().default(''),
  texts: json<ProductTexts>()('texts').notNull(),
  pictures: json<string[]>()('pictures').notNull().default([]),
  roots: json<string[]>()('roots').notNull(),
  items: json<ProductItems>()('items').notNull(),
  hash: text('hash').notNull(),
  shownAt: millis('shown_at'),
  createdAt: millis('created_at').notNull(),
})
export type ProductVersionRow = typeof productVersion.$inferSelect

export const productMark = pgTable('product_mark', {
  userId: id('user_id').notNull(),
  productId: id('product_id').notNull(),
  favoriteAt: millis('favorite_at'),
  viewedAt: millis('viewed_at'),
  usedAt: millis('used_at'),
  stars: smallint('stars').notNull().default(0),
  comment: text('comment').notNull().default(''),
  ratedAt: millis('rated_at'),
})
export type MarkRow = typeof productMark.$inferSelect

export const productCategory = pgTable('product_category', {
  id: id('id').primaryKey(),
  nameEn: text('name_en').notNull(),
  nameZh: text('name_zh').notNull(),
  place: integer('place').notNull().default(0),
})

export const productReport = pgTable('product_report', {
  id: id('id').primaryKey(),
  productId: id('product_id').notNull(),
  objectType: smallint('object_type').notNull(),
  userId: id('user_id').notNull(),
  reasons: smallint('reasons').array().notNull(),
  description: text('description').notNull().default(''),
  status: smallint('status').notNull().default(1),
  createdAt: millis('created_at').notNull(),
})

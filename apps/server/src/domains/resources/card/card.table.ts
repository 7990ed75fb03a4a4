import type { CardDesign } from '@orrery/contract'
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

/** A named place of a card that is filled with a part of a response. */
export interface CardField {
  name: string
  /** text, number, boolean, image, link or list */
  type: string
  title: string
  /** The list whose items have this field; empty for a field of its own. Absent in cards without a design. */
  of?: string
}
export const CardState = { draft: 0, published: 1, takenDown: 2 } as const
export type CardState = (typeof CardState)[keyof typeof CardState]

/** The draft. Name, space and owner are stored in the head. */
export const card = pgTable('card', {
  id: id('id').primaryKey(),
  displayType: integer('display_type').notNull(),
  properties: json<CardField[]>()('properties').notNull(),
  /** Null for a card that has only fields. */
  design: json<CardDesign | null>()('design'),
  version: integer('version').notNull().default(0),
  draft: integer('draft').notNull().default(1),
  publishedDraft: integer('published_draft').notNull().default(0),
  status: integer('status').$type<CardState>().notNull().default(CardState.draft),
})
export type CardDraft = typeof card.$inferSelect

export const cardVersion = pgTable(
  'card_version',
  {
    cardId: id('card_id').notNull(),
    num: integer('num').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    displayType: integer('display_type').notNull(),
    properties: json<CardField[]>()('properties').notNull(),
    design: json<CardDesign | null>()('design'),
    createdBy: id('created_by').notNull(),
    createdAt: millis('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.num] })],
)
export type CardVersionRow = typeof cardVersion.$inferSelect

export const cardTemplate = pgTable('card_template', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  name: text('name').notNull(),
  design: json<CardDesign>()('design').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type CardTemplateRow = typeof cardTemplate.$inferSelect

export const GenerationState = { begun: 0, drawn: 1, doesNotFit: 2, failed: 3, stopped: 4 } as const
export const cardGeneration = pgTable('card_generation', {
  id: id('id').primaryKey(),
  cardId: id('card_id').notNull(),
  userId: id('user_id').notNull(),
  description: text('description').notNull(),
  design: json<CardDesign | null>()('design'),
  status: integer('status').notNull().default(GenerationState.begun),
  transferStatus: integer('transfer_status').notNull().default(0),
  createdAt: millis('created_at').notNull(),
})
export type CardGenerationRow = typeof cardGeneration.$inferSelect

/** States of a picture. `none` and `notPublished` are never stored but computed when read. */
export const ThumbnailState = {
  none: 0,
  empty: 1,
  waiting: 2,
  drawing: 3,
  failed: 4,
  done: 5,
  notPublished: 6,
} as const
export const cardThumbnail = pgTable(
  'card_thumbnail',
  {
    cardId: id('card_id').notNull(),
    channel: integer('channel').notNull(),
    status: integer('status').notNull(),
    draft: integer('draft').notNull().default(0),
    blobKey: text('blob_key').notNull().default(''),
    reason: text('reason').notNull().default(''),
    attempts: integer('attempts').notNull().default(0),
    leaseUntil: millis('lease_until').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.channel] })],
)
export const cardUserSetting = pgTable(
  'card_user_setting',
  { userId: id('user_id').notNull(), key: text('key').notNull(), value: text('value').notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.key] })],
)
export interface OfficialTemplate {
  id: string
  name: string
  design: CardDesign
}
export const cardOfficial = pgTable('card_official', {
  id: integer('id').primaryKey(),
  live: json<OfficialTemplate[]>()('live').notNull(),
  staged: json<OfficialTemplate[] | null>()('staged'),
  previous: json<OfficialTemplate[] | null>()('previous'),
})

/** A card in one of its states: published, or as the draft. */
export interface CardRow {
  id: string
  spaceId: string
  name: string
  displayType: number
  properties: CardField[]
  design: CardDesign | null
  version: number
  versionName: string
  description: string
  status: CardState
  hasEdits: boolean
  createdBy: string
  createdAt: number
  updatedAt: number
  publishedAt: number
}

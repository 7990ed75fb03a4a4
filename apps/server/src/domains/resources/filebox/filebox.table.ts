import { boolean, customType, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const FileState = { waiting: 0, read: 1, unreadable: 2 } as const
/** Why a file cannot be read, in both languages. */
export interface Problem {
  en: string
  zh: string
}

export const fileboxFile = pgTable('filebox_file', {
  id: id('id').primaryKey(),
  botId: id('bot_id').notNull(),
  userId: id('user_id').notNull(),
  uri: text('uri').notNull(),
  name: text('name').notNull(),
  extension: text('extension').notNull().default(''),
  kind: smallint('kind').notNull(),
  size: millis('size').notNull().default(0),
  width: integer('width').notNull().default(0),
  height: integer('height').notNull().default(0),
  tags: text('tags').notNull().default(''),
  position: text('position').notNull().default(''),
  device: text('device').notNull().default(''),
  caption: text('caption').notNull().default(''),
  conversationId: id('conversation_id'),
  state: smallint('state').notNull().default(0),
  problem: json<Problem | null>()('problem'),
  leaseUntil: millis('lease_until').notNull().default(0),
  attempts: smallint('attempts').notNull().default(0),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type FileRow = typeof fileboxFile.$inferSelect

export const fileboxPiece = pgTable('filebox_piece', {
  id: id('id').primaryKey(),
  fileId: id('file_id').notNull(),
  sequence: integer('sequence').notNull(),
  content: text('content').notNull(),
  words: text('words').array().notNull(),
  model: text('model').notNull().default(''),
  vector: bytes('vector'),
})
export type PieceRow = typeof fileboxPiece.$inferSelect

export const fileboxAlbum = pgTable('filebox_album', {
  id: id('id').primaryKey(),
  botId: id('bot_id').notNull(),
  userId: id('user_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type AlbumRow = typeof fileboxAlbum.$inferSelect

export const fileboxAlbumPhoto = pgTable('filebox_album_photo', {
  albumId: id('album_id').notNull(),
  fileId: id('file_id').notNull(),
  addedAt: millis('added_at').notNull(),
})

export const fileboxDropped = pgTable('filebox_dropped', {
  botId: id('bot_id').notNull(),
  userId: id('user_id').notNull(),
  uri: text('uri').notNull(),
})

export const fileboxUse = pgTable('filebox_use', {
  botId: id('bot_id').notNull(),
  userId: id('user_id').notNull(),
  isOn: boolean('is_on').notNull(),
})

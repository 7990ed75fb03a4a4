import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const UploadState = { announced: 0, complete: 1, writing: 2 } as const

export const upload = pgTable('upload', {
  key: text('key').primaryKey(),
  userId: id('user_id').notNull(),
  spaceId: id('space_id'),
  scene: text('scene').notNull(),
  name: text('name').notNull().default(''),
  extension: text('extension').notNull().default(''),
  contentType: text('content_type').notNull().default(''),
  size: millis('size').notNull().default(0),
  width: integer('width').notNull().default(0),
  height: integer('height').notNull().default(0),
  state: smallint('state').notNull(),
  uploadId: text('upload_id').notNull().default(''),
  createdAt: millis('created_at').notNull(),
  changedAt: millis('changed_at').notNull(),
})
export type UploadRow = typeof upload.$inferSelect

export const uploadPart = pgTable('upload_part', {
  uploadKey: text('upload_key').notNull(),
  part: integer('part').notNull(),
  blobKey: text('blob_key').notNull(),
  size: millis('size').notNull(),
})

/** Files created for end users, recorded before they are stored. */
export const endUserFile = pgTable('end_user_file', {
  key: text('key').primaryKey(),
  userKey: text('user_key').notNull(),
  createdAt: millis('created_at').notNull(),
})

import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const voiceClone = pgTable('voice_clone', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  userId: id('user_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  iconUri: text('icon_uri').notNull().default(''),
  language: text('language').notNull().default(''),
  previewText: text('preview_text').notNull().default(''),
  modelId: id('model_id'),
  /** The id of the voice at the provider; empty until it was trained. */
  speakerId: text('speaker_id').notNull().default(''),
  trainings: integer('trainings').notNull().default(0),
  pendingSince: millis('pending_since').notNull().default(0),
  trainedAt: millis('trained_at').notNull().default(0),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type CloneRow = typeof voiceClone.$inferSelect

/** Voices still to be deleted at the provider; rows are inserted by a trigger. */
export const removedClone = pgTable('voice_clone_removed', {
  modelId: id('model_id').notNull(),
  speakerId: text('speaker_id').primaryKey(),
  tries: integer('tries').notNull().default(0),
})

export const voiceQuota = pgTable('voice_quota', {
  userId: id('user_id').primaryKey(),
  extra: integer('extra').notNull(),
})

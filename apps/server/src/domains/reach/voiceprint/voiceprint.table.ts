import { customType, pgTable, real, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const voiceprintGroup = pgTable('voiceprint_group', {
  id: id('id').primaryKey(),
  userId: id('user_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type VoiceprintGroupRow = typeof voiceprintGroup.$inferSelect

export const voiceprintFeature = pgTable('voiceprint_feature', {
  id: id('id').primaryKey(),
  groupId: id('group_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  sample: bytea('sample').notNull(),
  embedder: text('embedder').notNull(),
  vector: real('vector').array().notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type VoiceprintFeatureRow = typeof voiceprintFeature.$inferSelect

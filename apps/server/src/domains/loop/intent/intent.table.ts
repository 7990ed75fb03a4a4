import type { Intent } from '@orrery/contract'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const intentTaxonomy = pgTable('intent_taxonomy', {
  spaceId: id('space_id').primaryKey(),
  version: integer('version').notNull(),
  intents: json<Intent[]>()('intents').notNull(),
  labeller: text('labeller').$type<'words' | 'model'>().notNull(),
  modelId: text('model_id').notNull().default(''),
  editedBy: id('edited_by'),
  updatedAt: millis('updated_at').notNull(),
})

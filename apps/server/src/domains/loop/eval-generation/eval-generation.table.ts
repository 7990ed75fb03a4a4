import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export interface GeneratedColumn {
  name: string
  describe: string
  meaning: string
  isMade: boolean
}
export const evalGeneration = pgTable('eval_generation', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  datasetId: id('dataset_id').notNull(),
  state: smallint('state').notNull(),
  description: text('description').notNull().default(''),
  columns: json<GeneratedColumn[]>()('columns').notNull(),
  examples: json<string[][]>()('examples').notNull(),
  sources: json<string[]>()('sources').notNull(),
  isTimely: boolean('is_timely').notNull().default(false),
  total: integer('total').notNull(),
  problem: text('problem').notNull().default(''),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type GenerationRow = typeof evalGeneration.$inferSelect

export const evalGenerationRow = pgTable('eval_generation_row', {
  id: id('id').primaryKey(),
  generationId: id('generation_id').notNull(),
  nth: integer('nth').notNull(),
  cells: json<string[]>()('cells').notNull(),
  authenticity: smallint('authenticity').notNull(),
  satisfaction: smallint('satisfaction').notNull(),
  choice: smallint('choice').notNull().default(1),
})
export type MadeRow = typeof evalGenerationRow.$inferSelect

import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { Metric } from '#kit/models/fine-tuning.ts'

export interface TuningSettings {
  epochs: number
  batchSize?: number
  learningRate?: number
  /** Percentage of the examples used for validation. */
  split: number
  validationId?: string
}
export const tuningDataset = pgTable('tuning_dataset', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  name: text('name').notNull(),
  content: text('content').notNull(),
  examples: integer('examples').notNull(),
  tokens: integer('tokens').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type DatasetRow = typeof tuningDataset.$inferSelect

export const tuningTask = pgTable('tuning_task', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  baseModelId: id('base_model_id').notNull(),
  datasetId: id('dataset_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  settings: json<TuningSettings>()('settings').notNull(),
  remoteId: text('remote_id').notNull(),
  status: smallint('status').notNull(),
  problem: text('problem').notNull().default(''),
  metrics: json<Metric[]>()('metrics').notNull().default([]),
  modelId: id('model_id'),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  lookedAt: millis('looked_at').notNull(),
})
export type TaskRow = typeof tuningTask.$inferSelect

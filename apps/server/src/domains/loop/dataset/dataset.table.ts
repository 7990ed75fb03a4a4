import { boolean, doublePrecision, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { DatasetFeatures, DatasetSpec, Field, Turn } from './dataset-content.ts'

export const dataset = pgTable('dataset', {
  id: id('id').primaryKey(),
  category: smallint('category').notNull(),
  bizCategory: text('biz_category').notNull().default(''),
  features: json<DatasetFeatures>()('features').notNull(),
  spec: json<DatasetSpec>()('spec').notNull(),
  schemaId: id('schema_id').notNull(),
  schemaVn: millis('schema_vn').notNull().default(1),
  nextVn: millis('next_vn').notNull().default(1),
  itemCount: integer('item_count').notNull().default(0),
  lockBy: id('lock_by'),
  lockUntil: millis('lock_until').notNull().default(0),
  lockReason: smallint('lock_reason').notNull().default(0),
  /** 1: listed; 2: belongs to one plan; 3: for training; 4: processed data; 5: results of an evaluation. */
  listing: smallint('listing').notNull().default(1),
  /** Visible to 1: everyone on the instance; 2: its space. */
  visibility: smallint('visibility').notNull().default(2),
  /** 4: strict. Its rows stay in the space, and only few people may export them. */
  securityLevel: smallint('security_level').notNull().default(0),
})
export type DatasetRow = typeof dataset.$inferSelect

export const datasetSchema = pgTable('dataset_schema', {
  id: id('id').primaryKey(),
  datasetId: id('dataset_id').notNull(),
  fields: json<Field[]>()('fields').notNull(),
  isImmutable: boolean('is_immutable').notNull().default(false),
  editedBy: id('edited_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type SchemaRow = typeof datasetSchema.$inferSelect

export const datasetItem = pgTable('dataset_item', {
  id: id('id').primaryKey(),
  datasetId: id('dataset_id').notNull(),
  itemId: id('item_id').notNull(),
  itemKey: text('item_key').notNull().default(''),
  pos: doublePrecision('pos').notNull(),
  addVn: millis('add_vn'),
  delVn: millis('del_vn'),
  turns: json<Turn[]>()('turns').notNull(),
  bytes: integer('bytes').notNull(),
  hash: text('hash').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  editedBy: id('edited_by').notNull(),
  updatedAt: millis('updated_at').notNull(),
  /** The import that the item came from. */
  jobId: id('job_id'),
  source: smallint('source').notNull().default(1),
  /** The item that it was copied from. */
  originId: id('origin_id'),
  /** The trace that it was taken from. */
  traceId: text('trace_id').notNull().default(''),
  /** Figures can be split by tags; "a/b" is b below a. */
  tags: json<string[]>()('tags').notNull().default([]),
})
export type ItemRow = typeof datasetItem.$inferSelect

export const datasetVersion = pgTable('dataset_version', {
  id: id('id').primaryKey(),
  datasetId: id('dataset_id').notNull(),
  version: text('version').notNull(),
  vn: millis('vn').notNull(),
  schemaId: id('schema_id').notNull(),
  itemCount: integer('item_count').notNull(),
  note: text('note').notNull().default(''),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  editedBy: id('edited_by').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type VersionRow = typeof datasetVersion.$inferSelect

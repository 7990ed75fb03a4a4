import type { ChunkStrategy, TableColumn } from '@orrery/contract'
import { boolean, customType, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

const words = customType<{ data: string }>({ dataType: () => 'tsvector' })
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export interface Setup {
  /** The kind of provider, in the numbering of clients. */
  type: number
  /** Embedding model of new bases; unset by default. */
  modelId?: string
  providerId?: string
  model: string
  baseUrl: string
  keyHint: string
  batch: number
  dims: number
  /** The model for rewriting, reranking and table queries; by default that of the space. */
  stepModel?: string
}

export interface SheetChoice {
  sheet_id: number
  header_line_idx: number
  start_line_idx: number
}
/** Parsing options of a document. */
export interface DocumentSettings {
  chunk?: Partial<ChunkStrategy>
  parsing?: { image_ocr?: boolean; [key: string]: unknown }
  model?: string
  skipPages?: number[]
  sheet?: SheetChoice
  /** Files whose rows were appended to a table. */
  more?: { blobKey: string; extension: string; sheet?: SheetChoice }[]
  disabled?: boolean
  metadata?: Record<string, string>
  /** The file of a connected account from which the document was created. */
  origin?: string
}
/** The reason for a failure, in both languages. */
export interface Problem {
  code: number
  en: string
  zh: string
}
export interface Expected {
  document_id: string
  text: string
}
export interface AppendFrequency {
  auth_id: string
  auth_frequency_type: number
  auth_name: string
  /** Owner of the account, and the time of the next check for files. */
  user_id?: string
  next_at?: number
}

export const knowledge = pgTable('knowledge', {
  id: id('id').primaryKey(),
  format: smallint('format').notNull(),
  status: smallint('status').notNull().default(1),
  chunkStrategy: json<Partial<ChunkStrategy>>()('chunk_strategy').notNull().default({}),
  embedding: text('embedding').notNull().default('offline'),
  storageLocation: smallint('storage_location').notNull().default(0),
  storageConfigId: id('storage_config_id'),
  appendFrequency: json<AppendFrequency[]>()('append_frequency').notNull().default([]),
  version: id('version').notNull().default('1'),
  hitCount: millis('hit_count').notNull().default(0),
})
export type KnowledgeRow = typeof knowledge.$inferSelect

export const knowledgeDocument = pgTable('knowledge_document', {
  id: id('id').primaryKey(),
  knowledgeId: id('knowledge_id').notNull(),
  name: text('name').notNull(),
  format: smallint('format').notNull(),
  extension: text('extension').notNull().default(''),
  size: millis('size').notNull().default(0),
  sourceType: smallint('source_type').notNull().default(0),
  blobKey: text('blob_key').notNull().default(''),
  webUrl: text('web_url').notNull().default(''),
  status: smallint('status').notNull(),
  stage: text('stage').notNull().default(''),
  progress: smallint('progress').notNull().default(0),
  problem: json<Problem | null>()('problem'),
  settings: json<DocumentSettings>()('settings').notNull(),
  tableMeta: json<TableColumn[]>()('table_meta').notNull().default([]),
  caption: text('caption').notNull().default(''),
  reviewId: id('review_id'),
  updateType: smallint('update_type').notNull().default(0),
  updateInterval: smallint('update_interval').notNull().default(0),
  nextUpdateAt: millis('next_update_at'),
  generation: integer('generation').notNull().default(1),
  liveGeneration: integer('live_generation').notNull().default(0),
  edition: id('edition').notNull().default('1'),
  embedding: text('embedding').notNull().default(''),
  /** False: the embedding does not know the language, so the document is found by words only. */
  isUnderstood: boolean('is_understood').notNull().default(true),
  attempts: smallint('attempts').notNull().default(0),
  leaseOwner: text('lease_owner').notNull().default(''),
  leaseUntil: millis('lease_until').notNull().default(0),
  startedAt: millis('started_at').notNull().default(0),
  charCount: millis('char_count').notNull().default(0),
  sliceCount: integer('slice_count').notNull().default(0),
  hitCount: millis('hit_count').notNull().default(0),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type DocumentRow = typeof knowledgeDocument.$inferSelect

export const knowledgeSlice = pgTable('knowledge_slice', {
  id: id('id').primaryKey(),
  knowledgeId: id('knowledge_id').notNull(),
  documentId: id('document_id').notNull(),
  generation: integer('generation').notNull(),
  sequence: integer('sequence').notNull(),
  content: text('content').notNull(),
  titles: json<string[]>()('titles').notNull().default([]),
  cells: json<Record<string, string>>()('cells'),
  status: smallint('status').notNull().default(1),
  hitCount: millis('hit_count').notNull().default(0),
  charCount: integer('char_count').notNull(),
  wordCount: integer('word_count').notNull(),
  page: integer('page').notNull().default(0),
  parentId: id('parent_id'),
  words: words('words').notNull(),
  vector: bytes('vector'),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})

export const knowledgeParent = pgTable('knowledge_parent', {
  id: id('id').primaryKey(),
  documentId: id('document_id').notNull(),
  generation: integer('generation').notNull(),
  sequence: integer('sequence').notNull(),
  content: text('content').notNull(),
})

export const knowledgeReview = pgTable('knowledge_review', {
  id: id('id').primaryKey(),
  knowledgeId: id('knowledge_id').notNull(),
  documentName: text('document_name').notNull(),
  extension: text('extension').notNull(),
  blobKey: text('blob_key').notNull(),
  status: smallint('status').notNull(),
  problem: json<Problem | null>()('problem'),
  chunks: json<{ content: string; titles: string[]; page?: number; parent?: string }[]>()('chunks')
    .notNull()
    .default([]),
  settings: json<DocumentSettings>()('settings').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type ReviewRow = typeof knowledgeReview.$inferSelect

export const knowledgeWeb = pgTable('knowledge_web', {
  id: id('id').primaryKey(),
  userId: id('user_id').notNull(),
  parentId: id('parent_id'),
  url: text('url').notNull(),
  title: text('title').notNull().default(''),
  content: text('content').notNull().default(''),
  subpages: smallint('subpages').notNull().default(0),
  format: smallint('format').notNull().default(0),
  status: smallint('status').notNull().default(0),
  problem: json<Problem | null>()('problem'),
  leaseUntil: millis('lease_until').notNull().default(0),
  createdAt: millis('created_at').notNull(),
})
export type WebRow = typeof knowledgeWeb.$inferSelect

export const knowledgeCase = pgTable('knowledge_case', {
  id: id('id').primaryKey(),
  knowledgeId: id('knowledge_id').notNull(),
  question: text('question').notNull(),
  expected: json<Expected[]>()('expected').notNull().default([]),
  settings: json<Record<string, unknown>>()('settings').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})

export const knowledgeCaseRun = pgTable('knowledge_case_run', {
  id: id('id').primaryKey(),
  knowledgeId: id('knowledge_id').notNull(),
  total: integer('total').notNull(),
  hits: integer('hits').notNull(),
  results: json<unknown[]>()('results').notNull(),
  createdAt: millis('created_at').notNull(),
})

export const knowledgeSetup = pgTable('knowledge_setup', {
  id: smallint('id').primaryKey(),
  value: json<Setup>()('value').notNull(),
  updatedAt: millis('updated_at').notNull(),
})

export const knowledgeAccount = pgTable('knowledge_account', {
  id: id('id').primaryKey(),
  userId: id('user_id').notNull(),
  name: text('name').notNull(),
  /** Sealed. */
  config: text('config').notNull(),
  createdAt: millis('created_at').notNull(),
})

export const knowledgeSearchEngine = pgTable('knowledge_search_engine', {
  id: id('id').primaryKey(),
  userId: id('user_id').notNull(),
  /** Sealed. */
  config: text('config').notNull(),
  updatedAt: millis('updated_at').notNull(),
})

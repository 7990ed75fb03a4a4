import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { StorageKind } from '../storage/storage.table.ts'

/** The dataset to copy rows from: its draft, or a version. */
export interface CopySource {
  datasetId: string
  versionId?: string
}
export interface ImportSpec {
  /** Empty if the rows come from a dataset. */
  fileKey: string
  fileName: string
  /** Columns of the file and their fields. If empty, columns are matched by name. */
  mappings: { source: string; target: string }[]
  isReplacing: boolean
  from?: CopySource
  /** The search for duplicates whose confirmed duplicates are skipped. */
  dedupId?: string
}
export interface ExportSpec {
  /** If absent, the draft is exported. */
  versionId?: string
  format: number
  /** An additional target besides our own file storage. */
  store?: { kind: StorageKind; path: string }
}
export type JobSpec = ImportSpec | ExportSpec

export const datasetJob = pgTable('dataset_job', {
  id: id('id').primaryKey(),
  datasetId: id('dataset_id').notNull(),
  kind: smallint('kind').notNull(),
  spec: json<JobSpec>()('spec').notNull(),
  status: smallint('status').notNull().default(1),
  total: integer('total').notNull().default(0),
  processed: integer('processed').notNull().default(0),
  added: integer('added').notNull().default(0),
  skipped: integer('skipped').notNull().default(0),
  isCancelled: boolean('is_cancelled').notNull().default(false),
  problem: text('problem').notNull().default(''),
  problemZh: text('problem_zh').notNull().default(''),
  schemaStamp: text('schema_stamp').notNull().default(''),
  resultKey: text('result_key').notNull().default(''),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  startedAt: millis('started_at').notNull().default(0),
  endedAt: millis('ended_at').notNull().default(0),
  updatedAt: millis('updated_at').notNull(),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
})
export type JobRow = typeof datasetJob.$inferSelect

export const datasetJobReject = pgTable('dataset_job_reject', {
  jobId: id('job_id').notNull(),
  nth: integer('nth').notNull(),
  file: text('file').notNull(),
  line: integer('line').notNull(),
  type: smallint('type').notNull(),
  field: text('field').notNull(),
  reason: text('reason').notNull(),
  reasonZh: text('reason_zh').notNull(),
  /** Cells with the names of their columns, in order. */
  content: json<[string, string][]>()('content').notNull(),
})
export type RejectRow = typeof datasetJobReject.$inferSelect

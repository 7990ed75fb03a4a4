import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { Turn } from '../dataset-content.ts'

export interface DedupSpec {
  /** If absent, the rows of the dataset are compared with each other. */
  file?: { key: string; name: string }
  mappings: { source: string; target: string }[]
  fieldKey: string
  /** In percent. */
  threshold: number
  byMeaning: boolean
  /** The file will replace the rows of the dataset, so its rows are compared only with each other. */
  isReplacing: boolean
}
/** A row that another row resembles: one of the dataset, or an earlier one of the same file. */
export interface Suspect {
  /** The id of its item; for a row of a file, its key in the file. */
  key: string
  inFile: boolean
  score: number
  turns: Turn[]
}

export const datasetDedup = pgTable('dataset_dedup', {
  id: id('id').primaryKey(),
  datasetId: id('dataset_id').notNull(),
  spec: json<DedupSpec>()('spec').notNull(),
  status: smallint('status').notNull().default(1),
  total: integer('total').notNull().default(0),
  isCancelled: boolean('is_cancelled').notNull().default(false),
  problem: text('problem').notNull().default(''),
  problemZh: text('problem_zh').notNull().default(''),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  startedAt: millis('started_at').notNull().default(0),
  endedAt: millis('ended_at').notNull().default(0),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
})
export type DedupRow = typeof datasetDedup.$inferSelect

export const datasetDedupPair = pgTable('dataset_dedup_pair', {
  jobId: id('job_id').notNull(),
  nth: integer('nth').notNull(),
  key: text('key').notNull(),
  turns: json<Turn[]>()('turns').notNull(),
  suspects: json<Suspect[]>()('suspects').notNull(),
  decision: smallint('decision').notNull().default(0),
  decidedBy: id('decided_by'),
  decidedAt: millis('decided_at').notNull().default(0),
})
export type PairRow = typeof datasetDedupPair.$inferSelect

import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

/** A column of the table; role `mark` is a column that a person fills in. */
export interface TableColumn {
  key: string
  label: string
  role: 'row' | 'field' | 'output' | 'score' | 'mark'
  isNumber: boolean
  /** Evaluator version of a score or mark column. */
  versionId?: string
}
/** 0 not started, 1 running, 2 done, 3 failed. */
export type TableStatus = 0 | 1 | 2 | 3
export const resultTable = pgTable('result_table', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  driver: text('driver').$type<'space' | 'lark'>().notNull(),
  appToken: text('app_token').notNull().default(''),
  tableId: text('table_id').notNull().default(''),
  url: text('url').notNull().default(''),
  scorers: integer('scorers').notNull(),
  columns: json<TableColumn[]>()('columns').notNull(),
  exportStatus: smallint('export_status').$type<TableStatus>().notNull(),
  importStatus: smallint('import_status').$type<TableStatus>().notNull().default(0),
  problem: text('problem').notNull().default(''),
  problemZh: text('problem_zh').notNull().default(''),
  imported: integer('imported').notNull().default(0),
  leaseUntil: millis('lease_until').notNull().default(0),
  fence: integer('fence').notNull().default(0),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type ResultTableRow = typeof resultTable.$inferSelect

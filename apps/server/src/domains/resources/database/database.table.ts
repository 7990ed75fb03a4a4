import type { FieldInput } from '@orrery/contract'
import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

/** A field of a table. Its id does not change with its name or type. */
export interface Field {
  id: number
  name: string
  desc: string
  type: FieldInput['type']
  required: boolean
}

export const databaseTable = pgTable('database_table', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  fields: json<Field[]>()('fields').notNull(),
  lastFieldId: integer('last_field_id').notNull(),
  rwMode: smallint('rw_mode').$type<1 | 2 | 3>().notNull(),
  promptDisabled: boolean('prompt_disabled').notNull().default(false),
  extraInfo: json<Record<string, string>>()('extra_info').notNull().default({}),
  version: millis('version').notNull(),
})
export type DatabaseRow = typeof databaseTable.$inferSelect

export interface BadRow {
  line: number
  column: string
  reason: string
  /** Absent in older imports, which did not store it. */
  reasonZh?: string
}
export interface SheetChoice {
  sheet: number
  header: number
  start: number
}
export const databaseImport = pgTable('database_import', {
  databaseId: id('database_id').notNull(),
  isDraft: boolean('is_draft').notNull(),
  jobKey: id('job_key').notNull(),
  fileKey: text('file_key').notNull(),
  fileName: text('file_name').notNull(),
  sheet: json<SheetChoice>()('sheet').notNull(),
  userId: id('user_id').notNull(),
  platform: text('platform').notNull(),
  state: text('state').$type<'waiting' | 'running' | 'done' | 'failed'>().notNull(),
  total: integer('total').notNull().default(0),
  done: integer('done').notNull().default(0),
  badRows: json<BadRow[]>()('bad_rows').notNull().default([]),
  badCount: integer('bad_count').notNull().default(0),
  problem: text('problem').notNull().default(''),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type ImportRow = typeof databaseImport.$inferSelect

import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

/** A selectable value. Renaming does not change its id. */
export interface LabelValue {
  id: string
  name: string
  description: string
  /** 1 active, 2 inactive: no longer offered, but still valid in existing rows. */
  status: number
  /** Earlier names. */
  formerNames: string[]
  children: LabelValue[]
}
export interface LabelChangeLog {
  target: number
  operation: number
  before: string
  after: string
  /** Name of the changed value. */
  value: string
}

const content = {
  version: text('version').notNull(),
  vn: integer('vn').notNull().default(1),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  type: smallint('type').notNull(),
  status: smallint('status').notNull().default(1),
  tree: json<LabelValue[]>()('tree').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
}
export const labelKey = pgTable('label_key', {
  ...content,
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  editedBy: id('edited_by').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type LabelRow = typeof labelKey.$inferSelect

export const labelKeyVersion = pgTable('label_key_version', {
  ...content,
  id: id('id').primaryKey(),
  keyId: id('key_id').notNull(),
  changes: json<LabelChangeLog[]>()('changes').notNull(),
})
export type LabelVersionRow = typeof labelKeyVersion.$inferSelect

import type { OwnComponent } from '@orrery/contract'
import { pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const componentPackage = pgTable('component_package', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  name: text('name').notNull(),
  version: text('version').notNull(),
  channel: smallint('channel').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  components: json<OwnComponent[]>()('components').notNull(),
  files: json<Record<string, string>>()('files').notNull(),
  code: text('code').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
/** Built scripts of pages of code. */
export const interfaceCode = pgTable('interface_code', {
  hash: text('hash').primaryKey(),
  code: text('code').notNull(),
  usedAt: millis('used_at').notNull(),
})
export type NewPackage = typeof componentPackage.$inferSelect
/** A version without its sources and script. */
export type PackageRow = Omit<NewPackage, 'files' | 'code'>

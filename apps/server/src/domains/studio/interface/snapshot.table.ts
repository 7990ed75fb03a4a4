import type { InterfaceDocument } from '@orrery/contract'
import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const SnapshotKind = { byHand: 0, beforeRestore: 1, publication: 2 } as const

export const interfaceSnapshot = pgTable('interface_snapshot', {
  id: id('id').primaryKey(),
  sandboxId: id('sandbox_id').notNull(),
  version: integer('version').notNull(),
  previousId: id('previous_id'),
  kind: smallint('kind').notNull(),
  description: text('description').notNull(),
  pages: json<string[]>()('pages').notNull().default([]),
  document: json<InterfaceDocument>()('document').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type SnapshotRow = typeof interfaceSnapshot.$inferSelect

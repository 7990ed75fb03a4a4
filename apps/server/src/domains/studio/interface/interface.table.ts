import type { InterfaceDocument, InterfaceEdit } from '@orrery/contract'
import { integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const interfaceTable = pgTable('interface', {
  id: id('id').primaryKey(),
  projectId: id('project_id').notNull(),
  name: text('name').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type InterfaceRow = typeof interfaceTable.$inferSelect

export const interfaceSandbox = pgTable('interface_sandbox', {
  id: id('id').primaryKey(),
  interfaceId: id('interface_id').notNull(),
  channel: smallint('channel').notNull(),
  /** The document as of the save `documentSeq`. Later saves are only in `interface_edit`. */
  document: json<InterfaceDocument>()('document').notNull(),
  documentSeq: integer('document_seq').notNull().default(0),
  seq: integer('seq').notNull().default(0),
  updatedBy: id('updated_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
type StoredSandbox = typeof interfaceSandbox.$inferSelect
/** A sandbox with the current document. */
export type SandboxRow = Omit<StoredSandbox, 'documentSeq'>
export type SandboxHead = Omit<StoredSandbox, 'document'>

export const interfaceEdit = pgTable(
  'interface_edit',
  {
    sandboxId: id('sandbox_id').notNull(),
    seq: integer('seq').notNull(),
    batch: text('batch').notNull(),
    edits: json<InterfaceEdit[]>()('edits').notNull(),
    userId: id('user_id').notNull(),
    at: millis('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sandboxId, table.seq] })],
)
export type EditRow = typeof interfaceEdit.$inferSelect

export const interfaceRelease = pgTable(
  'interface_release',
  {
    versionId: id('version_id').notNull(),
    channel: smallint('channel').notNull(),
    document: json<InterfaceDocument>()('document').notNull(),
    /** The bot of the chat, with its version. */
    botId: id('bot_id'),
    botVersion: text('bot_version'),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.channel] })],
)

export const interfacePicture = pgTable(
  'interface_picture',
  {
    versionId: id('version_id').notNull(),
    channel: smallint('channel').notNull(),
    blobKey: text('blob_key').notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.channel] })],
)

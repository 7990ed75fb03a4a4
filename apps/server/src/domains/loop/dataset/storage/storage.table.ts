import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export type StorageKind = 's3' | 'hdfs'
export interface StorageSettings {
  bucket: string
  region: string
  accessKeyId: string
  user: string
}
export const datasetStorage = pgTable('dataset_storage', {
  spaceId: id('space_id').notNull(),
  kind: text('kind').$type<StorageKind>().notNull(),
  url: text('url').notNull(),
  settings: json<StorageSettings>()('settings').notNull(),
  folder: text('folder').notNull().default(''),
  sealedKey: text('sealed_key').notNull().default(''),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type StorageRow = typeof datasetStorage.$inferSelect

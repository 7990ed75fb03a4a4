import { pgTable, smallint } from 'drizzle-orm/pg-core'
import { id } from '#kit/db.ts'

export const folder = pgTable('folder', {
  id: id('id').primaryKey(),
  type: smallint('type').notNull(),
  parentId: id('parent_id'),
})
export const folderItem = pgTable('folder_item', {
  resourceId: id('resource_id').primaryKey(),
  folderId: id('folder_id').notNull(),
})

import { pgTable, text } from 'drizzle-orm/pg-core'
import { id } from '#kit/db.ts'

export const promptResource = pgTable('prompt_resource', {
  id: id('id').primaryKey(),
  promptText: text('prompt_text').notNull(),
  version: id('version').notNull(),
})

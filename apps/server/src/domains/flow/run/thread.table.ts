import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { id, json } from '#kit/db.ts'

export const workflowThread = pgTable('workflow_thread', {
  conversationId: id('conversation_id').primaryKey(),
  ownerId: id('owner_id').notNull(),
  person: text('person').notNull(),
  connectorId: text('connector_id').notNull(),
  isDraft: boolean('is_draft').notNull(),
  name: text('name').notNull(),
  meta: json<Record<string, string>>()('meta').notNull(),
})

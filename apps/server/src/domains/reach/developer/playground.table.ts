import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const playgroundRun = pgTable('playground_run', {
  id: id('id').primaryKey(),
  userId: id('user_id').notNull(),
  method: text('method').notNull(),
  path: text('path').notNull(),
  logId: text('log_id').notNull(),
  statusCode: integer('status_code').notNull(),
  request: text('request').notNull(),
  response: text('response').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type PlaygroundRunRow = typeof playgroundRun.$inferSelect

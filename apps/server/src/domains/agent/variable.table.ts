import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, millis } from '../../kit/db.ts'

export const botVariable = pgTable(
  'bot_variable',
  {
    botId: id('bot_id').notNull(),
    userId: id('user_id').notNull(),
    connectorId: text('connector_id').notNull(),
    key: text('key').notNull(),
    value: text('value').notNull(),
    updatedAt: millis('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.botId, table.userId, table.connectorId, table.key] })],
)

import { pgTable, text } from 'drizzle-orm/pg-core'
import { json, millis } from '#kit/db.ts'

export const instanceSetting = pgTable('instance_setting', {
  key: text('key').primaryKey(),
  value: json<unknown>()('value').notNull(),
  updatedAt: millis('updated_at').notNull(),
})

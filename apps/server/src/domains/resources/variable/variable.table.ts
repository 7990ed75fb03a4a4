import type { VariableChannel } from '@orrery/contract'
import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const variableMeta = pgTable('variable_meta', {
  ownerId: id('owner_id').notNull(),
  channel: smallint('channel').$type<VariableChannel>().notNull(),
  keyword: text('keyword').notNull(),
  position: integer('position').notNull(),
  description: text('description').notNull(),
  defaultValue: text('default_value').notNull(),
  variableType: smallint('variable_type').$type<1 | 2>().notNull(),
  schema: text('schema').notNull(),
  enabled: boolean('enabled').notNull(),
  readOnly: boolean('read_only').notNull(),
  promptDisabled: boolean('prompt_disabled').notNull(),
})
export type VariableMeta = typeof variableMeta.$inferSelect

export const variableValue = pgTable('variable_value', {
  ownerId: id('owner_id').notNull(),
  userKey: text('user_key').notNull(),
  connectorId: text('connector_id').notNull(),
  channel: smallint('channel').$type<VariableChannel>().notNull(),
  keyword: text('keyword').notNull(),
  value: text('value').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type VariableValue = typeof variableValue.$inferSelect

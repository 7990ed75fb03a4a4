import type { MockSubject } from '@orrery/contract'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

/** A rule matches every call, or calls with these arguments. */
export interface MockFilter {
  requestFilterType: number
  requestFilterRule: string
}
export interface MockChoice {
  content: string
  inputTokens: number
  outputTokens: number
  ms: number
}
export const mockSet = pgTable('mock_set', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  pluginId: id('plugin_id').notNull(),
  toolId: text('tool_id').notNull(),
  subject: json<MockSubject>()('subject').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type MockSetRow = typeof mockSet.$inferSelect
export const mockRule = pgTable('mock_rule', {
  id: id('id').primaryKey(),
  mockSetId: id('mock_set_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  priority: integer('priority').notNull(),
  filter: json<MockFilter>()('filter').notNull(),
  answer: text('answer').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type MockRuleRow = typeof mockRule.$inferSelect
export const mockBinding = pgTable('mock_binding', {
  userId: id('user_id').notNull(),
  spaceId: id('space_id').notNull(),
  scene: integer('scene').notNull(),
  callerId: text('caller_id').notNull(),
  pluginId: id('plugin_id').notNull(),
  toolId: text('tool_id').notNull(),
  mockSetId: id('mock_set_id').notNull(),
  subject: json<MockSubject>()('subject').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export const mockTask = pgTable('mock_task', {
  id: id('id').primaryKey(),
  mockSetId: id('mock_set_id').notNull(),
  userId: id('user_id').notNull(),
  quantity: integer('quantity').notNull(),
  request: text('wish').notNull(),
  status: integer('status').notNull(),
  choices: json<MockChoice[]>()('choices').notNull(),
  createdAt: millis('created_at').notNull(),
})
export const testCase = pgTable('test_case', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  componentType: integer('component_type').notNull(),
  componentId: text('component_id').notNull(),
  parentId: text('parent_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  input: text('input').notNull(),
  isDefault: boolean('is_default').notNull(),
  createdBy: id('created_by').notNull(),
  updatedBy: id('updated_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type TestCaseRow = typeof testCase.$inferSelect

import type { ChartConfig } from '@orrery/contract'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export const experimentComparison = pgTable('experiment_comparison', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  name: text('name').notNull(),
  experimentIds: json<string[]>()('experiment_ids').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type ComparisonRow = typeof experimentComparison.$inferSelect

export const experimentChart = pgTable('experiment_chart', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  planId: id('plan_id').notNull(),
  experimentId: id('experiment_id').notNull(),
  config: json<ChartConfig>()('config').notNull(),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type ChartRow = typeof experimentChart.$inferSelect

import type { ChartMetric, ChartSplit } from '@orrery/contract/shared/chart-metrics'
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const traceChart = pgTable('trace_chart', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  title: text('title').notNull(),
  metric: text('metric').$type<ChartMetric>().notNull(),
  split: text('split').$type<ChartSplit | ''>().notNull(),
  objectKey: text('object_key').notNull(),
  model: text('model').notNull(),
  shape: text('shape').$type<'bars' | 'lines'>().notNull(),
  isWide: boolean('is_wide').notNull(),
  createdBy: id('created_by').notNull(),
  updatedAt: millis('updated_at').notNull(),
})

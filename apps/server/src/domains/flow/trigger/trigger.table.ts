import { boolean, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'

export interface TriggerConfig {
  cron?: string
  timeZone?: string
  /** What to do with times missed while nothing ran: run once, or skip. */
  missed?: 'once' | 'skip'
  [key: string]: unknown
}

export const workflowTrigger = pgTable('workflow_trigger', {
  id: id('id').primaryKey(),
  workflowId: id('workflow_id').notNull(),
  projectId: id('project_id'),
  name: text('name').notNull(),
  eventId: text('event_id').notNull(),
  config: json<TriggerConfig>()('config').notNull(),
  payload: json<Record<string, unknown>>()('payload').notNull(),
  setType: smallint('set_type').notNull(),
  isOpen: boolean('is_open').notNull(),
  secret: text('secret').notNull().default(''),
  nextAt: millis('next_at'),
  lastFiredAt: millis('last_fired_at'),
  lastRunId: id('last_run_id'),
  lastError: text('last_error').notNull().default(''),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type TriggerRow = typeof workflowTrigger.$inferSelect

export const triggerDelivery = pgTable('trigger_delivery', {
  triggerId: id('trigger_id').notNull(),
  delivery: text('delivery').notNull(),
  runId: id('run_id').notNull(),
  at: millis('at').notNull(),
})

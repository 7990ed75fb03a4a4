import { bigint, boolean, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, json, millis } from '#kit/db.ts'
import type { FormEnd, TriggerEvent, TriggerKind, WebhookAuth, WebhookMethod } from '@orrery/contract/shared/triggers'

/** Settings of a trigger, as they were saved. Each kind has its own. */
export interface TriggerConfig {
  /** Schedules: */
  cron?: string
  timeZone?: string
  /** What to do about times that were missed while no process ran: run once, or skip. */
  missed?: 'once' | 'skip'
  /** Webhooks: */
  method?: WebhookMethod
  auth?: WebhookAuth
  /** Forms: */
  title?: string
  text?: string
  button?: string
  after?: FormEnd
  message?: string
  /** Inputs without a field in the form: they get the value in the payload, or their default. */
  hidden?: string[]
  labels?: Record<string, string>
  /** Events: */
  event?: TriggerEvent
  sourceId?: string
}
/** A test call that was received, as the editor shows it. */
export interface TestCall {
  at: number
  method: string
  contentType: string
  body: string
  input: string
  runId: string
  error: string
  errorZh: string
}

export const workflowTrigger = pgTable('workflow_trigger', {
  id: id('id').primaryKey(),
  workflowId: id('workflow_id').notNull(),
  projectId: id('project_id'),
  name: text('name').notNull(),
  eventId: text('event_id').$type<TriggerKind>().notNull(),
  config: json<TriggerConfig>()('config').notNull(),
  payload: json<Record<string, unknown>>()('payload').notNull(),
  setType: smallint('set_type').notNull(),
  isOpen: boolean('is_open').notNull(),
  secret: text('secret').notNull().default(''),
  sourceId: id('source_id'),
  formKey: text('form_key').notNull().default(''),
  nextAt: millis('next_at'),
  lastFiredAt: millis('last_fired_at'),
  lastRunId: id('last_run_id'),
  lastError: text('last_error').notNull().default(''),
  lastErrorZh: text('last_error_zh').notNull().default(''),
  listenUntil: millis('listen_until').notNull().default(0),
  listenerId: id('listener_id'),
  heard: json<TestCall>()('heard'),
  createdBy: id('created_by').notNull(),
  createdAt: millis('created_at').notNull(),
})
export type TriggerRow = typeof workflowTrigger.$inferSelect

/** A trigger with the status of its newest run and the name of the watched resource. */
export interface ListedTrigger extends TriggerRow {
  lastStatus: number | null
  sourceName: string | null
}

export const DeliveryState = { started: 0, missed: 1, refused: 2 } as const
export type FiringReason = TriggerKind | 'manual'

export const triggerDelivery = pgTable('trigger_delivery', {
  triggerId: id('trigger_id').notNull(),
  delivery: text('delivery').notNull(),
  runId: id('run_id'),
  at: millis('at').notNull(),
  reason: text('reason').$type<FiringReason>().notNull(),
  state: smallint('state').notNull(),
  error: text('error').notNull().default(''),
  errorZh: text('error_zh').notNull().default(''),
})

export interface Fault {
  en: string
  zh: string
}
/** One firing of a trigger, with the current state of its run. */
export interface FiredRow {
  trigger_id: string
  delivery: string
  reason: FiringReason
  state: number
  at: string
  run_id: string | null
  error: string
  error_zh: string
  status: number | null
  version: string | null
  input: string | null
  output: string | null
  run_error: string | null
  created_at: string | null
  updated_at: string | null
  found: string
}

export const triggerEvent = pgTable('trigger_event', {
  id: bigint('id', { mode: 'number' }).primaryKey(),
  triggerId: id('trigger_id').notNull(),
  event: text('event').notNull(),
  data: json<Record<string, unknown>>()('data').notNull(),
  depth: smallint('depth').notNull(),
  at: millis('at').notNull(),
})

import type { AlarmMetric } from '@orrery/contract'
import { boolean, doublePrecision, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id, millis } from '#kit/db.ts'

export const traceAlarm = pgTable('trace_alarm', {
  id: id('id').primaryKey(),
  spaceId: id('space_id').notNull(),
  name: text('name').notNull(),
  metric: text('metric').$type<AlarmMetric>().notNull(),
  isAbove: boolean('is_above').notNull(),
  threshold: doublePrecision('threshold').notNull(),
  windowMinutes: integer('window_minutes').notNull(),
  minRuns: integer('min_runs').notNull(),
  objectKey: text('object_key').notNull().default(''),
  webhookUrl: text('webhook_url').notNull().default(''),
  secret: text('secret').notNull().default(''),
  isOn: boolean('is_on').notNull(),
  state: text('state').$type<'ok' | 'firing'>().notNull().default('ok'),
  since: millis('since').notNull().default(0),
  value: doublePrecision('value'),
  checkedAt: millis('checked_at').notNull().default(0),
  createdBy: id('created_by'),
  createdAt: millis('created_at').notNull(),
  updatedAt: millis('updated_at').notNull(),
})
export type AlarmRow = typeof traceAlarm.$inferSelect

export const traceAlarmPerson = pgTable('trace_alarm_person', {
  alarmId: id('alarm_id').notNull(),
  userId: id('user_id').notNull(),
})

export const traceAlarmEvent = pgTable('trace_alarm_event', {
  id: id('id').primaryKey(),
  alarmId: id('alarm_id').notNull(),
  type: text('type').$type<'fired' | 'resolved'>().notNull(),
  value: doublePrecision('value'),
  at: millis('at').notNull(),
})
export type AlarmEventRow = typeof traceAlarmEvent.$inferSelect

export const NoticeStatus = { waiting: 0, sent: 1, failed: 2 } as const
export const traceAlarmNotice = pgTable('trace_alarm_notice', {
  id: id('id').primaryKey(),
  eventId: id('event_id').notNull(),
  way: text('way').$type<'mail' | 'webhook'>().notNull(),
  userId: id('user_id'),
  status: smallint('status').$type<0 | 1 | 2>().notNull().default(0),
  attempts: integer('attempts').notNull().default(0),
  nextAt: millis('next_at').notNull().default(0),
  problem: text('problem').notNull().default(''),
})
export type NoticeRow = typeof traceAlarmNotice.$inferSelect

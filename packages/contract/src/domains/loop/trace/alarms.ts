import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, int, name } from '#shared/fields.ts'

export const ALARM_LIMITS = { alarms: 100, people: 20, window: 1440 } as const
const s = z.string()
const n = z.number()
const access = { on: 'space', id: 'space_id', can: 'observe' } as const
const alarmMetric = z.enum(['runs', 'errors', 'error_rate', 'latency_p50', 'latency_p95', 'tokens', 'cost'])
export type AlarmMetric = z.infer<typeof alarmMetric>
const given = {
  name: name(50),
  metric: alarmMetric,
  /** False: fires when the figure is below the threshold. */
  is_above: z.boolean().default(true),
  /** Error rates in percent, latencies in milliseconds. */
  threshold: z.number().min(0).max(1e12),
  /** The length of the window that ends now. */
  window_minutes: int().min(1).max(ALARM_LIMITS.window).default(5),
  /** With fewer runs in the window the alarm is not evaluated; 0 evaluates it even without runs. */
  min_runs: int().min(0).max(1_000_000).default(1),
  /** The id of a bot or workflow, or the name of a service; empty: everything in the space. */
  object_key: s.max(512).default(''),
  /** Members of the space who get an email. */
  user_ids: z.array(id()).max(ALARM_LIMITS.people).default([]),
  webhook_url: s.max(2000).default(''),
  is_on: z.boolean().default(true),
}
const givenAlarm = z.object(given)
export type GivenAlarm = z.infer<typeof givenAlarm>
const alarm = z.object({
  ...given,
  id: s,
  object_name: s,
  status: z.enum(['ok', 'firing']),
  /** When the status last changed; 0 before the first check. */
  since: n,
  /** The figure at the last check; absent if there were too few runs. */
  value: n.optional(),
  checked_at: n,
})
export type TraceAlarm = z.infer<typeof alarm>
const notice = z.object({
  way: z.enum(['mail', 'webhook']),
  /** The name of the person, or the URL. */
  target: s,
  status: z.enum(['waiting', 'sent', 'failed']),
  problem: s,
})

/** Alarms: when a figure crosses a threshold, people and programs are notified. */
export const traceAlarms = {
  list: op('POST /api/trace/alarm/list', {
    summary: 'List the alarms of a space',
    summaryZh: '列出空间的告警规则',
    access,
    input: () => z.object({ space_id: id() }),
    output: () => z.object({ alarms: z.array(alarm) }),
  }),
  save: op('POST /api/trace/alarm/save', {
    summary: 'Create or change an alarm',
    summaryZh: '创建或修改告警规则',
    access,
    input: () => z.object({ space_id: id(), alarm_id: idOrNone(), alarm: givenAlarm }),
    /** The secret signs requests to the URL. It is shown only once, when the alarm first gets a URL. */
    output: () => z.object({ alarm_id: s, webhook_secret: s }),
  }),
  remove: op('POST /api/trace/alarm/remove', {
    summary: 'Delete an alarm',
    summaryZh: '删除告警规则',
    access,
    input: () => z.object({ space_id: id(), alarm_id: id() }),
    output: () => z.object({}),
  }),
  events: op('POST /api/trace/alarm/events', {
    summary: 'List when an alarm fired and resolved, newest first, and who was told',
    summaryZh: '列出告警的触发与恢复记录及通知情况，最新在前',
    access,
    input: () => z.object({ space_id: id(), alarm_id: id() }),
    output: () =>
      z.object({
        events: z.array(
          z.object({
            id: s,
            type: z.enum(['fired', 'resolved']),
            value: n.optional(),
            at: n,
            notices: z.array(notice),
          }),
        ),
      }),
  }),
}

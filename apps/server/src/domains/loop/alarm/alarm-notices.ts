import { eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Egress } from '#kit/egress/egress.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import type { Secrets } from '#kit/secrets.ts'
import { createDelivery } from '#kit/work/delivery.ts'
import { DELIVERY_HEADER, sign, SIGNATURE_HEADER } from '#domains/flow/trigger/shared/signature.ts'
import type { Notices } from '#domains/ground/notice/notice.service.ts'
import {
  type AlarmEventRow,
  type AlarmRow,
  NoticeStatus,
  type NoticeRow,
  traceAlarm,
  traceAlarmEvent,
  traceAlarmNotice,
} from './alarm.table.ts'

const TIMEOUT_MS = 15_000

export interface NoticeDeps {
  db: Db
  jobs: Jobs
  notices: Notices
  egress: Pick<Egress, 'fetch'>
  secrets: Secrets
  isMember(userId: string, spaceId: string): Promise<boolean>
  clock: Clock
  log: Log
}
interface NoticeContext {
  alarm: AlarmRow
  event: AlarmEventRow
  notice: NoticeRow
}

/** Sends alarms to people and webhooks. A notice stays queued until it is delivered or its retries are used up. */
export function createAlarmNotices(deps: NoticeDeps) {
  const { db, jobs, notices, egress, secrets, isMember, clock, log } = deps
  async function notifyPerson({ alarm, event, notice }: NoticeContext): Promise<void> {
    const userId = notice.userId!
    // A person who has left the space since is not notified.
    if (!(await isMember(userId, alarm.spaceId))) return
    const { name, metric, threshold, isAbove, windowMinutes: minutes } = alarm
    const params = { event: event.type, name, metric, value: event.value, threshold, isAbove, minutes }
    await notices.notify([userId], 'alarm', params, { key: event.id, link: `/space/${alarm.spaceId}/observe/alarms` })
  }
  async function callWebhook({ alarm, event, notice }: NoticeContext): Promise<void> {
    if (!alarm.webhookUrl) return
    const body = JSON.stringify({
      id: notice.id,
      event: `alarm.${event.type}`,
      created_at: Math.floor(event.at / 1000),
      data: {
        space_id: alarm.spaceId,
        alarm_id: alarm.id,
        name: alarm.name,
        metric: alarm.metric,
        value: event.value,
        threshold: alarm.threshold,
        is_above: alarm.isAbove,
        window_minutes: alarm.windowMinutes,
        object_key: alarm.objectKey,
      },
    })
    const answer = await egress.fetch(alarm.webhookUrl, {
      method: 'POST',
      redirect: 'manual',
      timeoutMs: TIMEOUT_MS,
      maxBytes: 64 * 1024,
      secretHeaders: [SIGNATURE_HEADER],
      headers: {
        'content-type': 'application/json',
        'x-orrery-event': `alarm.${event.type}`,
        [DELIVERY_HEADER]: notice.id,
        [SIGNATURE_HEADER]: sign(secrets.open(alarm.secret), Math.floor(clock.now() / 1000), body),
      },
      body,
    })
    answer.body.resume()
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  }
  async function deliver(notice: NoticeRow): Promise<void> {
    const [context] = await db
      .select({ alarm: traceAlarm, event: traceAlarmEvent })
      .from(traceAlarmEvent)
      .innerJoin(traceAlarm, eq(traceAlarm.id, traceAlarmEvent.alarmId))
      .where(eq(traceAlarmEvent.id, notice.eventId))
    if (context)
      await (notice.way === 'mail' ? notifyPerson({ ...context, notice }) : callWebhook({ ...context, notice }))
  }
  return createDelivery({
    name: 'trace-alarm-notice',
    db,
    jobs,
    clock,
    log,
    table: traceAlarmNotice,
    columns: { state: 'status', nextAt: 'nextAt', tries: 'attempts', problem: 'problem' },
    states: NoticeStatus,
    deliver,
  })
}
export type AlarmNotices = ReturnType<typeof createAlarmNotices>

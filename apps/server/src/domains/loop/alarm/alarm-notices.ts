import { and, eq, lte, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError } from '#kit/errors.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import type { Secrets } from '#kit/secrets.ts'
import { createDrain } from '#kit/work/drain.ts'
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

const LEASE_MS = 120_000
const TIMEOUT_MS = 15_000
/** Before each further try. */
const waits = [30_000, 120_000, 600_000, 3_600_000]

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
interface Told {
  alarm: AlarmRow
  event: AlarmEventRow
  notice: NoticeRow
}

/** Tells people and programs of alarms. Each notice is a row until it has arrived or all tries are over. */
export function createAlarmNotices(deps: NoticeDeps) {
  const { db, jobs, notices, egress, secrets, isMember, clock, log } = deps
  async function claim(): Promise<NoticeRow | undefined> {
    const now = clock.now()
    const next = db
      .select({ id: traceAlarmNotice.id })
      .from(traceAlarmNotice)
      .where(and(eq(traceAlarmNotice.status, NoticeStatus.waiting), lte(traceAlarmNotice.nextAt, now)))
      .orderBy(traceAlarmNotice.id)
      .limit(1)
      .for('update', { skipLocked: true })
    const [row] = await db
      .update(traceAlarmNotice)
      .set({ nextAt: now + LEASE_MS, attempts: sql`${traceAlarmNotice.attempts} + 1` })
      .where(eq(traceAlarmNotice.id, sql`(${next})`))
      .returning()
    return row
  }
  async function tellPerson({ alarm, event, notice }: Told): Promise<void> {
    const userId = notice.userId!
    // Those who have left since are told nothing.
    if (!(await isMember(userId, alarm.spaceId))) return
    const { name, metric, threshold, isAbove, windowMinutes: minutes } = alarm
    const params = { event: event.type, name, metric, value: event.value, threshold, isAbove, minutes }
    await notices.tell([userId], 'alarm', params, { key: event.id, link: `/space/${alarm.spaceId}/observe/alarms` })
  }
  async function sendHook({ alarm, event, notice }: Told): Promise<void> {
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
  async function work(notice: NoticeRow): Promise<void> {
    const [told] = await db
      .select({ alarm: traceAlarm, event: traceAlarmEvent })
      .from(traceAlarmEvent)
      .innerJoin(traceAlarm, eq(traceAlarm.id, traceAlarmEvent.alarmId))
      .where(eq(traceAlarmEvent.id, notice.eventId))
    if (!told) return
    const set = (change: Partial<NoticeRow>) =>
      db.update(traceAlarmNotice).set(change).where(eq(traceAlarmNotice.id, notice.id))
    try {
      await (notice.way === 'mail' ? tellPerson({ ...told, notice }) : sendHook({ ...told, notice }))
      await set({ status: NoticeStatus.sent, problem: '' })
    } catch (cause) {
      const problem = (cause instanceof AppError || cause instanceof Error ? cause.message : 'failed').slice(0, 500)
      const wait = waits[notice.attempts - 1]
      log.warn({ alarm: told.alarm.id, way: notice.way, problem }, 'an alarm could not be told')
      await set(wait ? { nextAt: clock.now() + wait, problem } : { status: NoticeStatus.failed, problem })
    }
  }
  return createDrain<NoticeRow>({ name: 'trace-alarm-notice', jobs, log, cron: '* * * * *', claim, work })
}
export type AlarmNotices = ReturnType<typeof createAlarmNotices>

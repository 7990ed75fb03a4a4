import { ALARM_LIMITS, type GivenAlarm } from '@orrery/contract'
import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, violates } from '#kit/db.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { randomToken, type Secrets } from '#kit/secrets.ts'
import type { SpanQueue } from '#domains/chat/span/span-queue.service.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { figureOf } from './alarm-figure.ts'
import type { AlarmNotices } from './alarm-notices.ts'
import { alarmErrors } from './alarm.errors.ts'
import { type AlarmRow, traceAlarm, traceAlarmEvent, traceAlarmNotice, traceAlarmPerson } from './alarm.table.ts'

const EVENTS_SHOWN = 50
const EVENT_RETENTION_MS = 90 * 86_400_000
const JOB = 'trace-alarms'

export interface AlarmDeps {
  db: Db
  queue: Pick<SpanQueue, 'flush'>
  notices: AlarmNotices
  egress: Pick<Egress, 'checkUrl'>
  secrets: Secrets
  isMember(userId: string, spaceId: string): Promise<boolean>
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
}

/** Alarms of spaces, evaluated every minute. A change of state is stored together with the notices about it. */
export function createAlarmService(deps: AlarmDeps) {
  const { db, queue, notices, egress, secrets, isMember, jobs, newId, clock, log } = deps
  const isOf = (spaceId: string, id: string) => and(eq(traceAlarm.spaceId, spaceId), eq(traceAlarm.id, id))
  async function of(spaceId: string, id: string): Promise<AlarmRow> {
    const [row] = await db.select().from(traceAlarm).where(isOf(spaceId, id))
    if (!row) throw errors.notFound({ what: 'alarm' })
    return row
  }
  async function checkGiven(spaceId: string, given: GivenAlarm): Promise<void> {
    if (!given.user_ids.length && !given.webhook_url) throw alarmErrors.nobodyToTell()
    if (given.webhook_url) egress.checkUrl(given.webhook_url)
    for (const userId of given.user_ids) if (!(await isMember(userId, spaceId))) throw alarmErrors.notAMember()
  }
  /** Evaluates one alarm. Of several processes that do so at once, only one changes the state and creates notices. */
  async function evaluate(alarm: AlarmRow): Promise<void> {
    const now = clock.now()
    const value = await figureOf(db, alarm, now)
    const isBeyond = value !== undefined && (alarm.isAbove ? value > alarm.threshold : value < alarm.threshold)
    const state = isBeyond ? 'firing' : 'ok'
    const result = { value: value ?? null, checkedAt: now }
    if (state === alarm.state) return void (await db.update(traceAlarm).set(result).where(eq(traceAlarm.id, alarm.id)))
    await db.transaction(async (tx) => {
      const [changed] = await tx
        .update(traceAlarm)
        .set({ ...result, state, since: now })
        // If somebody edited the rule meanwhile, nothing changes: the next pass evaluates the new rule.
        .where(
          and(
            eq(traceAlarm.id, alarm.id),
            eq(traceAlarm.state, alarm.state),
            eq(traceAlarm.updatedAt, alarm.updatedAt),
          ),
        )
        .returning()
      if (!changed) return
      const eventId = newId()
      await tx.insert(traceAlarmEvent).values({
        id: eventId,
        alarmId: alarm.id,
        type: isBeyond ? 'fired' : 'resolved',
        value: result.value,
        at: now,
      })
      const people = await tx.select().from(traceAlarmPerson).where(eq(traceAlarmPerson.alarmId, alarm.id))
      const told = [
        ...people.map(({ userId: one }) => ({ way: 'mail' as const, userId: one as string | null })),
        ...(changed.webhookUrl ? [{ way: 'webhook' as const, userId: null }] : []),
      ]
      if (told.length) await tx.insert(traceAlarmNotice).values(told.map((one) => ({ id: newId(), eventId, ...one })))
    })
    await notices.wake()
  }
  async function checkAll(): Promise<void> {
    await queue.flush()
    const rows = await db.select().from(traceAlarm).where(eq(traceAlarm.isOn, true)).orderBy(asc(traceAlarm.id))
    for (const row of rows)
      await evaluate(row).catch((cause: unknown) =>
        log.warn({ err: cause, alarm: row.id }, 'an alarm was not looked at'),
      )
  }
  return {
    /** Lists the alarms with their recipients and the name of the resource each of them watches. */
    async list(spaceId: string) {
      const isHere = and(eq(traceAlarm.objectKey, sql`${resource.id}::text`), eq(resource.spaceId, spaceId))
      const rows = await db
        .select({ alarm: traceAlarm, objectName: resource.name })
        .from(traceAlarm)
        .leftJoin(resource, isHere)
        .where(eq(traceAlarm.spaceId, spaceId))
        .orderBy(asc(traceAlarm.id))
      const people = await db
        .select({ alarmId: traceAlarmPerson.alarmId, userId: traceAlarmPerson.userId })
        .from(traceAlarmPerson)
        .innerJoin(traceAlarm, eq(traceAlarm.id, traceAlarmPerson.alarmId))
        .where(eq(traceAlarm.spaceId, spaceId))
      const byAlarm = Map.groupBy(people, ({ alarmId }) => alarmId)
      return rows.map(({ alarm, objectName }) => ({
        ...alarm,
        objectName: objectName ?? alarm.objectKey,
        userIds: (byAlarm.get(alarm.id) ?? []).map(({ userId }) => userId),
      }))
    },
    /** Creates or changes an alarm. Returns the webhook secret only when it has just been generated. */
    async save(spaceId: string, userId: string, id: string | undefined, given: GivenAlarm) {
      const old = id ? await of(spaceId, id) : undefined
      await checkGiven(spaceId, given)
      if (!old && (await db.$count(traceAlarm, eq(traceAlarm.spaceId, spaceId))) >= ALARM_LIMITS.alarms)
        throw alarmErrors.tooMany({ max: ALARM_LIMITS.alarms })
      const secret = given.webhook_url && !old?.secret ? `whsec_${randomToken()}` : ''
      const now = clock.now()
      const row = {
        name: given.name,
        metric: given.metric,
        isAbove: given.is_above,
        threshold: given.threshold,
        windowMinutes: given.window_minutes,
        minRuns: given.min_runs,
        objectKey: given.object_key,
        webhookUrl: given.webhook_url,
        isOn: given.is_on,
        // An alarm that is switched off must not resolve later.
        ...(!given.is_on && { state: 'ok' as const, since: 0, value: null }),
        ...(secret && { secret: secrets.seal(secret) }),
        updatedAt: now,
      }
      const alarmId = old?.id ?? newId()
      try {
        await db.transaction(async (tx) => {
          if (old) await tx.update(traceAlarm).set(row).where(isOf(spaceId, old.id))
          else await tx.insert(traceAlarm).values({ ...row, id: alarmId, spaceId, createdBy: userId, createdAt: now })
          await tx.delete(traceAlarmPerson).where(eq(traceAlarmPerson.alarmId, alarmId))
          const people = [...new Set(given.user_ids)].map((one) => ({ alarmId, userId: one }))
          if (people.length) await tx.insert(traceAlarmPerson).values(people)
        })
      } catch (cause) {
        if (violates(cause, 'trace_alarm_name')) throw alarmErrors.nameTaken()
        throw cause
      }
      return { id: alarmId, secret }
    },
    async remove(spaceId: string, id: string): Promise<void> {
      await of(spaceId, id)
      await db.delete(traceAlarm).where(isOf(spaceId, id))
    },
    async events(spaceId: string, id: string) {
      const alarm = await of(spaceId, id)
      const events = await db
        .select()
        .from(traceAlarmEvent)
        .where(eq(traceAlarmEvent.alarmId, id))
        .orderBy(desc(traceAlarmEvent.id))
        .limit(EVENTS_SHOWN)
      const ids = events.map((event) => event.id)
      const told = ids.length
        ? await db
            .select()
            .from(traceAlarmNotice)
            .where(inArray(traceAlarmNotice.eventId, ids))
            .orderBy(asc(traceAlarmNotice.id))
        : []
      return { alarm, events, notices: Map.groupBy(told, ({ eventId }) => eventId) }
    },
    checkAll,
    deliver: notices.drain,
    async start() {
      await notices.start()
      await jobs.define(JOB, async () => {
        await checkAll()
        await db.delete(traceAlarmEvent).where(lt(traceAlarmEvent.at, clock.now() - EVENT_RETENTION_MS))
      })
      await jobs.schedule(JOB, 'minute', '* * * * *', {})
    },
  }
}
export type AlarmService = ReturnType<typeof createAlarmService>

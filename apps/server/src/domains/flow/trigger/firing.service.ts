import { TRIGGER_LIMITS, type TriggerEvent } from '@orrery/contract/shared/triggers'
import { and, eq } from 'drizzle-orm'
import type pg from 'pg'
import type { Clock } from '#kit/clock.ts'
import { type Db, inTransaction } from '#kit/db.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import type { RunService } from '#domains/flow/run/run.service.ts'
import type { ServedVersions } from '#domains/flow/run/shared/served-version.ts'
import type { DeliveryRepo } from './delivery.repo.ts'
import { nextTime, isStillDue } from './shared/schedule-rule.ts'
import { inputFrom } from './trigger-input.ts'
import { triggerErrors } from './trigger.errors.ts'
import type { TriggerService } from './trigger.service.ts'
import { DeliveryState, type FiringReason, triggerEvent, type TriggerRow, workflowTrigger } from './trigger.table.ts'

export interface FiringDeps {
  db: Db
  pool: pg.Pool
  deliveries: DeliveryRepo
  triggers: Pick<TriggerService, 'get' | 'mayWatch'>
  runs: Pick<RunService, 'enqueueIn' | 'wake' | 'outputOf'>
  served: ServedVersions
  /** Whether the creator of a trigger is still a member of its space. */
  isMember(userId: string, spaceId: string): Promise<boolean>
  newId: NewId
  clock: Clock
  log: Log
}
/** One firing of a trigger. */
export interface Occasion {
  reason: FiringReason
  /** Idempotency key: all attempts with the same key start one run. */
  delivery: string
  /** The fields of the webhook call, the form or the event. */
  data?: Record<string, unknown>
  logId: string
  /** The user who started the run by hand; without one, the creator of the trigger. */
  userId?: string
  /** Owner of the variables and conversations of the run; by default the user of the run. */
  connectorUid?: string
  /** The next due time of the schedule, stored together with the run. */
  nextAt?: number | null
  eventDepth?: number
}
const BATCH_SIZE = 20

/** Starts the runs of triggers. */
export function createFiring(deps: FiringDeps) {
  const { db, pool, deliveries, triggers, runs, newId, clock, log } = deps

  /** Writes the delivery and its run in one transaction, so that no run is lost or started twice. */
  async function deliver(row: TriggerRow, occasion: Occasion): Promise<string | undefined> {
    const userId = occasion.userId ?? row.createdBy
    const { loaded, app } = await deps.served(row.workflowId)
    if (!(await deps.isMember(userId, loaded.spaceId))) throw triggerErrors.makerGone()
    const runId = newId()
    const caller: Parameters<RunService['enqueueIn']>[4] = {
      userId,
      logId: occasion.logId,
      connectorUid: occasion.connectorUid ?? userId,
      ...app,
      ...(occasion.eventDepth && { eventDepth: occasion.eventDepth }),
    }
    const { delivery, reason, data = {} } = occasion
    const isNew = await inTransaction(pool, async (client) => {
      const at = clock.now()
      if (!(await deliveries.addIn(client, { triggerId: row.id, delivery, reason, runId, at }))) return false
      await runs.enqueueIn(client, runId, loaded, inputFrom(row.payload, data), caller)
      await client.query(
        "UPDATE workflow_trigger SET last_fired_at = $2, last_run_id = $3, last_error = '', last_error_zh = '', next_at = coalesce($4, next_at) WHERE id = $1",
        [row.id, at, runId, occasion.nextAt ?? null],
      )
      return true
    })
    if (!isNew) return undefined
    runs.wake()
    return runId
  }

  /**
   * Starts a run, or returns the run that this delivery has already started. Records a failure in the history, then
   * throws.
   */
  async function start(row: TriggerRow, occasion: Occasion): Promise<{ runId: string; duplicate: boolean }> {
    try {
      const runId = await deliver(row, occasion)
      if (runId) return { runId, duplicate: false }
    } catch (cause) {
      await refuse(row, occasion, cause)
      throw cause
    }
    return { runId: (await deliveries.find(row.id, occasion.delivery))?.runId ?? '', duplicate: true }
  }
  async function refuse(row: TriggerRow, { delivery, reason }: Occasion, cause: unknown): Promise<void> {
    const error = cause instanceof AppError ? cause : errors.internal()
    const fault = { en: error.text('en'), zh: error.text('zh-CN') }
    await deliveries.note(row.id, delivery, reason, clock.now(), DeliveryState.refused, fault)
    await db
      .update(workflowTrigger)
      .set({ lastError: fault.en, lastErrorZh: fault.zh, lastFiredAt: clock.now(), lastRunId: null })
      .where(eq(workflowTrigger.id, row.id))
  }
  /** Starts a run without a caller who waits: a failure is recorded and logged, but not thrown. */
  async function startAndLog(row: TriggerRow, occasion: Occasion): Promise<boolean> {
    try {
      return !(await start(row, occasion)).duplicate
    } catch (cause) {
      log.warn({ err: cause, trigger: row.id }, 'a trigger could not start its workflow')
      return false
    }
  }

  async function fireSchedule(row: TriggerRow): Promise<void> {
    const dueAt = row.nextAt!
    // Counted from the due time as well, so that a clock that is set back does not make the same time due again.
    const nextAt = nextTime(row.config, Math.max(clock.now(), dueAt)) ?? null
    const occasion: Occasion = {
      reason: 'schedule',
      delivery: `at:${dueAt}`,
      logId: `trigger-${row.id}`,
      nextAt,
    }
    const isMissed = !isStillDue(row.config, dueAt, clock.now())
    if (isMissed) await deliveries.note(row.id, occasion.delivery, 'schedule', dueAt, DeliveryState.missed)
    else if (await startAndLog(row, occasion)) return
    await db
      .update(workflowTrigger)
      .set({ nextAt })
      .where(and(eq(workflowTrigger.id, row.id), eq(workflowTrigger.nextAt, dueAt)))
  }

  type StoredEvent = typeof triggerEvent.$inferSelect
  async function fireEvent({ id, triggerId, event, data, depth }: StoredEvent): Promise<void> {
    const row = await triggers.get(triggerId)
    const { sourceId } = row?.config ?? {}
    if (!row?.isOpen || row.config.event !== event || !sourceId) return
    const occasion: Occasion = {
      reason: 'event',
      delivery: `event:${id}`,
      logId: `trigger-${row.id}`,
      eventDepth: depth + 1,
    }
    // Stop workflows that start each other in a circle.
    if (depth >= TRIGGER_LIMITS.eventDepth) return refuse(row, occasion, triggerErrors.tooDeep({ max: depth }))
    if (!(await triggers.mayWatch(row.createdBy, event as TriggerEvent, sourceId)))
      return refuse(row, occasion, triggerErrors.makerGone())
    const output = event === 'run.succeeded' ? { output: await runs.outputOf(String(data.execute_id)) } : {}
    await startAndLog(row, { ...occasion, data: { ...data, ...output } })
  }

  return {
    start,
    /** Fires due schedules and pending events. Safe to call from any number of processes at once. */
    async fireDue(): Promise<number> {
      const { rows } = await pool.query<{ id: string }>(
        `SELECT t.id FROM workflow_trigger t JOIN resource r ON r.id = t.workflow_id
         WHERE t.is_open AND t.next_at <= $1 ORDER BY t.next_at LIMIT $2`,
        [clock.now(), BATCH_SIZE],
      )
      for (const { id } of rows) {
        const row = await triggers.get(id)
        if (row?.isOpen && row.nextAt !== null && row.nextAt <= clock.now()) await fireSchedule(row)
      }
      const events = await db.select().from(triggerEvent).orderBy(triggerEvent.id).limit(BATCH_SIZE)
      for (const event of events) {
        await fireEvent(event)
        // Deleted last: if this process dies earlier, another process handles the event.
        await db.delete(triggerEvent).where(eq(triggerEvent.id, event.id))
      }
      return rows.length + events.length
    },
    history: deliveries.history,
    forgetDeliveries: (): Promise<void> => deliveries.forget(clock.now()),
  }
}
export type Firing = ReturnType<typeof createFiring>

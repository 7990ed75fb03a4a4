import { and, eq, lt } from 'drizzle-orm'
import type pg from 'pg'
import type { Clock } from '#kit/clock.ts'
import { type Db, inTransaction } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import type { RunService } from '#domains/flow/run/run.service.ts'
import { nextTime, stillCounts } from './shared/schedule-rule.ts'
import type { TriggerService } from './trigger.service.ts'
import { triggerDelivery, type TriggerRow, workflowTrigger } from './trigger.table.ts'

export interface FiringDeps {
  db: Db
  pool: pg.Pool
  triggers: Pick<TriggerService, 'get'>
  runs: Pick<RunService, 'published' | 'enqueueIn' | 'wake'>
  /** Whether the maker of a trigger still belongs to the space it acts in. */
  isMember(userId: string, spaceId: string): Promise<boolean>
  newId: NewId
  clock: Clock
  log: Log
}
const DUE_AT_ONCE = 20
const KEEP_DELIVERIES_MS = 7 * 24 * 3600_000

/** Starts the runs that triggers ask for. */
export function createFiring({ db, pool, triggers, runs, isMember, newId, clock, log }: FiringDeps) {
  /** The delivery and its run are written together, or not at all: nothing is lost, and nothing happens twice. */
  async function deliver(
    row: TriggerRow,
    delivery: string,
    input: Record<string, unknown>,
    nextAt: number | null,
    logId: string,
  ) {
    const loaded = await runs.published(row.workflowId)
    if (!(await isMember(row.createdBy, loaded.spaceId))) throw errors.noAccess()
    const runId = newId()
    const isNew = await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        'INSERT INTO trigger_delivery (trigger_id, delivery, run_id, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
        [row.id, delivery, runId, clock.now()],
      )
      if (!rowCount) return false
      await runs.enqueueIn(client, runId, loaded, input, { userId: row.createdBy, logId, connectorUid: row.createdBy })
      await client.query(
        "UPDATE workflow_trigger SET last_fired_at = $2, last_run_id = $3, last_error = '', next_at = $4 WHERE id = $1",
        [row.id, clock.now(), runId, nextAt],
      )
      return true
    })
    if (!isNew) return undefined
    runs.wake()
    return runId
  }

  async function fire(row: TriggerRow): Promise<void> {
    const dueAt = row.nextAt!
    // Counted from the time that was due, too: a clock that is set back must not bring it up again.
    const nextAt = nextTime(row.config, Math.max(clock.now(), dueAt)) ?? null
    const advance = (lastError: string) =>
      db
        .update(workflowTrigger)
        .set({ nextAt, ...(lastError && { lastError }) })
        .where(and(eq(workflowTrigger.id, row.id), eq(workflowTrigger.nextAt, dueAt)))
    if (!stillCounts(row.config, dueAt, clock.now())) return void (await advance(''))
    try {
      if ((await deliver(row, `at:${dueAt}`, row.payload, nextAt, `trigger-${row.id}`)) === undefined) await advance('')
    } catch (cause) {
      log.warn({ err: cause, trigger: row.id }, 'a schedule could not start its workflow')
      await advance((cause as Error).message)
    }
  }

  return {
    /** Starts a run for a webhook's delivery, or finds the one that this delivery has started. */
    async receive(
      row: TriggerRow,
      delivery: string,
      input: Record<string, unknown>,
      logId: string,
    ): Promise<{ runId: string; duplicate: boolean }> {
      const runId = await deliver(row, delivery, input, null, logId)
      if (runId) return { runId, duplicate: false }
      const where = and(eq(triggerDelivery.triggerId, row.id), eq(triggerDelivery.delivery, delivery))
      const [known] = await db.select().from(triggerDelivery).where(where)
      return { runId: known?.runId ?? '', duplicate: true }
    },
    /** Fires due schedules. Any number of processes may do this at once. */
    async fireDue(): Promise<number> {
      const { rows } = await pool.query<{ id: string }>(
        'SELECT id FROM workflow_trigger WHERE is_open AND next_at <= $1 ORDER BY next_at LIMIT $2',
        [clock.now(), DUE_AT_ONCE],
      )
      for (const { id } of rows) {
        const row = await triggers.get(id)
        if (row?.isOpen && row.nextAt !== null && row.nextAt <= clock.now()) await fire(row)
      }
      return rows.length
    },
    async forgetDeliveries(): Promise<void> {
      await db.delete(triggerDelivery).where(lt(triggerDelivery.at, clock.now() - KEEP_DELIVERIES_MS))
    },
  }
}
export type Firing = ReturnType<typeof createFiring>

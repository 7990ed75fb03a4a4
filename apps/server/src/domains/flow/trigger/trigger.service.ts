import { and, count, desc, eq, ilike, lt, type SQL } from 'drizzle-orm'
import type pg from 'pg'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import { randomToken, type Secrets } from '#kit/secrets.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import type { RunService } from '#domains/flow/run/run.service.ts'
import { nextTime, stillCounts } from './schedule-rule.ts'
import { triggerErrors } from './trigger.errors.ts'
import { type TriggerConfig, triggerDelivery, type TriggerRow, workflowTrigger } from './trigger.table.ts'

export interface TriggerDeps {
  db: Db
  pool: pg.Pool
  runs: Pick<RunService, 'published' | 'enqueueIn' | 'wake'>
  /** Whether the one who made a trigger still belongs to the space it acts in. */
  isMember(userId: string, spaceId: string): Promise<boolean>
  secrets: Secrets
  newId: NewId
  clock: Clock
  log: Log
}
export interface TriggerRequest {
  id?: string | undefined
  workflowId: string
  projectId?: string | undefined
  name: string
  eventId: 'schedule' | 'webhook'
  config: TriggerConfig
  payload: Record<string, unknown>
  setType: number
  isOpen: boolean
  userId: string
}
const MAX_TRIGGERS = 100
const DUE_AT_ONCE = 20
const KEEP_DELIVERIES_MS = 7 * 24 * 3600_000

export function createTriggerService(deps: TriggerDeps) {
  const { db, pool, runs, secrets, newId, clock, log } = deps

  async function get(id: string): Promise<TriggerRow | undefined> {
    return (await db.select().from(workflowTrigger).where(eq(workflowTrigger.id, id)))[0]
  }
  const nextOf = (input: Pick<TriggerRequest, 'eventId' | 'config' | 'isOpen'>): number | null => {
    if (input.eventId !== 'schedule') return null
    const next = nextTime(input.config, clock.now())
    return input.isOpen ? (next ?? null) : null
  }

  async function save(input: TriggerRequest): Promise<{ id: string; secret: string }> {
    const { id, userId, ...values } = input
    const row = { ...values, projectId: input.projectId ?? null, nextAt: nextOf(input) }
    if (id) {
      const mine = and(eq(workflowTrigger.id, id), eq(workflowTrigger.workflowId, input.workflowId))
      const changed = await db.update(workflowTrigger).set(row).where(mine).returning({ id: workflowTrigger.id })
      if (!changed.length) throw errors.notFound({ what: 'trigger' })
      return { id, secret: '' }
    }
    const [{ n } = { n: 0 }] = await db
      .select({ n: count() })
      .from(workflowTrigger)
      .where(eq(workflowTrigger.workflowId, input.workflowId))
    if (n >= MAX_TRIGGERS) throw triggerErrors.tooMany({ max: MAX_TRIGGERS })
    const secret = input.eventId === 'webhook' ? randomToken() : ''
    const made = newId()
    await db
      .insert(workflowTrigger)
      .values({ ...row, id: made, secret: secret && secrets.seal(secret), createdBy: userId, createdAt: clock.now() })
    return { id: made, secret }
  }

  /** The delivery and its run are written together, or not at all: nothing is lost, and nothing happens twice. */
  async function deliver(
    row: TriggerRow,
    delivery: string,
    input: Record<string, unknown>,
    nextAt: number | null,
    logId: string,
  ) {
    const loaded = await runs.published(row.workflowId)
    if (!(await deps.isMember(row.createdBy, loaded.spaceId))) throw errors.noAccess()
    const runId = newId()
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      const { rowCount } = await client.query(
        'INSERT INTO trigger_delivery (trigger_id, delivery, run_id, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
        [row.id, delivery, runId, clock.now()],
      )
      if (!rowCount) {
        await client.query('ROLLBACK')
        return undefined
      }
      await runs.enqueueIn(client, runId, loaded, input, { userId: row.createdBy, logId, connectorUid: row.createdBy })
      await client.query(
        "UPDATE workflow_trigger SET last_fired_at = $2, last_run_id = $3, last_error = '', next_at = $4 WHERE id = $1",
        [row.id, clock.now(), runId, nextAt],
      )
      await client.query('COMMIT')
    } catch (cause) {
      await client.query('ROLLBACK').catch(() => {})
      throw cause
    } finally {
      client.release()
    }
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
    get,
    save,
    list: (filter: {
      workflowId?: string | undefined
      spaceId?: string | undefined
      projectId?: string | undefined
      id?: string | undefined
      name?: string | undefined
      setType?: number | undefined
      eventId?: string | undefined
      page: number
      size: number
    }) => {
      const where: (SQL | undefined)[] = [
        filter.workflowId ? eq(workflowTrigger.workflowId, filter.workflowId) : undefined,
        filter.spaceId ? eq(resource.spaceId, filter.spaceId) : undefined,
        filter.projectId ? eq(workflowTrigger.projectId, filter.projectId) : undefined,
        filter.id ? eq(workflowTrigger.id, filter.id) : undefined,
        filter.name ? ilike(workflowTrigger.name, `%${filter.name.replaceAll(/[\\%_]/g, '\\$&')}%`) : undefined,
        filter.setType === undefined ? undefined : eq(workflowTrigger.setType, filter.setType),
        filter.eventId ? eq(workflowTrigger.eventId, filter.eventId) : undefined,
      ]
      const from = () =>
        db
          .select({ row: workflowTrigger })
          .from(workflowTrigger)
          .innerJoin(resource, eq(resource.id, workflowTrigger.workflowId))
      return Promise.all([
        from()
          .where(and(...where))
          .orderBy(desc(workflowTrigger.id))
          .limit(filter.size)
          .offset((filter.page - 1) * filter.size)
          .then((rows) => rows.map(({ row }) => row)),
        db
          .select({ n: count() })
          .from(workflowTrigger)
          .innerJoin(resource, eq(resource.id, workflowTrigger.workflowId))
          .where(and(...where))
          .then((rows) => rows[0]!.n),
      ]).then(([rows, total]) => ({ rows, total }))
    },
    async remove(id: string): Promise<number> {
      return (await db.delete(workflowTrigger).where(eq(workflowTrigger.id, id)).returning({ id: workflowTrigger.id }))
        .length
    },
    async setOpen(id: string, isOpen: boolean): Promise<void> {
      const row = await get(id)
      if (!row) throw errors.notFound({ what: 'trigger' })
      const nextAt = nextOf({ eventId: row.eventId as 'schedule', config: row.config, isOpen })
      await db.update(workflowTrigger).set({ isOpen, nextAt }).where(eq(workflowTrigger.id, id))
    },
    secretOf: (row: TriggerRow): string => secrets.open(row.secret),
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
    /** Fires the schedules whose time has come. Any number of processes may do this at once. */
    async fireDue(): Promise<number> {
      const { rows } = await pool.query<{ id: string }>(
        'SELECT id FROM workflow_trigger WHERE is_open AND next_at <= $1 ORDER BY next_at LIMIT $2',
        [clock.now(), DUE_AT_ONCE],
      )
      for (const { id } of rows) {
        const row = await get(id)
        if (row?.isOpen && row.nextAt !== null && row.nextAt <= clock.now()) await fire(row)
      }
      return rows.length
    },
    async forgetDeliveries(): Promise<void> {
      await db.delete(triggerDelivery).where(lt(triggerDelivery.at, clock.now() - KEEP_DELIVERIES_MS))
    },
  }
}
export type TriggerService = ReturnType<typeof createTriggerService>

import type pg from 'pg'
import { inTransaction } from '#kit/db.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { type KeepClass, keepClasses } from '../shared/keep-class.ts'
import { unfoldAttributes } from '../shared/same-values.ts'
import type { StoredValues, ValueStore } from './value-store.ts'

const AT_ONCE = 1000
const REST_MS = 500
const AWAY_MS = 2000
const DAY_US = 86_400_000_000
export interface MoverDeps {
  pool: pg.Pool
  store: ValueStore
  clock: Clock
  log: Log
  /** Maximum number of waiting spans before new ones are refused. */
  maxWaiting?: number
}

/**
 * Moves the values of spans from PostgreSQL, where they are written with their heads, to the separate store.
 * Acknowledged values are always in at least one of the two: a row is only deleted here after it was written there, and
 * after a crash in between it is written there again.
 */
export function createMover({ pool, store, clock, log, maxWaiting = 200_000 }: MoverDeps) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = true
  let isUnavailable = false
  let isRecorded = false
  const ending = new AbortController()
  let waiting = 0
  let running: Promise<unknown> = Promise.resolve()

  const moveSome = () =>
    inTransaction(pool, async (client) => {
      const { rows } = await client.query<Omit<StoredValues, 'spaceId' | 'traceId' | 'spanId' | 'startedAt'> & Keys>(
        `SELECT keep, started_at, space_id, trace_id, span_id, input, output, attributes FROM span_body
         LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED`,
      )
      if (!rows.length) return 0
      await store.put(rows.map(toValues))
      await client.query(
        `DELETE FROM span_body WHERE (keep, started_at, space_id, trace_id, span_id) IN (
           SELECT * FROM unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[]))`,
        [
          rows.map(({ keep }) => keep),
          rows.map(({ started_at }) => started_at),
          rows.map(({ space_id }) => space_id),
          rows.map(({ trace_id }) => trace_id),
          rows.map(({ span_id }) => span_id),
        ],
      )
      return rows.length
    })
  const forgetSome = () =>
    inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ space_id: string; trace_id: string }>(
        `DELETE FROM span_gone WHERE (space_id, trace_id) IN (
           SELECT space_id, trace_id FROM span_gone LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED) RETURNING space_id, trace_id`,
      )
      await store.forget(rows.map((row) => ({ spaceId: row.space_id, traceId: row.trace_id })))
      return rows.length
    })
  /** Records the use of the separate store: from now on deletions are logged for it. */
  async function recordUse(): Promise<true> {
    await pool.query('INSERT INTO span_apart (since) VALUES ($1) ON CONFLICT DO NOTHING', [clock.now()])
    return true
  }
  async function count(): Promise<void> {
    const { rows } = await pool.query<{ n: string }>('SELECT count(*) AS n FROM span_body')
    waiting = Number(rows[0]!.n)
  }
  /** Moves all waiting values. */
  async function move(): Promise<void> {
    try {
      isRecorded ||= await recordUse()
      while ((await moveSome()) === AT_ONCE && !ending.signal.aborted) await count()
      // Move values first, so that values of a deleted trace exist when the trace is forgotten.
      while ((await forgetSome()) === AT_ONCE && !ending.signal.aborted);
      if (isUnavailable) log.info('values of spans are stored apart again')
      isUnavailable = false
    } catch (cause) {
      if (!isUnavailable)
        log.warn({ err: cause }, 'values of spans wait in the database: the store apart does not take them')
      isUnavailable = true
    }
    await count().catch(() => undefined)
  }
  const turn = (): Promise<void> => {
    const next = running.then(move)
    running = next
    return next
  }
  function plan(): void {
    if (isStopped) return
    timer = setTimeout(() => void turn().finally(plan), isUnavailable ? AWAY_MS : REST_MS).unref()
  }
  return {
    /** Moves everything that waits at the time of the call. */
    move: turn,
    /** Number of waiting rows at the last count; more arrive in batches between counts. */
    waiting: () => waiting,
    isFull: () => waiting >= maxWaiting,
    async dropOld(): Promise<void> {
      for (const keep of keepClasses) await store.dropBefore(keep, clock.now() * 1000 - keep * DAY_US)
    },
    async start(): Promise<void> {
      isStopped = false
      await count()
      plan()
    },
    async stop(): Promise<void> {
      isStopped = true
      ending.abort()
      clearTimeout(timer)
      await running
    },
  }
}
export type Mover = ReturnType<typeof createMover>

interface Keys {
  space_id: string
  trace_id: string
  span_id: string
  started_at: string
}
const toValues = (
  row: { keep: number; input: string; output: string; attributes: Record<string, unknown> } & Keys,
) => ({
  keep: row.keep as KeepClass,
  startedAt: Number(row.started_at),
  spaceId: row.space_id,
  traceId: row.trace_id,
  spanId: row.span_id,
  input: row.input,
  output: row.output,
  attributes: unfoldAttributes(row.attributes, row),
})

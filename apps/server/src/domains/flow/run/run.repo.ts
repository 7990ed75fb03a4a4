import { and, asc, desc, eq, gte, ilike, inArray, lt, lte, or, type SQL } from 'drizzle-orm'
import type pg from 'pg'
import { type Db, likeText } from '#kit/db.ts'
import type { AppError } from '#kit/errors.ts'
import { LEASE_SECONDS } from './run.store.ts'
import { workflowRun, type RunRow } from './run.table.ts'
import { RunStatus } from './run-types.ts'

export interface HistoryFilter {
  workflowId?: string | undefined
  spaceId?: string | undefined
  status?: number | undefined
  kinds?: number[] | undefined
  version?: string | undefined
  userId?: string | undefined
  from?: number | undefined
  to?: number | undefined
  before?: string | undefined
  logId?: string | undefined
  /** Text to find in the input or output of a run. */
  words?: string | undefined
  isOldestFirst?: boolean | undefined
  offset?: number | undefined
  limit: number
}
const LEASE = `now() + interval '${LEASE_SECONDS} seconds'`

/** Queries and claims of runs. Leases use the clock of the database, which all processes share. */
export function createRunRepo({ db, pool }: { db: Db; pool: pg.Pool }) {
  const ids = async (text: string, values: unknown[]): Promise<string[]> =>
    (await pool.query<{ id: string }>(text, values)).rows.map((row) => row.id)
  const getMany = async (wanted: string[]): Promise<RunRow[]> =>
    wanted.length ? db.select().from(workflowRun).where(inArray(workflowRun.id, wanted)) : []

  return {
    async get(id: string): Promise<RunRow | undefined> {
      return (await db.select().from(workflowRun).where(eq(workflowRun.id, id)))[0]
    },
    list(filter: HistoryFilter): Promise<RunRow[]> {
      const words = filter.words && likeText(filter.words)
      const where: (SQL | undefined)[] = [
        filter.workflowId ? eq(workflowRun.workflowId, filter.workflowId) : undefined,
        filter.spaceId ? eq(workflowRun.spaceId, filter.spaceId) : undefined,
        filter.status === undefined ? undefined : eq(workflowRun.status, filter.status),
        filter.kinds ? inArray(workflowRun.kind, filter.kinds) : undefined,
        filter.version === undefined ? undefined : eq(workflowRun.version, filter.version),
        filter.userId ? eq(workflowRun.userId, filter.userId) : undefined,
        filter.from === undefined ? undefined : gte(workflowRun.createdAt, filter.from),
        filter.to === undefined ? undefined : lte(workflowRun.createdAt, filter.to),
        filter.before ? lt(workflowRun.id, filter.before) : undefined,
        filter.logId ? eq(workflowRun.logId, filter.logId) : undefined,
        words ? or(ilike(workflowRun.input, words), ilike(workflowRun.output, words)) : undefined,
      ]
      return db
        .select()
        .from(workflowRun)
        .where(and(...where))
        .orderBy(filter.isOldestFirst ? asc(workflowRun.id) : desc(workflowRun.id))
        .offset(filter.offset ?? 0)
        .limit(filter.limit)
    },
    async workflowOf(id: string): Promise<string | undefined> {
      const [row] = await db.select({ id: workflowRun.workflowId }).from(workflowRun).where(eq(workflowRun.id, id))
      return row?.id
    },
    /**
     * Claims queued runs. Spaces take turns, and those with the fewest running runs come first, whatever the length of
     * their queues.
     */
    async claimQueued(owner: string, slots: number): Promise<RunRow[]> {
      const claimed = await ids(
        `WITH RECURSIVE waiting AS (
           (SELECT space_id FROM workflow_run WHERE status = 0 ORDER BY space_id LIMIT 1)
           UNION ALL
           SELECT (SELECT r.space_id FROM workflow_run r WHERE r.status = 0 AND r.space_id > w.space_id ORDER BY r.space_id LIMIT 1)
           FROM waiting w WHERE w.space_id IS NOT NULL
         ), busy AS (
           SELECT space_id, count(*) AS n FROM workflow_run WHERE status = 1 AND run_mode = 2 GROUP BY space_id
         ), picked AS (
           SELECT one.id FROM waiting w LEFT JOIN busy b ON b.space_id = w.space_id
           CROSS JOIN LATERAL (
             SELECT r.id, row_number() OVER (ORDER BY r.id) + coalesce(b.n, 0) AS turn
             FROM workflow_run r WHERE r.status = 0 AND r.space_id = w.space_id ORDER BY r.id LIMIT $2
           ) one
           WHERE w.space_id IS NOT NULL ORDER BY one.turn, one.id LIMIT $2
         ), free AS (
           SELECT id FROM workflow_run WHERE id IN (SELECT id FROM picked) AND status = 0 FOR UPDATE SKIP LOCKED
         )
         UPDATE workflow_run r SET status = 1, lease_owner = $1, lease_until = ${LEASE}, fence = fence + 1
         FROM free WHERE r.id = free.id RETURNING r.id`,
        [owner, slots],
      )
      return getMany(claimed)
    },
    /** Claims runs whose lease has expired. */
    async claimAbandoned(owner: string, slots: number): Promise<RunRow[]> {
      const claimed = await ids(
        `UPDATE workflow_run r SET lease_owner = $1, lease_until = ${LEASE}, fence = fence + 1
         FROM (SELECT id FROM workflow_run WHERE status = 1 AND lease_until < now() ORDER BY lease_until LIMIT $2 FOR UPDATE SKIP LOCKED) free
         WHERE r.id = free.id RETURNING r.id`,
        [owner, slots],
      )
      return getMany(claimed)
    },
    /**
     * Claims an interrupted run in order to resume it with an answer. The fencing number lets only one caller succeed.
     */
    async claimWaiting(
      id: string,
      fence: number,
      owner: string,
      options: RunRow['options'],
    ): Promise<RunRow | undefined> {
      const claimed = await ids(
        `UPDATE workflow_run SET status = 1, lease_owner = $3, lease_until = ${LEASE}, fence = fence + 1, options = $4
         WHERE id = $1 AND fence = $2 AND status = 5 RETURNING id`,
        [id, fence, owner, JSON.stringify(options)],
      )
      return (await getMany(claimed))[0]
    },
    /** Renews the leases of this process; returns the runs that are to be cancelled. */
    async renew(owner: string, wanted: string[]): Promise<{ held: Set<string>; cancelled: string[] }> {
      const { rows } = await pool.query<{ id: string; cancel_asked: boolean }>(
        `UPDATE workflow_run SET lease_until = ${LEASE} WHERE id = ANY($2) AND lease_owner = $1 AND status = 1 RETURNING id, cancel_asked`,
        [owner, wanted],
      )
      return {
        held: new Set(rows.map((row) => row.id)),
        cancelled: rows.filter((row) => row.cancel_asked).map((row) => row.id),
      }
    },
    /** Cancels a queued or interrupted run; a running one is only marked, so that its process cancels it. */
    async cancel(id: string, now: number): Promise<'ended' | 'asked' | 'over'> {
      const { rows } = await pool.query<{ status: number }>(
        `UPDATE workflow_run SET status = CASE WHEN status = 1 THEN 1 ELSE 4 END, cancel_asked = true, updated_at = $2,
           checkpoint = CASE WHEN status = 1 THEN checkpoint ELSE NULL END,
           interrupts = CASE WHEN status = 1 THEN interrupts ELSE '[]' END
         WHERE id = $1 AND status IN (0, 1, 5) RETURNING status`,
        [id, now],
      )
      if (!rows.length) return 'over'
      return rows[0]!.status === RunStatus.cancelled ? 'ended' : 'asked'
    },
    /** Cancels the queued runs of a workflow and marks the running ones. Interrupted runs are left unchanged. */
    endOf: (workflowId: string, now: number, why: AppError): Promise<string[]> =>
      ids(
        `UPDATE workflow_run SET status = CASE WHEN status = 1 THEN 1 ELSE 4 END, cancel_asked = true, updated_at = $2,
           error = $3, error_zh = $4, error_code = $5
         WHERE workflow_id = $1 AND status IN (0, 1) RETURNING id`,
        [workflowId, now, why.text('en'), why.text('zh-CN'), why.code],
      ),
    /** The newest interrupted run of a conversation. */
    async findWaiting(workflowId: string, conversationId: string): Promise<RunRow | undefined> {
      const found = await ids(
        "SELECT id FROM workflow_run WHERE workflow_id = $1 AND status = 5 AND context->>'conversationId' = $2 ORDER BY id DESC LIMIT 1",
        [workflowId, conversationId],
      )
      return (await getMany(found))[0]
    },
    async p90(workflowId: string): Promise<{ p90: number; runs: number }> {
      const { rows } = await pool.query<{ p90: number | null; n: string }>(
        `SELECT percentile_disc(0.9) WITHIN GROUP (ORDER BY updated_at - created_at) AS p90, count(*) AS n
         FROM (SELECT created_at, updated_at FROM workflow_run WHERE workflow_id = $1 AND kind = 1 AND status IN (2, 3) ORDER BY id DESC LIMIT 1000) one`,
        [workflowId],
      )
      return { p90: Number(rows[0]?.p90 ?? 0), runs: Number(rows[0]?.n ?? 0) }
    },
    async countQueued(spaceId: string, upTo: number): Promise<number> {
      const { rows } = await pool.query<{ n: string }>(
        'SELECT count(*) AS n FROM (SELECT 1 FROM workflow_run WHERE space_id = $1 AND status = 0 LIMIT $2) one',
        [spaceId, upTo],
      )
      return Number(rows[0]!.n)
    },
  }
}
export type RunRepo = ReturnType<typeof createRunRepo>

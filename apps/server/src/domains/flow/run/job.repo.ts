import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from '#kit/db.ts'
import { type JobRow, workflowJob, workflowTask } from './job.table.ts'
import { type RunRow, workflowRun } from './run.table.ts'
import { RunStatus } from './run-types.ts'

export interface JobFilter {
  spaceId?: string | undefined
  ids?: string[] | undefined
  userId?: string | undefined
  workflowId?: string | undefined
  status?: number[] | undefined
}
export interface JobView extends JobRow {
  status: number
  counts: { total: number; success: number; failed: number }
  tokensIn: number
  tokensOut: number
  updatedAt: number
  workflowName: string
  /** The published version of its project; empty outside of projects. */
  projectVersion: string
  workflowIcon: string
}
export interface TaskView {
  id: string
  line: number
  runId: string
  input: string
  status: number
  output: string
  /** The stored message of the run. For errors of our own, `errorCode` identifies them. */
  error: string
  errorZh: string
  errorCode: number
  tokens: number
  createdAt: number
  updatedAt: number
}
interface FoundJob {
  id: string
  workflow_id: string
  space_id: string
  version: string
  name: string
  input_key: string
  columns: string[]
  context: JobRow['context']
  user_id: string
  created_at: string
  workflow_name: string
  project_version: string
  icon_uri: string
  total: string
  success: string
  failed: string
  tokens_in: string
  tokens_out: string
  updated_at: string
  status: number
  found: string
}
const toView = (row: FoundJob): JobView => ({
  id: row.id,
  workflowId: row.workflow_id,
  spaceId: row.space_id,
  version: row.version,
  name: row.name,
  inputKey: row.input_key,
  columns: row.columns,
  context: row.context,
  userId: row.user_id,
  createdAt: Number(row.created_at),
  status: row.status,
  counts: { total: Number(row.total), success: Number(row.success), failed: Number(row.failed) },
  tokensIn: Number(row.tokens_in),
  tokensOut: Number(row.tokens_out),
  updatedAt: Number(row.updated_at),
  workflowName: row.workflow_name,
  projectVersion: row.project_version,
  workflowIcon: row.icon_uri,
})
/** A line that waits for a person can never finish in a job, so it counts as failed, as does a line without its run. */
const taskStatus = sql<number>`CASE WHEN ${workflowRun.id} IS NULL OR ${workflowRun.status} = 5 THEN 3 ELSE ${workflowRun.status} END`

interface NewTask {
  id: string
  line: number
  input: Record<string, unknown>
  runId: string
}

/** Jobs and their lines, joined with the runs of the lines. */
export function createJobRepo({ db, pool }: { db: Db; pool: pg.Pool }) {
  return {
    async insertIn(client: Pick<pg.ClientBase, 'query'>, job: JobRow, tasks: NewTask[]): Promise<void> {
      await client.query(
        'INSERT INTO workflow_job (id, workflow_id, space_id, version, name, input_key, columns, context, user_id, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
        [
          job.id,
          job.workflowId,
          job.spaceId,
          job.version,
          job.name,
          job.inputKey,
          job.columns,
          JSON.stringify(job.context),
          job.userId,
          job.createdAt,
        ],
      )
      await client.query(
        'INSERT INTO workflow_task (id, job_id, line, input, run_id, created_at) SELECT t.id, $1, t.line, t.input, t.run_id, $2 FROM unnest($3::bigint[], $4::int[], $5::text[], $6::bigint[]) AS t(id, line, input, run_id)',
        [
          job.id,
          job.createdAt,
          tasks.map((task) => task.id),
          tasks.map((task) => task.line),
          tasks.map((task) => JSON.stringify(task.input)),
          tasks.map((task) => task.runId),
        ],
      )
    },
    /**
     * Locks the workflow so that it cannot move to the bin during the transaction. Returns false if it is already
     * there.
     */
    async hold(client: Pick<pg.ClientBase, 'query'>, workflowId: string): Promise<boolean> {
      const { rowCount } = await client.query('SELECT 1 FROM resource WHERE id = $1 FOR SHARE', [workflowId])
      return rowCount === 1
    },
    async workflowOf(id: string): Promise<string | undefined> {
      const [row] = await db.select({ id: workflowJob.workflowId }).from(workflowJob).where(eq(workflowJob.id, id))
      return row?.id
    },
    /** Jobs with the totals of their lines. */
    async find(
      filter: JobFilter,
      page: number,
      size: number,
      order: 'created' | 'updated' = 'created',
    ): Promise<{ rows: JobView[]; total: number }> {
      const { rows } = await pool.query<FoundJob>(
        `SELECT j.*, w.name AS workflow_name, w.icon_uri, coalesce(v.version, '') AS project_version, f.*, count(*) OVER () AS found
         FROM workflow_job j JOIN resource w ON w.id = j.workflow_id
         LEFT JOIN project_version v ON v.id = (j.context->>'appVersion')::bigint
         CROSS JOIN LATERAL (
           SELECT count(*) AS total, count(*) FILTER (WHERE s = 2) AS success, count(*) FILTER (WHERE s = 3) AS failed,
             coalesce(sum(tokens_in), 0) AS tokens_in, coalesce(sum(tokens_out), 0) AS tokens_out,
             coalesce(max(updated_at), j.created_at) AS updated_at,
             CASE WHEN bool_or(s = 1) OR (bool_or(s = 0) AND bool_or(s > 1)) THEN 1 WHEN bool_or(s = 0) THEN 0
               WHEN bool_or(s = 3) THEN 3 WHEN bool_or(s = 4) THEN 4 ELSE 2 END AS status
           FROM (SELECT r.tokens_in, r.tokens_out, r.updated_at,
               CASE WHEN r.id IS NULL OR r.status = 5 THEN 3 ELSE r.status END AS s
             FROM workflow_task t LEFT JOIN workflow_run r ON r.id = t.run_id WHERE t.job_id = j.id) line
         ) f
         WHERE ($1::bigint IS NULL OR j.space_id = $1) AND ($2::bigint[] IS NULL OR j.id = ANY($2))
           AND ($3::bigint IS NULL OR j.user_id = $3) AND ($4::bigint IS NULL OR j.workflow_id = $4)
           AND ($5::int[] IS NULL OR f.status = ANY($5))
         ORDER BY ${order === 'updated' ? 'f.updated_at DESC, j.id DESC' : 'j.id DESC'} LIMIT $6 OFFSET $7`,
        [
          filter.spaceId ?? null,
          filter.ids?.length ? filter.ids : null,
          filter.userId ?? null,
          filter.workflowId ?? null,
          filter.status?.length ? filter.status : null,
          size,
          (page - 1) * size,
        ],
      )
      return { rows: rows.map(toView), total: Number(rows[0]?.found ?? 0) }
    },
    async tasks(
      jobId: string,
      filter: { ids?: string[] | undefined; status?: number[] | undefined },
      page: number,
      size: number,
      isNewestFirst = false,
    ): Promise<{ rows: TaskView[]; total: number }> {
      const where = and(
        eq(workflowTask.jobId, jobId),
        filter.ids?.length ? inArray(workflowTask.id, filter.ids) : undefined,
        filter.status?.length ? inArray(taskStatus, filter.status) : undefined,
      )
      const rows = await db
        .select({ task: workflowTask, run: workflowRun, status: taskStatus })
        .from(workflowTask)
        .leftJoin(workflowRun, eq(workflowRun.id, workflowTask.runId))
        .where(where)
        .orderBy(isNewestFirst ? desc(workflowRun.updatedAt) : asc(workflowTask.line))
        .limit(size)
        .offset((page - 1) * size)
      const [all] = await db
        .select({ n: count() })
        .from(workflowTask)
        .leftJoin(workflowRun, eq(workflowRun.id, workflowTask.runId))
        .where(where)
      return {
        total: all!.n,
        rows: rows.map(({ task, run, status }) => ({
          id: task.id,
          line: task.line,
          runId: task.runId,
          input: task.input,
          status: Number(status),
          output: run?.output ?? '',
          ...faultOf(run),
          tokens: (run?.tokensIn ?? 0) + (run?.tokensOut ?? 0),
          createdAt: task.createdAt,
          updatedAt: run?.updatedAt ?? task.createdAt,
        })),
      }
    },
  }
}
function faultOf(run: RunRow | null): Pick<TaskView, 'error' | 'errorZh' | 'errorCode'> {
  if (!run) return { error: '', errorZh: '', errorCode: ErrorCode.run.recordGone }
  const { error, errorZh, errorCode } = run
  if (run.status !== RunStatus.interrupted) return { error, errorZh, errorCode }
  return { error: '', errorZh: '', errorCode: ErrorCode.engine.interruptUnsupported }
}
export type JobRepo = ReturnType<typeof createJobRepo>

import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { Loaded, PlanService } from '#domains/flow/workflow/plan.service.ts'
import { readSheet, type Sheet, sampleOf, writeSheet } from './job-sheet.ts'
import { type JobRow, workflowJob, workflowTask } from './job.table.ts'
import { runErrors } from './run.errors.ts'
import type { RunService } from './run.service.ts'
import type { Caller } from './run-types.ts'
import { workflowRun } from './run.table.ts'

export interface JobDeps {
  db: Db
  pool: pg.Pool
  plans: PlanService
  runs: RunService
  blobs: Blobs
  newId: NewId
  clock: Clock
  uploads: Pick<UploadService, 'read' | 'require'>
}
/** 0 waits, 1 runs, 2 success, 3 failed, 4 cancelled. */
const TaskStatus = { waits: 0, runs: 1, success: 2, failed: 3, cancelled: 4 } as const
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
  workflowIcon: string
}
export interface TaskView {
  id: string
  line: number
  runId: string
  input: string
  status: number
  output: string
  error: string
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
  workflowIcon: row.icon_uri,
})
const CLEANED = 'the record of this run was cleaned away'
/** A line that waits for a person can never end in a batch job. A deleted record counts as ended. */
const taskStatus = sql<number>`CASE WHEN ${workflowRun.id} IS NULL OR ${workflowRun.status} = 5 THEN 3 ELSE ${workflowRun.status} END`
const AT_ONCE = 500

/** Jobs: a published workflow for every line of a table, through the queue that all background runs share. */
export function createJobService(deps: JobDeps) {
  const { db, pool, plans, runs, blobs, newId, clock } = deps

  async function versionOf(workflowId: string, version: string | undefined): Promise<Loaded> {
    const loaded = version ? await plans.version(workflowId, version) : await plans.newest(workflowId)
    if (!loaded?.version) throw runErrors.notPublished()
    return loaded
  }
  async function sheetOf(loaded: Loaded, key: string, userId: string): Promise<Sheet> {
    await deps.uploads.require(key, userId)
    const blob = await deps.uploads.read(key)
    if (!blob) throw errors.notFound({ what: 'file' })
    return readSheet(await blob.bytes(), loaded.plan.inputs)
  }
  const callerOf = (job: Pick<JobRow, 'userId' | 'context'>, logId: string): Caller => ({
    userId: job.userId,
    logId,
    ...job.context,
  })

  async function create(
    workflowId: string,
    request: {
      version?: string | undefined
      key: string
      name: string
      userId: string
      logId: string
      context: JobRow['context']
    },
  ): Promise<string> {
    const loaded = await versionOf(workflowId, request.version)
    const { columns, lines, problems } = await sheetOf(loaded, request.key, request.userId)
    if (problems.length) {
      const [first] = problems
      const why = first!.kind === 'table' ? first!.message : `line ${first!.line}, "${first!.name}" ${first!.message}`
      throw runErrors.badSheet({ why })
    }
    const job: JobRow = {
      id: newId(),
      workflowId,
      spaceId: loaded.spaceId,
      version: loaded.version,
      name: request.name || loaded.name,
      inputKey: request.key,
      columns,
      context: request.context,
      userId: request.userId,
      createdAt: clock.now(),
    }
    const tasks = lines.map((input, at) => ({ id: newId(), line: at + 1, input, runId: newId() }))
    // All lines or none: a job that exists is complete.
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      await client.query(
        'INSERT INTO workflow_job (id, workflow_id, space_id, version, name, input_key, columns, context, user_id, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
        [
          job.id,
          workflowId,
          job.spaceId,
          job.version,
          job.name,
          job.inputKey,
          columns,
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
      await runs.enqueueMany(
        client,
        tasks.map((task) => ({ id: task.runId, input: task.input })),
        loaded,
        callerOf(job, request.logId),
      )
      await client.query('COMMIT')
    } catch (cause) {
      await client.query('ROLLBACK').catch(() => {})
      throw cause
    } finally {
      client.release()
    }
    runs.wake()
    return job.id
  }

  /** Jobs with what their lines add up to. */
  async function find(
    filter: JobFilter,
    page: number,
    size: number,
    order: 'created' | 'updated' = 'created',
  ): Promise<{ rows: JobView[]; total: number }> {
    const { rows } = await pool.query<FoundJob>(
      `SELECT j.*, w.name AS workflow_name, w.icon_uri, f.*, count(*) OVER () AS found
       FROM workflow_job j JOIN resource w ON w.id = j.workflow_id
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
  }
  async function get(id: string): Promise<JobView> {
    const { rows } = await find({ ids: [id] }, 1, 1)
    if (!rows[0]) throw runErrors.noJob()
    return rows[0]
  }

  async function tasks(
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
        error: run
          ? run.status === 5
            ? 'the workflow asks a person something, which a job cannot'
            : run.error
          : CLEANED,
        errorCode: run?.status === 5 ? ErrorCode.engine.interruptUnsupported : (run?.errorCode ?? 0),
        tokens: (run?.tokensIn ?? 0) + (run?.tokensOut ?? 0),
        createdAt: task.createdAt,
        updatedAt: run?.updatedAt ?? task.createdAt,
      })),
    }
  }
  async function cancel(job: JobRow, ids?: string[]): Promise<void> {
    const open = { ids, status: [TaskStatus.waits, TaskStatus.runs] }
    for (;;) {
      const { rows } = await tasks(job.id, open, 1, AT_ONCE)
      for (const row of rows) await runs.cancel(job.workflowId, row.runId).catch(() => {})
      if (rows.length < AT_ONCE) return
    }
  }

  return {
    create,
    get,
    tasks,
    cancel,
    async workflowOf(id: string): Promise<string | undefined> {
      const [row] = await db.select({ id: workflowJob.workflowId }).from(workflowJob).where(eq(workflowJob.id, id))
      return row?.id
    },
    list: find,
    async check(workflowId: string, version: string | undefined, key: string, userId: string): Promise<Sheet> {
      return sheetOf(await versionOf(workflowId, version), key, userId)
    },
    /** The same lines once more, as runs of their own. */
    async retry(id: string, ids: string[], logId: string): Promise<Record<string, string>> {
      const job = await get(id)
      const loaded = await versionOf(job.workflowId, job.version)
      const started: Record<string, string> = {}
      const ended = { ids, status: [TaskStatus.failed, TaskStatus.cancelled] }
      const { rows } = await tasks(id, ended, 1, 10_000)
      const fresh = rows.map((row) => ({
        task: row.id,
        id: newId(),
        input: JSON.parse(row.input) as Record<string, unknown>,
        before: row.runId,
      }))
      if (!fresh.length) return started
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        const { rows: taken } = await client.query<{ id: string }>(
          'UPDATE workflow_task t SET run_id = n.run_id FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS n(id, run_id, before) WHERE t.id = n.id AND t.run_id = n.before RETURNING t.id',
          [fresh.map((item) => item.task), fresh.map((item) => item.id), fresh.map((item) => item.before)],
        )
        // Concurrent identical requests get one run.
        const mine = new Set(taken.map((row) => row.id))
        const chosen = fresh.filter((item) => mine.has(item.task))
        await runs.enqueueMany(client, chosen, loaded, callerOf(job, logId))
        await client.query('COMMIT')
        for (const found of chosen) started[found.task] = found.id
      } catch (cause) {
        await client.query('ROLLBACK').catch(() => {})
        throw cause
      } finally {
        client.release()
      }
      runs.wake()
      return started
    },
    async template(workflowId: string, version: string | undefined): Promise<string> {
      const loaded = await versionOf(workflowId, version)
      const { inputs } = loaded.plan
      const key = `jobs/${workflowId}/template-${loaded.commitId}.csv`
      await blobs.put(key, writeSheet([inputs.map((input) => input.name), inputs.map(sampleOf)]), 'text/csv')
      return key
    },
    /** The lines with what came of them, as a file. */
    async output(id: string): Promise<string> {
      const job = await get(id)
      const names = ['success', 'failed', 'cancelled']
      const { rows } = await tasks(id, {}, 1, 10_000)
      const lines = rows.map((row) => {
        const values = JSON.parse(row.input) as Record<string, unknown>
        const state = names[row.status - 2] ?? 'running'
        return [...job.columns.map((name) => String(values[name] ?? '')), state, row.output, row.error, row.runId]
      })
      const key = `jobs/${job.workflowId}/output-${id}-${newId()}.csv`
      await blobs.put(
        key,
        writeSheet([[...job.columns, 'status', 'output', 'error', 'execute_id'], ...lines]),
        'text/csv',
      )
      return key
    },
  }
}
export type JobService = ReturnType<typeof createJobService>

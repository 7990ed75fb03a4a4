import type pg from 'pg'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { Clock } from '#kit/clock.ts'
import { inTransaction } from '#kit/db.ts'
import { errors, type Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { Loaded, PlanService } from '#domains/flow/workflow/plan.service.ts'
import { workflowErrors } from '#domains/flow/workflow/workflow.errors.ts'
import { firstProblem, readSheet, type Sheet, sampleOf, writeSheet } from './job-sheet.ts'
import type { JobRepo, JobView, TaskView } from './job.repo.ts'
import type { JobRow } from './job.table.ts'
import { runErrors } from './run.errors.ts'
import { rowIn } from './run-words.ts'
import type { RunService } from './run.service.ts'
import type { Served, ServedVersions } from './shared/served-version.ts'
import type { Caller } from './run-types.ts'

export type { JobView } from './job.repo.ts'
export interface JobDeps {
  repo: JobRepo
  pool: pg.Pool
  plans: PlanService
  runs: RunService
  blobs: Blobs
  newId: NewId
  clock: Clock
  uploads: Pick<UploadService, 'read' | 'require'>
  served: ServedVersions
}
/** The version to run: a published one of the workflow, one of its project, or the one that is served now. */
interface Wanted {
  version?: string | undefined
  projectVersion?: string | undefined
}
/** Status of a line, in the numbers of the wire. */
const TaskStatus = { waits: 0, runs: 1, success: 2, failed: 3, cancelled: 4 } as const
const BATCH_SIZE = 500

/** Jobs run a published workflow for every line of a table, through the queue shared by all background runs. */
export function createJobService(deps: JobDeps) {
  const { repo, pool, plans, runs, blobs, newId, clock } = deps

  /** The version that a job runs. A version served by a project is stored as a commit id. */
  async function versionOf(
    workflowId: string,
    { version, projectVersion }: Wanted,
    mayBeCommit = false,
  ): Promise<Served> {
    if (!version) return deps.served(workflowId, projectVersion)
    const loaded = await plans.version(workflowId, version)
    if (!loaded || (!loaded.version && !mayBeCommit)) throw runErrors.notPublished()
    return { loaded, app: undefined }
  }
  async function holdWorkflow(client: Parameters<JobRepo['hold']>[0], workflowId: string): Promise<void> {
    if (!(await repo.hold(client, workflowId))) throw workflowErrors.notFound()
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
    request: Wanted & {
      key: string
      name: string
      userId: string
      logId: string
      context: JobRow['context']
    },
  ): Promise<string> {
    const { loaded, app } = await versionOf(workflowId, request)
    const { columns, lines, problems } = await sheetOf(loaded, request.key, request.userId)
    if (problems.length) {
      const { en, zh } = firstProblem(problems)
      throw runErrors.badSheet({ why: en, whyZh: zh })
    }
    const job: JobRow = {
      id: newId(),
      workflowId,
      spaceId: loaded.spaceId,
      // A version served by a project may have no number, so it is stored as a commit id.
      version: loaded.version || loaded.commitId,
      name: request.name || loaded.name,
      inputKey: request.key,
      columns,
      context: { ...app, ...request.context },
      userId: request.userId,
      createdAt: clock.now(),
    }
    const tasks = lines.map((input, at) => ({ id: newId(), line: at + 1, input, runId: newId() }))
    // All lines are inserted in one transaction, so that an existing job is complete.
    await inTransaction(pool, async (client) => {
      await holdWorkflow(client, workflowId)
      await repo.insertIn(client, job, tasks)
      await runs.enqueueMany(
        client,
        tasks.map((task) => ({ id: task.runId, input: task.input })),
        loaded,
        callerOf(job, request.logId),
      )
    })
    runs.wake()
    return job.id
  }

  async function get(id: string): Promise<JobView> {
    const { rows } = await repo.find({ ids: [id] }, 1, 1)
    if (!rows[0]) throw runErrors.noJob()
    return rows[0]
  }

  async function cancel(job: JobRow, ids?: string[]): Promise<void> {
    const open = { ids, status: [TaskStatus.waits, TaskStatus.runs] }
    for (;;) {
      const { rows } = await repo.tasks(job.id, open, 1, BATCH_SIZE)
      for (const row of rows) await runs.cancel(job.workflowId, row.runId).catch(() => {})
      if (rows.length < BATCH_SIZE) return
    }
  }

  return {
    create,
    get,
    tasks: repo.tasks,
    cancel,
    list: repo.find,
    workflowOf: repo.workflowOf,
    async check(workflowId: string, wanted: Wanted, key: string, userId: string): Promise<Sheet> {
      return sheetOf((await versionOf(workflowId, wanted)).loaded, key, userId)
    },
    /** Runs the given lines again, each as a new run. */
    async retry(id: string, ids: string[], logId: string): Promise<Record<string, string>> {
      const job = await get(id)
      const { loaded } = await versionOf(job.workflowId, job, true)
      const started: Record<string, string> = {}
      const ended = { ids, status: [TaskStatus.failed, TaskStatus.cancelled] }
      const { rows } = await repo.tasks(id, ended, 1, 10_000)
      const fresh = rows.map((row) => ({
        task: row.id,
        id: newId(),
        input: JSON.parse(row.input) as Record<string, unknown>,
        before: row.runId,
      }))
      if (!fresh.length) return started
      await inTransaction(pool, async (client) => {
        await holdWorkflow(client, job.workflowId)
        const { rows: taken } = await client.query<{ id: string }>(
          'UPDATE workflow_task t SET run_id = n.run_id FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS n(id, run_id, before) WHERE t.id = n.id AND t.run_id = n.before RETURNING t.id',
          [fresh.map((item) => item.task), fresh.map((item) => item.id), fresh.map((item) => item.before)],
        )
        // Only one of several concurrent identical requests gets a run.
        const mine = new Set(taken.map((row) => row.id))
        const chosen = fresh.filter((item) => mine.has(item.task))
        await runs.enqueueMany(client, chosen, loaded, callerOf(job, logId))
        for (const found of chosen) started[found.task] = found.id
      })
      runs.wake()
      return started
    },
    async template(workflowId: string, wanted: Wanted): Promise<string> {
      const { loaded } = await versionOf(workflowId, wanted)
      const { inputs } = loaded.plan
      const key = `jobs/${workflowId}/template-${loaded.commitId}.csv`
      await blobs.put(key, writeSheet([inputs.map((input) => input.name), inputs.map(sampleOf)]), 'text/csv')
      return key
    },
    /** Writes the lines and their results to a file. */
    async output(id: string, locale: Locale): Promise<string> {
      const job = await get(id)
      const names = ['success', 'failed', 'cancelled']
      const { rows } = await repo.tasks(id, {}, 1, 10_000)
      const lines = rows.map((row) => {
        const values = JSON.parse(row.input) as Record<string, unknown>
        const state = names[row.status - 2] ?? 'running'
        return [
          ...job.columns.map((name) => String(values[name] ?? '')),
          state,
          row.output,
          faultText(row, locale),
          row.runId,
        ]
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
type TaskFault = Pick<TaskView, 'error' | 'errorZh' | 'errorCode'>
/** Why a line did not finish, in the language of the reader. */
export function faultText(fault: TaskFault, locale: Locale): string {
  const own = [runErrors.workflowInBin(), runErrors.recordGone(), runErrors.asksInJob()]
  return own.find(({ code }) => code === fault.errorCode)?.text(locale) ?? rowIn(fault, locale).error
}
export type JobService = ReturnType<typeof createJobService>

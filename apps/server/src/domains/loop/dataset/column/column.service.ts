import {
  BatchProvider,
  COLUMN_LIMITS,
  ColumnFiller,
  ColumnKind,
  ColumnRunStatus,
  FieldStatus,
} from '@orrery/contract/shared/dataset-enums'
import { and, eq, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { AppError, errors, type Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { sha256 } from '#kit/secrets.ts'
import type { Finished } from '#kit/sweep/pass.ts'
import { createSweep } from '#kit/sweep/sweep.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import type { LabelService } from '../../label/label.service.ts'
import type { DatasetService } from '../dataset.service.ts'
import type { ItemService } from '../item.service.ts'
import { nextFields, type FieldInput } from '../field-check.ts'
import { QUEUE_OF_SPACE, type OpenJobs } from '../open-jobs.ts'
import { columnErrors } from './column.errors.ts'
import { columnPass, taskSource } from './column-pass.ts'
import {
  answersOf,
  batchOf,
  columnCalled,
  type ColumnPlan,
  inputKeys,
  isAutomatic,
  missingColumns,
  newColumn,
  type Output,
  outputsOf,
  requirePlan,
  resolveOutputs,
  type Scope,
} from './column-plan.ts'
import { scopeSql } from './column-scope.ts'
import type { ColumnRepo } from './column.repo.ts'
import { datasetColumnJob, datasetColumnRun, type ColumnJobRow, type ColumnRunRow } from './column.table.ts'
import { type Filler, type Fillers, questionWriter } from './fillers.ts'
import { type LibraryPrompts, withPrompts } from './plan-prompts.ts'

interface ColumnDeps {
  db: Db
  repo: ColumnRepo
  datasets: DatasetService
  items: ItemService
  labels: Pick<LabelService, 'addValues'>
  fillers: Fillers
  prompts: LibraryPrompts
  batches: Batches
  openJobs: OpenJobs
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
}
/** Runs whose questions are sent as one batch. */
export interface Batches {
  /** Refuses a model that cannot answer batches. */
  require(plan: ColumnPlan, spaceId: string): Promise<void>
  begin(
    run: { id: string; datasetId: string; spaceId: string; name: string; userId: string },
    plan: ColumnPlan,
    tx: Tx,
  ): Promise<void>
  /** Schedules a check of the batch of a run; false if models of this instance answer it. */
  requestCheck(runId: string): Promise<boolean>
  /** Returns a filler that takes values from the answered batch; undefined while the batch is incomplete. */
  filler(runId: string, outputs: Output[]): Promise<Filler | undefined>
}
const PYTHON_BATCH = 100
/** Rows of an answered batch that are written together. */
const ANSWERED_BATCH = 200
/** How long automatic filling pauses after a run that failed as a whole. */
const FAILURE_BACKOFF_MS = 600_000
/** A change may become visible this long after its timestamp. */
const MAX_COMMIT_DELAY_MS = 60_000
const AUTO = 'dataset-column-auto'
/** The number of rows whose quality is scored at a time. */
const QUALITY_WINDOW = 4
export interface RunQuestion {
  datasetId: string
  types?: number[] | undefined
  makers?: string[] | undefined
}
export interface RunOptions {
  scope?: Scope | undefined
  /** Overrides the value of the setup. */
  onlyForEmpty?: boolean | undefined
}

/** Columns that a model or Python fills. Runs survive the death of their process. */
export function createColumnService(deps: ColumnDeps) {
  const { db, repo, datasets, items, fillers, prompts, batches, openJobs, jobs, newId, clock, log } = deps
  async function of(datasetId: string, id: string, kind?: number): Promise<ColumnJobRow> {
    const job = await repo.jobOf(datasetId, id, kind)
    if (!job) throw errors.notFound({ what: 'job' })
    return job
  }
  /** Loads a dataset and refuses it if it has several turns per row. */
  async function getSingleTurn(datasetId: string) {
    const found = await datasets.get(datasetId)
    if (found.dataset.features.repeatedData) throw columnErrors.multiTurn()
    return found
  }
  async function answersFor({ id, plan }: ColumnRunRow, outputs: Output[]): Promise<Filler | 'later' | undefined> {
    if (batchOf(plan)?.batchInferprovider !== BatchProvider.provider) return undefined
    return (await batches.filler(id, outputs)) ?? 'later'
  }
  async function open(id: string, fence: number) {
    const run = await repo.run(id)
    if (!run) return undefined
    try {
      const { head, dataset, schema } = await getSingleTurn(run.datasetId)
      const { plan: config } = run
      const outputs = resolveOutputs(config, schema.fields)
      const rules = await datasets.rules(run.datasetId)
      const job = { config, spaceId: head.spaceId, fields: schema.fields.filter(isAvailable), outputs, rules }
      // The provider answers the batch; the run is enqueued again when the batch is complete.
      const answered = await answersFor(run, outputs)
      if (answered === 'later') return undefined
      await repo.begin(id, fence, dataset.itemCount)
      const byModel = config.annotationType === ColumnFiller.model
      const isBatch = batchOf(config)?.batchInferprovider === BatchProvider.provider
      return columnPass({
        ...deps,
        run,
        fence,
        job,
        fill: answered ?? fillers(job),
        batch: isBatch ? ANSWERED_BATCH : byModel ? 1 : PYTHON_BATCH,
        window: byModel && !isBatch ? (config.aiAnnotator?.onlineAIAnnotator.executeConcurrency ?? QUALITY_WINDOW) : 1,
        where: scopeSql(config.scope, schema.fields, answerKeys(outputs)),
      })
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      await repo.end(id, fence, ColumnRunStatus.failed, cause.text('en'), cause.text('zh-CN'))
      return undefined
    }
  }
  async function finish(id: string, fence: number, outcome: Finished): Promise<void> {
    const { completed, failed, terminated } = ColumnRunStatus
    if (outcome.end === 'cancelled') return void (await repo.end(id, fence, terminated))
    if (outcome.end === 'stopped') {
      const cause = outcome.cause
      const [en, zh] =
        cause instanceof AppError ? [cause.text('en'), cause.text('zh-CN')] : [String(cause), String(cause)]
      return void (await repo.end(id, fence, failed, en, zh))
    }
    const run = await repo.run(id)
    const isFailure = run && run.failed > 0 && !run.succeeded
    if (!isFailure) return void (await repo.end(id, fence, completed))
    const { rows } = await db.execute<{ problem: string; problem_zh: string }>(
      sql`SELECT problem, problem_zh FROM dataset_cell WHERE dataset_id = ${run.datasetId} AND run_id = ${id} AND problem <> '' LIMIT 1`,
    )
    await repo.end(id, fence, failed, rows[0]?.problem, rows[0]?.problem_zh)
  }
  const sweep = createSweep({
    jobs,
    clock,
    log,
    name: 'dataset-column',
    store: createLeaseStore(db, datasetColumnRun, sql`status IN (1, 2)`, QUEUE_OF_SPACE),
    open,
    finish,
  })
  const list = (where: Parameters<ColumnRepo['runs']>[0], page = 1, size = 100) => repo.runs(where, page, size)

  /** Resolves the prompts of a plan, and refuses a plan that cannot run on the fields of the dataset. */
  async function checked(datasetId: string, config: ColumnPlan) {
    const { head, schema } = await getSingleTurn(datasetId)
    const plan = await withPrompts(config, head.spaceId, prompts)
    requirePlan(plan, schema.fields)
    await batches.require(plan, head.spaceId)
    return { plan, head, schema }
  }
  const automatic = (config: ColumnPlan, now: number) => ({
    autoFrom: isAutomatic(config) ? now : 0,
    autoSeen: 0,
  })
  async function create(datasetId: string, userId: string, name: string, config: ColumnPlan): Promise<string> {
    await checked(datasetId, config)
    const [id, now] = [newId(), clock.now()]
    const made = { createdBy: userId, createdAt: now, editedBy: userId, updatedAt: now }
    const kind = config.quality ? ColumnKind.quality : ColumnKind.column
    await db.insert(datasetColumnJob).values({ id, datasetId, name, config, kind, ...automatic(config, now), ...made })
    return id
  }
  /** Starts a run; new columns are added to the dataset first. */
  async function run(datasetId: string, userId: string, id: string, options: RunOptions = {}): Promise<string> {
    const job = await of(datasetId, id)
    const { config } = job
    const { schema, head } = await getSingleTurn(datasetId)
    const missing = missingColumns(config, schema.fields)
    if (missing.length) {
      const added = missing.map((name) => newColumn(config, name))
      await datasets.setFields(datasetId, userId, [...schema.fields, ...added])
    }
    const fields = (await datasets.get(datasetId)).schema.fields
    const plan = planOf(await withPrompts(config, head.spaceId, prompts), options)
    inputKeys(plan, fields)
    const outputs = resolveOutputs(plan, fields)
    const outputKeys = outputs.map(({ field }) => field.key)
    scopeSql(plan.scope, fields, answerKeys(outputs))
    const ahead = await openJobs(datasetId)
    const runId = newId()
    await db.transaction(async (tx) => {
      // Opening the dataset takes its lock, so that two runs that write one column cannot start at the same time.
      await datasets.open(datasetId, tx)
      const taken = await repo.busy(datasetId, outputKeys, tx)
      if (taken) throw columnErrors.busy({ column: fields.find(({ key }) => key === taken)!.name })
      const made = { createdBy: userId, createdAt: clock.now() }
      await tx.insert(datasetColumnRun).values({ id: runId, jobId: id, datasetId, plan, outputKeys, ...made })
      const named = { id: runId, datasetId, spaceId: head.spaceId, name: job.name, userId }
      if (batchOf(plan)) await batches.begin(named, plan, tx)
    })
    if (!batchOf(plan) || !(await batches.requestCheck(runId))) await sweep.enqueue(runId, ahead)
    return runId
  }
  /** Starts a run for rows that were added since the setup became automatic. Does nothing while a run is open. */
  async function fillNew(job: ColumnJobRow): Promise<void> {
    const seen = clock.now() - MAX_COMMIT_DELAY_MS
    const { schema } = await datasets.get(job.datasetId)
    const keys = answersOf(job.config).flatMap(({ targetValue }) => columnCalled(targetValue, schema.fields)?.key ?? [])
    const last = await repo.lastRun(job.id)
    const isOpen = last && last.status <= ColumnRunStatus.running
    const hasFailed = last?.status === ColumnRunStatus.failed && last.endedAt + FAILURE_BACKOFF_MS > clock.now()
    if (isOpen || hasFailed) return
    if (keys.length && (await repo.hasNew(job.datasetId, keys, job.autoFrom)))
      await run(job.datasetId, job.editedBy, job.id, { scope: { since: job.autoFrom }, onlyForEmpty: true })
    else await repo.recordCheck(job.id, seen)
  }
  async function fillAllNew({ datasetId }: { datasetId?: string }): Promise<void> {
    for (const { job } of await repo.automatic(datasetId))
      await fillNew(job).catch((cause: unknown) => {
        // Expected causes are a lock, a deleted column or another run. The next check tries again.
        if (!(cause instanceof AppError)) log.warn({ err: cause, id: job.id }, 'new rows could not be filled')
      })
  }

  return {
    of,
    jobs: repo.jobs,
    jobIn: repo.jobIn,
    search: repo.search,
    create,
    run,
    lastRun: repo.lastRun,
    async update(
      datasetId: string,
      userId: string,
      id: string,
      { name, config }: { name?: string | undefined; config?: ColumnPlan | undefined },
    ) {
      await of(datasetId, id)
      const now = clock.now()
      if (config) await checked(datasetId, config)
      const set = { ...(name !== undefined && { name }), ...(config && { config, ...automatic(config, now) }) }
      await db
        .update(datasetColumnJob)
        .set({ ...set, editedBy: userId, updatedAt: now })
        .where(eq(datasetColumnJob.id, id))
    },
    /** Copies a setup to another dataset with fitting columns. */
    async clone(datasetId: string, userId: string, id: string, target: string, name: string): Promise<string> {
      const job = await of(datasetId, id, ColumnKind.column)
      return create(target, userId, name, job.config)
    },
    /** Deletes a setup without an open run. Filled values stay. */
    async remove(datasetId: string, id: string) {
      const job = await of(datasetId, id)
      if ((await list(and(repo.ofJob(id), repo.isOpen()))).length) throw columnErrors.busy({ column: job.name })
      await db.delete(datasetColumnJob).where(eq(datasetColumnJob.id, id))
    },
    /** Fills the first rows without storing anything. */
    async preview(
      datasetId: string,
      config: ColumnPlan,
      given: FieldInput[],
      locale: Locale,
      count: number = COLUMN_LIMITS.previewed,
    ) {
      const { plan, head, schema } = await checked(datasetId, config)
      const named = missingColumns(plan, schema.fields)
      const known = new Map(given.map((field) => [field.name, field]))
      const made = nextFields(
        named.map((name) => ({ ...newColumn(plan, name), ...known.get(name), name, key: undefined })),
        [],
        COLUMN_LIMITS.outputs,
        () => `f${newId()}`,
      )
      const fields = [...schema.fields, ...made]
      const rules = await datasets.rules(datasetId)
      const outputs = resolveOutputs(plan, fields)
      const fill = fillers({ config: plan, spaceId: head.spaceId, fields: fields.filter(isAvailable), outputs, rules })
      const rows = await items.list({ datasetId }, { size: count, page: 1 })
      let problem = ''
      try {
        const results = await fill(rows.map(({ turns }) => turns[0] ?? {}))
        for (const [at, result] of results.entries()) {
          if (!result) continue
          if ('problem' in result) problem ||= locale === 'zh-CN' ? result.problem.zh : result.problem.en
          else
            for (const [key, text] of result.texts)
              rows[at]!.turns = [{ ...rows[at]!.turns[0], [key]: { type: 'text', text } }]
        }
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause
        problem = cause.text(locale)
      }
      const outputKeys = outputs.map(({ field }) => field.key)
      return { rows, schema: { ...schema, fields }, spaceId: head.spaceId, problem, outputKeys }
    },
    async terminate(datasetId: string, id: string, runId: string) {
      await of(datasetId, id)
      const run = await repo.run(runId)
      if (run?.jobId !== id) throw errors.notFound({ what: 'run' })
      if (!(await repo.cancel(runId))) throw columnErrors.notRunning()
      if (batchOf(run.plan)) await batches.requestCheck(runId)
    },
    running: (datasetId: string) => list(and(repo.ofDataset(datasetId), repo.isOpen(), repo.ofKind(ColumnKind.column))),
    async runs({ datasetId, types, makers }: RunQuestion, page: number, size: number) {
      const where = and(
        repo.ofDataset(datasetId),
        repo.ofKind(ColumnKind.column),
        types?.length ? repo.filledBy(types) : undefined,
        makers?.length ? repo.madeBy(makers) : undefined,
      )
      return { rows: await list(where, page, size), total: await repo.countRuns(where) }
    },
    /** Which jobs read and write each field. */
    async uses(datasetId: string) {
      const { schema } = await datasets.get(datasetId)
      const [read, written] = [new Map<string, ColumnJobRow[]>(), new Map<string, ColumnJobRow[]>()]
      const note = (to: typeof read, key: string, job: ColumnJobRow) => to.set(key, [...(to.get(key) ?? []), job])
      for (const job of await repo.jobs(datasetId)) {
        try {
          for (const key of new Set(inputKeys(job.config, schema.fields))) note(read, key, job)
        } catch (cause) {
          // The job reads a deleted column.
          if (!(cause instanceof AppError)) throw cause
        }
        for (const { targetValue } of outputsOf(job.config)) {
          const field = columnCalled(targetValue, schema.fields)
          if (field) note(written, field.key, job)
        }
      }
      return { read, written }
    },
    async cellsOf(datasetId: string, itemId: string) {
      const [item] = await items.byIds({ datasetId }, [itemId])
      if (!item) throw errors.notFound({ what: 'item' })
      const isChanged = (key: string, hash: string) => sha256(item.turns[0]?.[key]?.text ?? '') !== hash
      return (await repo.cells(datasetId, [itemId])).map((cell) => ({
        ...cell,
        isChanged: cell.textHash !== '' && isChanged(cell.fieldKey, cell.textHash),
      }))
    },
    findRun: repo.run,
    batchOf: repo.batchOf,
    /** Resumes a run that waited for its batch. */
    resume: (runId: string) => sweep.enqueue(runId),
    endIdle: repo.endIdle,
    /** The rows of a run, and the question for each of them. */
    async questionsOf(run: ColumnRunRow) {
      const { head, schema } = await getSingleTurn(run.datasetId)
      const outputs = resolveOutputs(run.plan, schema.fields)
      const rules = await datasets.rules(run.datasetId)
      const job = { config: run.plan, spaceId: head.spaceId, fields: schema.fields.filter(isAvailable), outputs, rules }
      const where = scopeSql(run.plan.scope, schema.fields, answerKeys(outputs))
      return { next: taskSource({ repo, run, job, where }), write: questionWriter(job) }
    },
    errorsOf: repo.errorsOf,
    /** Schedules automatic filling after rows were added. */
    scheduleFill: (datasetId: string) =>
      jobs
        .send(AUTO, { datasetId }, { startAfter: 1 })
        .catch((cause: unknown) => log.warn({ err: cause, datasetId }, 'new rows wait for the next look')),
    fillAllNew,
    async start() {
      await sweep.start()
      await jobs.define<{ datasetId?: string }>(AUTO, fillAllNew)
      await jobs.schedule(AUTO, 'all', '* * * * *', {})
    },
  }
}
export type ColumnService = ReturnType<typeof createColumnService>
const answerKeys = (outputs: Output[]) => outputs.flatMap(({ field, isReasoning }) => (isReasoning ? [] : field.key))
const isAvailable = ({ status }: { status: number }) => status === FieldStatus.available
/** Combines the setup with the options of a run. */
function planOf(plan: ColumnPlan, { scope, onlyForEmpty }: RunOptions): ColumnPlan {
  const scoped = { ...plan, ...(scope && { scope }) }
  if (onlyForEmpty === undefined) return scoped
  const which = { onlyForEmpty, onlyForFailed: false }
  if (plan.quality) return { ...scoped, quality: { ...plan.quality, onlyForEmpty } }
  const { aiAnnotator, ruleAnnotator } = plan
  return {
    ...scoped,
    ...(aiAnnotator && {
      aiAnnotator: { ...aiAnnotator, onlineAIAnnotator: { ...aiAnnotator.onlineAIAnnotator, ...which } },
    }),
    ...(ruleAnnotator && { ruleAnnotator: { ...ruleAnnotator, ...which } }),
  }
}

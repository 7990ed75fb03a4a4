import type { ColumnConfig } from '@orrery/contract'
import { COLUMN_LIMITS, ColumnFiller, ColumnRunStatus, FieldStatus } from '@orrery/contract/shared/dataset-enums'
import { and, eq, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
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
import { nextFields, type GivenField } from '../field-check.ts'
import { columnErrors } from './column.errors.ts'
import { columnPass } from './column-pass.ts'
import { inputKeys, missingColumns, outputsOf, columnCalled, requirePlan, resolveOutputs } from './column-plan.ts'
import type { ColumnRepo } from './column.repo.ts'
import { datasetColumnJob, datasetColumnRun, type ColumnJobRow } from './column.table.ts'
import type { Fillers } from './fillers.ts'

interface ColumnDeps {
  db: Db
  repo: ColumnRepo
  datasets: DatasetService
  items: ItemService
  labels: Pick<LabelService, 'addValues'>
  fillers: Fillers
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
}
const PYTHON_BATCH = 100
export interface RunQuestion {
  datasetId: string
  types?: number[] | undefined
  makers?: string[] | undefined
}

/** Columns that a model or Python fills, as passes that outlive their process. */
export function createColumnService(deps: ColumnDeps) {
  const { db, repo, datasets, items, fillers, jobs, newId, clock, log } = deps
  async function of(datasetId: string, id: string): Promise<ColumnJobRow> {
    const job = await repo.jobOf(datasetId, id)
    if (!job) throw errors.notFound({ what: 'job' })
    return job
  }
  /** A dataset whose columns can be filled. */
  async function ready(datasetId: string) {
    const found = await datasets.get(datasetId)
    if (found.dataset.features.repeatedData) throw columnErrors.multiTurn()
    return found
  }
  async function open(id: string, fence: number) {
    const run = await repo.run(id)
    if (!run) return undefined
    try {
      const { head, dataset, schema } = await ready(run.datasetId)
      const { plan: config } = run
      const outputs = resolveOutputs(config, schema.fields)
      const rules = await datasets.rules(run.datasetId)
      const job = { config, spaceId: head.spaceId, fields: schema.fields.filter(isLive), outputs, rules }
      await repo.begin(id, fence, dataset.itemCount)
      const byModel = config.annotationType === ColumnFiller.model
      return columnPass({
        ...deps,
        run,
        fence,
        job,
        fill: fillers(job),
        batch: byModel ? 1 : PYTHON_BATCH,
        window: byModel ? config.aiAnnotator!.onlineAIAnnotator.executeConcurrency : 1,
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
    store: createLeaseStore(db, datasetColumnRun, sql`status IN (1, 2)`),
    open,
    finish,
  })
  const list = (where: Parameters<ColumnRepo['runs']>[0], page = 1, size = 100) => repo.runs(where, page, size)

  return {
    of,
    jobs: repo.jobs,
    search: repo.search,
    async create(datasetId: string, userId: string, name: string, config: ColumnConfig): Promise<string> {
      requirePlan(config, (await ready(datasetId)).schema.fields)
      const [id, now] = [newId(), clock.now()]
      const made = { createdBy: userId, createdAt: now, editedBy: userId, updatedAt: now }
      await db.insert(datasetColumnJob).values({ id, datasetId, name, config, ...made })
      return id
    },
    async update(
      datasetId: string,
      userId: string,
      id: string,
      { name, config }: { name?: string | undefined; config?: ColumnConfig | undefined },
    ) {
      await of(datasetId, id)
      if (config) requirePlan(config, (await ready(datasetId)).schema.fields)
      const set = { ...(name !== undefined && { name }), ...(config && { config }) }
      await db
        .update(datasetColumnJob)
        .set({ ...set, editedBy: userId, updatedAt: clock.now() })
        .where(eq(datasetColumnJob.id, id))
    },
    /** What it has filled stays; a run that is under way has to end first. */
    async remove(datasetId: string, id: string) {
      const job = await of(datasetId, id)
      if ((await list(and(repo.ofJob(id), repo.isOpen()))).length) throw columnErrors.busy({ column: job.name })
      await db.delete(datasetColumnJob).where(eq(datasetColumnJob.id, id))
    },
    /** The first rows as they would be, without storing anything. */
    async preview(datasetId: string, config: ColumnConfig, given: GivenField[], locale: Locale) {
      const { head, schema } = await ready(datasetId)
      const named = missingColumns(config, schema.fields)
      const known = new Map(given.map((field) => [field.name, field]))
      const made = nextFields(
        named.map((name) => ({ ...known.get(name), name, key: undefined })),
        [],
        COLUMN_LIMITS.outputs,
        () => `f${newId()}`,
      )
      const fields = [...schema.fields, ...made]
      requirePlan(config, schema.fields)
      const rules = await datasets.rules(datasetId)
      const outputs = resolveOutputs(config, fields)
      const fill = fillers({ config, spaceId: head.spaceId, fields: fields.filter(isLive), outputs, rules })
      const rows = await items.list({ datasetId }, { size: COLUMN_LIMITS.previewed, page: 1 })
      let problem = ''
      try {
        const results = await fill(rows.map(({ turns }) => turns[0] ?? {}))
        for (const [at, result] of results.entries()) {
          if ('problem' in result) problem ||= locale === 'zh-CN' ? result.problem.zh : result.problem.en
          else
            for (const [key, text] of result.texts)
              rows[at]!.turns = [{ ...rows[at]!.turns[0], [key]: { type: 'text', text } }]
        }
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause
        problem = cause.text(locale)
      }
      return { rows, schema: { ...schema, fields }, spaceId: head.spaceId, problem }
    },
    /** Begins a run; new columns are added to the dataset first. */
    async run(datasetId: string, userId: string, id: string): Promise<string> {
      const { config } = await of(datasetId, id)
      const { schema } = await ready(datasetId)
      const missing = missingColumns(config, schema.fields)
      if (missing.length)
        await datasets.setFields(datasetId, userId, [...schema.fields, ...missing.map((name) => ({ name }))])
      const fields = (await datasets.get(datasetId)).schema.fields
      inputKeys(config, fields)
      const outputKeys = resolveOutputs(config, fields).map(({ field }) => field.key)
      const runId = newId()
      await db.transaction(async (tx) => {
        // Two runs that write one column cannot begin at the same moment.
        await datasets.open(datasetId, tx)
        const taken = await repo.busy(datasetId, outputKeys, tx)
        if (taken) throw columnErrors.busy({ column: fields.find(({ key }) => key === taken)!.name })
        await tx.insert(datasetColumnRun).values({
          id: runId,
          jobId: id,
          datasetId,
          plan: config,
          outputKeys,
          createdBy: userId,
          createdAt: clock.now(),
        })
      })
      await sweep.enqueue(runId)
      return runId
    },
    async terminate(datasetId: string, id: string, runId: string) {
      await of(datasetId, id)
      const run = await repo.run(runId)
      if (run?.jobId !== id) throw errors.notFound({ what: 'run' })
      if (!(await repo.cancel(runId))) throw columnErrors.notRunning()
    },
    running: (datasetId: string) => list(and(repo.ofDataset(datasetId), repo.isOpen())),
    async runs({ datasetId, types, makers }: RunQuestion, page: number, size: number) {
      const where = and(
        repo.ofDataset(datasetId),
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
          // A column that it reads was deleted.
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
    start: () => sweep.start(),
  }
}
export type ColumnService = ReturnType<typeof createColumnService>
const isLive = ({ status }: { status: number }) => status === FieldStatus.available

import { setTimeout as wait } from 'node:timers/promises'
import type { contract } from '@orrery/contract'
import type { QualityTask } from '@orrery/contract'
import { ColumnFiller, ColumnKind, ColumnRunStatus } from '@orrery/contract/shared/dataset-enums'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { DatasetService } from '../dataset.service.ts'
import { shownItem } from '../dataset.view.ts'
import type { ItemService } from '../item.service.ts'
import { requireSameSpace } from '../same-space.ts'
import type { ColumnPlan } from './column-plan.ts'
import { runStatuses } from './column.routes.ts'
import type { ColumnService } from './column.service.ts'
import type { ColumnJobRow, ColumnRunRow } from './column.table.ts'

interface QualityRoutesDeps {
  columns: ColumnService
  datasets: DatasetService
  items: ItemService
  linkOf(key: string): string
}
interface GivenJob {
  name: string
  passKTask: Omit<QualityTask, 'autoCalculateNewData'>
  autoCalculateNewData: boolean
}
const WAIT_MS = 60_000
const POLL_MS = 100

const planOf = ({ name, passKTask, autoCalculateNewData }: GivenJob): ColumnPlan => ({
  annotationType: ColumnFiller.model,
  quality: { ...passKTask, autoCalculateNewData, column: name, onlyForEmpty: false },
})
const shownJob = ({ config, ...job }: ColumnJobRow, spaceID: string) => {
  const { column: _column, onlyForEmpty: _which, autoCalculateNewData, ...passKTask } = config.quality!
  return {
    id: job.id,
    jobID: job.id,
    spaceID,
    datasetID: job.datasetId,
    name: job.name,
    category: 'passK',
    passKTask,
    autoCalculateNewData,
    createdAt: String(job.createdAt),
    createdBy: job.createdBy,
    updatedAt: String(job.updatedAt),
    updatedBy: job.editedBy,
  }
}
const shownInstance = (run: ColumnRunRow, { locale }: Ctx) => ({
  id: run.id,
  jobID: run.jobId,
  total: run.total,
  successCnt: run.succeeded,
  failedCnt: run.failed,
  skippedCnt: run.skipped,
  status: runStatuses[run.status] ?? '',
  errorMsg: locale === 'zh-CN' ? run.problemZh : run.problem,
})

/** Quality scores: runs over rows like those that fill columns. */
export function qualityRoutes({
  columns,
  datasets,
  items,
  linkOf,
}: QualityRoutesDeps): Handlers<typeof contract.datasetQuality> {
  const of = (datasetId: string, id: string) => columns.of(datasetId, id, ColumnKind.quality)
  /** Waits until a run has ended, or at most `WAIT_MS`; the run then continues in the background. */
  async function settled(runId: string): Promise<void> {
    for (let left = WAIT_MS; left > 0; left -= POLL_MS) {
      const run = await columns.findRun(runId)
      if (!run || run.status > ColumnRunStatus.running) return
      await wait(POLL_MS)
    }
  }
  return {
    create: async ({ spaceID, datasetID, job }, ctx) => {
      requireSameSpace(spaceID, ctx)
      return { jobID: await columns.create(datasetID, ctx.userId, job.name, planOf(job)) }
    },
    list: async ({ spaceID, datasetID, page, pageSize }, ctx) => {
      requireSameSpace(spaceID, ctx)
      const all = await columns.jobs(datasetID, ColumnKind.quality)
      const shown = all.slice((page - 1) * pageSize, page * pageSize)
      return { jobs: shown.map((job) => shownJob(job, spaceID)), total: String(all.length) }
    },
    tryOut: async ({ spaceID, datasetID, job, sampleCount }, ctx) => {
      requireSameSpace(spaceID, ctx)
      const tried = await columns.preview(datasetID, planOf(job), [], ctx.locale, sampleCount)
      return {
        items: tried.rows.map((row) => shownItem(row, spaceID, tried.schema, false, linkOf)),
        qualityScoreFieldKey: tried.outputKeys[0] ?? '',
        errorMsg: tried.problem,
      }
    },
    get: async ({ spaceID, datasetID, jobID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      return { job: shownJob(await of(datasetID, jobID), spaceID) }
    },
    update: async ({ spaceID, datasetID, jobID, job }, ctx) => {
      requireSameSpace(spaceID, ctx)
      await of(datasetID, jobID)
      await columns.update(datasetID, ctx.userId, jobID, { name: job.name, config: planOf(job) })
      return {}
    },
    remove: async ({ spaceID, datasetID, jobID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      await of(datasetID, jobID)
      await columns.remove(datasetID, jobID)
      return {}
    },
    run: async ({ spaceID, datasetID, jobID, taskRunType, filter }, ctx) => {
      requireSameSpace(spaceID, ctx)
      await of(datasetID, jobID)
      const options = { onlyForEmpty: taskRunType === 2, ...(filter && { scope: { filter } }) }
      return { jobInstanceID: await columns.run(datasetID, ctx.userId, jobID, options) }
    },
    runNow: async ({ spaceID, datasetID, jobID, itemIDs }, ctx) => {
      requireSameSpace(spaceID, ctx)
      await of(datasetID, jobID)
      await settled(await columns.run(datasetID, ctx.userId, jobID, { scope: { itemIds: itemIDs } }))
      const { schema } = await datasets.get(datasetID)
      const rows = await items.byIds({ datasetId: datasetID }, itemIDs)
      return { items: rows.map((row) => shownItem(row, spaceID, schema, false, linkOf)) }
    },
    instance: async ({ spaceID, datasetID, jobID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      // The path may contain the id of the setup or of one of its runs.
      const run = await columns.findRun(jobID)
      const job = await of(datasetID, run?.jobId ?? jobID)
      const newest = run ?? (await columns.lastRun(job.id))
      if (!newest) throw errors.notFound({ what: 'run' })
      return { instance: shownInstance(newest, ctx) }
    },
    terminate: async ({ spaceID, datasetID, jobID, instanceID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      await of(datasetID, jobID)
      await columns.terminate(datasetID, jobID, instanceID)
      return {}
    },
  }
}

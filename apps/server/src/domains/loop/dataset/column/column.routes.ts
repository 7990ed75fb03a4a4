import type { contract } from '@orrery/contract'
import { ColumnKind } from '@orrery/contract/shared/dataset-enums'
import type { Locale } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import { shownItem } from '../dataset.view.ts'
import { readFields } from '../field-wire.ts'
import { requireSameSpace } from '../same-space.ts'
import { configOfPlan, planOfConfig } from './column-plan.ts'
import type { ColumnService } from './column.service.ts'
import { CellState, type ColumnJobRow } from './column.table.ts'
import { SCRIPT_TEMPLATE } from './script-template.ts'

export const runStatuses = ['', 'pending', 'running', 'success', 'failed', 'terminated']

export const shownColumnJob = (job: ColumnJobRow, spaceId: string) => ({
  id: job.id,
  spaceId,
  annotationJobId: job.id,
  targetID: job.datasetId,
  name: job.name,
  annotationConfig: configOfPlan(job.config),
  createdAt: String(job.createdAt),
  createdBy: job.createdBy,
  updatedAt: String(job.updatedAt),
  updatedBy: job.editedBy,
})
type FoundRun = Awaited<ReturnType<ColumnService['running']>>[number]
export const shownRun = ({ run, job, spaceId, batchId }: FoundRun, locale: Locale) => ({
  annotationJobRunID: run.id,
  jobID: run.jobId,
  total: run.total,
  successCnt: run.succeeded,
  failedCnt: run.failed,
  skippedCnt: run.skipped,
  status: runStatuses[run.status] ?? '',
  outputFieldKeys: run.outputKeys,
  job: shownColumnJob(job, spaceId),
  createdBy: run.createdBy,
  createdAt: String(run.createdAt),
  endAt: String(run.endedAt),
  runLog: { errorMsg: locale === 'zh-CN' ? run.problemZh : run.problem },
  batchInferTaskID: batchId ?? '',
})

export function columnRoutes({
  columns,
  linkOf,
}: {
  columns: ColumnService
  linkOf: (key: string) => string
}): Handlers<typeof contract.datasetColumn> {
  return {
    create: async ({ spaceID, datasetID, name, content }, ctx) => {
      requireSameSpace(spaceID, ctx)
      return { jobID: await columns.create(datasetID, ctx.userId, name, planOfConfig(content)) }
    },
    update: async ({ spaceID, datasetID, jobID, name, content }, ctx) => {
      requireSameSpace(spaceID, ctx)
      await columns.update(datasetID, ctx.userId, jobID, { name, config: content && planOfConfig(content) })
      return {}
    },
    remove: async ({ spaceID, datasetID, jobID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      await columns.remove(datasetID, jobID)
      return {}
    },
    get: async ({ spaceID, datasetID, jobID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      return { jobDetail: shownColumnJob(await columns.of(datasetID, jobID, ColumnKind.column), spaceID) }
    },
    search: async ({ spaceID, nameLike, page, pageSize }) => {
      const { rows, total } = await columns.search(spaceID, nameLike, page, pageSize)
      return { annotationJobs: rows.map((job) => shownColumnJob(job, spaceID)), total }
    },
    preview: async ({ spaceID, datasetID, job, fields }, ctx) => {
      requireSameSpace(spaceID, ctx)
      const config = planOfConfig(job.annotationConfig)
      const { rows, schema, problem } = await columns.preview(datasetID, config, readFields(fields), ctx.locale)
      return { items: rows.map((row) => shownItem(row, spaceID, schema, false, linkOf)), errorMsg: problem }
    },
    run: async ({ spaceID, datasetID, jobID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      return { annotationJobRun: await columns.run(datasetID, ctx.userId, jobID) }
    },
    terminate: async ({ spaceID, datasetID, jobID, jobRunID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      await columns.terminate(datasetID, jobID, jobRunID)
      return {}
    },
    running: async ({ spaceID, datasetID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      const runs = await columns.running(datasetID)
      return { annotationJobRunInstances: runs.map((run) => shownRun(run, ctx.locale)) }
    },
    associated: async ({ spaceID, datasetID }, ctx) => {
      requireSameSpace(spaceID, ctx)
      const { read, written } = await columns.uses(datasetID)
      const shown = (jobs: typeof read) =>
        Object.fromEntries([...jobs].map(([key, list]) => [key, list.map((job) => shownColumnJob(job, spaceID))]))
      return { inputJobMap: shown(read), outputJobMap: shown(written) }
    },
    runs: async ({ spaceID, datasetID, typeFilter, createdBys, page, pageSize }, ctx) => {
      requireSameSpace(spaceID, ctx)
      const asked = { datasetId: datasetID, types: typeFilter, makers: createdBys }
      const { rows, total } = await columns.runs(asked, page, pageSize)
      return { instances: rows.map((run) => shownRun(run, ctx.locale)), total: String(total) }
    },
    cells: async ({ datasetID, itemID }, { locale }) => ({
      cells: (await columns.cellsOf(datasetID, itemID)).map((cell) => ({
        fieldKey: cell.fieldKey,
        jobRunID: cell.runId,
        genFail: cell.state === CellState.failed,
        isChanged: cell.isChanged,
        modelID: cell.modelId,
        modelName: cell.model,
        traceID: cell.traceId,
        agreement: cell.agreement,
        errorMsg: locale === 'zh-CN' ? cell.problemZh : cell.problem,
        createdAt: String(cell.createdAt),
      })),
    }),
    scriptTemplate: async ({ template_type }) => ({
      template: { user_script_template_type: template_type, template: SCRIPT_TEMPLATE },
    }),
  }
}

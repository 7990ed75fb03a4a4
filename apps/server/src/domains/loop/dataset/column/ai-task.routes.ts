import type { contract } from '@orrery/contract'
import { ColumnFiller, ColumnKind, COLUMN_LIMITS } from '@orrery/contract/shared/dataset-enums'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { columnCalled, type ColumnPlan, promptOf } from './column-plan.ts'
import type { ColumnService } from './column.service.ts'
import type { ColumnJobRow } from './column.table.ts'

interface AiTaskRoutesDeps {
  columns: ColumnService
  /** The space of a dataset; undefined if the dataset does not exist. */
  spaceOf(datasetId: string): Promise<string | undefined>
  datasetIdsOf(spaceId: string): Promise<string[]>
}
interface Setup {
  datasetColumnName: string
  promptID: string
  promptVersion?: string | undefined
  userPromptColumnName?: string | undefined
  promptVariables: { name: string; valueType: 1 | 2; value: string; datasetColumnName: string }[]
  executeConcurrency: number
}
/** On the wire: a mistake of the user, not of the system. */
const USER_ERROR = 2
const REPORTED = 100

const planOf = (given: Setup): ColumnPlan => ({
  annotationType: ColumnFiller.model,
  aiAnnotator: {
    category: 1,
    onlineAIAnnotator: {
      annotator: {
        manualAnnotator: {
          model: {},
          promptID: given.promptID,
          ...(given.promptVersion !== undefined && { promptVersion: given.promptVersion }),
          ...(given.userPromptColumnName && { userPromptColumnName: given.userPromptColumnName }),
          inputMappings: given.promptVariables.map(({ name, valueType, value, datasetColumnName }) => ({
            targetType: 'variable' as const,
            targetValue: name,
            ...(valueType === 1
              ? { sourceType: 'const' as const, sourceValue: value }
              : { sourceType: 'column' as const, sourceValue: datasetColumnName || name }),
          })),
          outputMappings: [
            { targetType: 'column', targetValue: given.datasetColumnName, sourceValue: '', isNewColumn: true },
          ],
        },
      },
      inferRound: 1,
      onlyForEmpty: false,
      onlyForFailed: false,
      allowUndefinedTagValues: false,
      autoUpdate: false,
      executeConcurrency: given.executeConcurrency,
    },
  },
})
/** Shows a setup in the format of the first API version; undefined if that format cannot express it. */
function setupOf({ config }: ColumnJobRow): Setup | undefined {
  if (config.quality || config.annotationType !== ColumnFiller.model) return undefined
  const { promptID, promptVersion, userPromptColumnName, inputMappings, outputMappings } = promptOf(config)
  return {
    datasetColumnName: outputMappings[0]!.targetValue,
    promptID: promptID ?? '',
    promptVersion,
    userPromptColumnName,
    promptVariables: inputMappings.map(({ sourceType, sourceValue, targetValue }) => ({
      name: targetValue,
      valueType: sourceType === 'const' ? 1 : 2,
      value: sourceType === 'const' ? sourceValue : '',
      datasetColumnName: sourceType === 'const' ? '' : sourceValue,
    })),
    executeConcurrency: config.aiAnnotator!.onlineAIAnnotator.executeConcurrency,
  }
}

export function aiTaskRoutes({
  columns,
  spaceOf,
  datasetIdsOf,
}: AiTaskRoutesDeps): Handlers<typeof contract.datasetAiTask> {
  /** A dataset of another space gets the same answer as a missing one. */
  async function requireDataset(spaceId: string, datasetId: string) {
    if ((await spaceOf(datasetId)) !== spaceId) throw errors.notFound({ what: 'dataset' })
  }
  async function of(spaceId: string, id: string): Promise<ColumnJobRow & { setup: Setup }> {
    const job = await columns.jobIn(spaceId, id)
    const setup = job && setupOf(job)
    if (!setup) throw errors.notFound({ what: 'task' })
    return { ...job, setup }
  }
  async function shown(job: ColumnJobRow, setup: Setup, spaceID: string) {
    const last = await columns.lastRun(job.id)
    return {
      ...setup,
      promptVersion: setup.promptVersion ?? '',
      userPromptColumnName: setup.userPromptColumnName ?? '',
      id: job.id,
      name: job.name,
      datasetID: job.datasetId,
      latestTaskRunID: last?.id ?? '',
      spaceID,
      createdBy: job.createdBy,
      createdAt: String(job.createdAt),
      updatedBy: job.editedBy,
      updatedAt: String(job.updatedAt),
    }
  }
  async function runOf(spaceId: string, taskId: string, runId: string) {
    const job = await of(spaceId, taskId)
    const run = await columns.findRun(runId)
    if (run?.jobId !== job.id) throw errors.notFound({ what: 'run' })
    return { job, run }
  }
  return {
    create: async ({ space_id, name, datasetID, ...setup }, ctx) => {
      await requireDataset(space_id, datasetID)
      return { id: await columns.create(datasetID, ctx.userId, name, planOf(setup)) }
    },
    list: async ({ space_id, dataset_id }) => {
      if (dataset_id !== undefined) await requireDataset(space_id, dataset_id)
      const ids = dataset_id === undefined ? await datasetIdsOf(space_id) : [dataset_id]
      const jobs = (await Promise.all(ids.map((id) => columns.jobs(id, ColumnKind.column)))).flat()
      const tasks = jobs.flatMap((job) => {
        const setup = setupOf(job)
        return setup ? [shown(job, setup, space_id)] : []
      })
      return { tasks: await Promise.all(tasks) }
    },
    tryOut: async ({ space_id, datasetID, sampleCount, ...given }, ctx) => {
      await requireDataset(space_id, datasetID)
      const setup = { ...given, executeConcurrency: 1 }
      const tried = await columns.preview(datasetID, planOf(setup), [], ctx.locale, sampleCount)
      const { fields } = tried.schema
      const keyOf = (name: string) => columnCalled(name, fields)?.key ?? ''
      const items = tried.rows.map(({ turns: [turn = {}] }) => {
        const textOf = (name: string) => turn[keyOf(name)]?.text ?? ''
        const output = turn[tried.outputKeys[0] ?? '']?.text ?? ''
        const variables = setup.promptVariables.map(({ name, valueType, value, datasetColumnName }) => [
          name,
          valueType === 1 ? value : textOf(datasetColumnName || name),
        ])
        return {
          variables: Object.fromEntries(variables) as Record<string, string>,
          userPromptColumnValue: {
            text: setup.userPromptColumnName ? textOf(setup.userPromptColumnName) : '',
            data_type: 0,
          },
          output,
          error: output ? '' : tried.problem,
        }
      })
      return { items: items.slice(0, Math.min(sampleCount, COLUMN_LIMITS.outputs)) }
    },
    get: async ({ space_id, task_id }) => {
      const { setup, ...job } = await of(space_id, task_id)
      return { task: await shown(job, setup, space_id) }
    },
    update: async ({ space_id, task_id, name, ...change }, ctx) => {
      const job = await of(space_id, task_id)
      const { setup } = job
      const config = planOf({
        datasetColumnName: setup.datasetColumnName,
        promptID: change.promptID ?? setup.promptID,
        promptVersion: change.promptVersion ?? setup.promptVersion,
        userPromptColumnName: change.userPromptColumnName ?? setup.userPromptColumnName,
        promptVariables: change.promptVariables ?? setup.promptVariables,
        executeConcurrency: change.executeConcurrency ?? setup.executeConcurrency,
      })
      await columns.update(job.datasetId, ctx.userId, job.id, { name, config })
      return {}
    },
    remove: async ({ space_id, task_id }) => {
      const job = await of(space_id, task_id)
      await columns.remove(job.datasetId, job.id)
      return {}
    },
    run: async ({ space_id, task_id, taskRunType }, ctx) => {
      const job = await of(space_id, task_id)
      return { runID: await columns.run(job.datasetId, ctx.userId, job.id, { onlyForEmpty: taskRunType === 2 }) }
    },
    taskRun: async ({ space_id, task_id, task_run_id }, ctx: Ctx) => {
      const { job, run } = await runOf(space_id, task_id, task_run_id)
      const { setup, ...row } = job
      const failed = run.failed ? await columns.errorsOf(job.datasetId, run.id, REPORTED) : []
      return {
        taskRun: {
          id: run.id,
          taskID: job.id,
          taskRunType: run.plan.aiAnnotator?.onlineAIAnnotator.onlyForEmpty ? 2 : 1,
          status: run.status,
          totalCount: run.total,
          succeedCount: run.succeeded,
          failedCount: run.failed,
          updatedCount: run.succeeded,
          taskRunErrorInfos: failed.map((cell) => ({
            rowGroupID: cell.itemId,
            errorInfo: {
              errorType: USER_ERROR,
              errorMessage: ctx.locale === 'zh-CN' ? cell.problemZh : cell.problem,
            },
          })),
          taskBrief: await shown(row, setup, space_id),
          createdBy: run.createdBy,
          createdAt: String(run.createdAt),
          updatedBy: run.createdBy,
          updatedAt: String(run.endedAt || run.createdAt),
        },
      }
    },
    terminate: async ({ space_id, task_id, task_run_id }) => {
      const { job } = await runOf(space_id, task_id, task_run_id)
      await columns.terminate(job.datasetId, job.id, task_run_id)
      return {}
    },
  }
}

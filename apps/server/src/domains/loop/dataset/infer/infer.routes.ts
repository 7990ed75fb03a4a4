import type { contract } from '@orrery/contract'
import { BatchProvider, BatchStatus, ColumnRunStatus } from '@orrery/contract/shared/dataset-enums'
import { errors, type Locale } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { InferService } from './infer.service.ts'

type Found = Awaited<ReturnType<InferService['get']>>
const { completed, failed, terminated, waiting } = ColumnRunStatus
const ended: Partial<Record<number, number>> = {
  [completed]: BatchStatus.success,
  [failed]: BatchStatus.failed,
  [terminated]: BatchStatus.terminated,
}
/** The status of the run once it has ended; until then that of the task at the provider, or of the run itself. */
function statusOf({ task, run }: Found): number {
  const end = ended[run.status]
  if (end !== undefined) return end
  if (task.provider === BatchProvider.provider) return task.status
  return run.status === waiting ? BatchStatus.preparing : BatchStatus.inferring
}
const modelOf = ({ provider, modelId, model }: Found['task']) =>
  provider === BatchProvider.provider
    ? { arkModel: { customModelID: modelId, foundationModelName: model } }
    : { merlinSeedModel: { modelCardID: modelId, modelCardName: model } }

function shown({ task, run }: Found, locale: Locale) {
  const { inferTimes, temperature, topP, maxNewToken } = task.params
  const zh = locale === 'zh-CN'
  const problem = (zh ? run.problemZh : run.problem) || (zh ? task.problemZh : task.problem) || task.reported
  const processed = run.succeeded + run.failed + run.skipped
  return {
    id: task.id,
    name: task.name,
    desc: '',
    batchInferParam: {
      inferTimes: String(inferTimes),
      temperature,
      topP,
      ...(maxNewToken !== undefined && { maxNewToken: String(maxNewToken) }),
    },
    provider: task.provider,
    providerInfo: { provider: task.provider, ...modelOf(task) },
    providerTaskID: task.batchId,
    batchInferDatasets: [{ datasetID: task.datasetId, datasetType: 0 }],
    status: statusOf({ task, run }),
    errCode: problem ? '1' : '',
    errMsg: problem,
    ckptExecRes: {
      resultExported: run.status === completed,
      inferExportProgress: {
        total: String(run.total),
        processed: String(processed),
        added: String(run.succeeded),
      },
    },
    spaceID: task.spaceId,
    createdBy: task.createdBy,
    createdAt: String(task.createdAt),
    updatedBy: task.createdBy,
    updatedAt: String(task.updatedAt),
  }
}

export function inferRoutes({ infer }: { infer: InferService }): Handlers<typeof contract.datasetInfer> {
  const modelFor = async (userId: string, id: string) => {
    const model = (await infer.modelsOf(userId, undefined)).find((one) => one.id === id)
    if (!model) throw errors.notFound({ what: 'model' })
    return model
  }
  const get = async (spaceId: string, id: string, locale: Locale) => ({
    batchInferTask: shown(await infer.get(spaceId, id), locale),
  })
  return {
    models: async ({ provider, nameKeyword = '', limit, offset }, { userId }) => {
      const word = nameKeyword.toLowerCase()
      const found = (await infer.modelsOf(userId, provider)).filter(({ name }) => name.toLowerCase().includes(word))
      return {
        total: String(found.length),
        hasMore: offset + limit < found.length,
        modelCards: found.slice(offset, offset + limit).map(({ id, name }) => ({ id, name })),
      }
    },
    describe: async ({ seedModelCardID }, { userId }) => {
      const { config, contextTokens, maxOutputTokens, capabilities } = await modelFor(userId, seedModelCardID)
      return {
        modelParamConfigType: config.model,
        networkConfig: JSON.stringify({ contextTokens, maxOutputTokens, capabilities }),
        quantConfig: '',
        checkpointHdfsPath: '',
      }
    },
    resources: async ({ modelCardID }, { userId }) => {
      if (modelCardID !== undefined) await modelFor(userId, modelCardID)
      return { exist: false }
    },
    task: ({ space_id, task_id }, { locale }) => get(space_id, task_id, locale),
    openTask: ({ space_id, task_id }, { locale }) => get(space_id, task_id, locale),
    report: async ({ space_id, task_id, errorMsg = '' }) => {
      await infer.report(space_id, task_id, errorMsg)
      return {}
    },
  }
}

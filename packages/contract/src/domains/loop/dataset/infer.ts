import { z } from 'zod'
import { op } from '#kit.ts'
import { BatchProvider } from '#shared/dataset-enums.ts'
import { base, id, idOrNone, int } from '#shared/fields.ts'

const provider = () => z.literal(Object.values(BatchProvider))
/** Accepted and ignored: a token of another system. */
const userJwtToken = z.unknown().optional()
const clamped = (fallback: number, max: number) =>
  int()
    .transform((value) => Math.min(max, Math.max(0, value)))
    .default(fallback)
const taskShape = () =>
  z.object({
    id: z.string(),
    name: z.string(),
    desc: z.string(),
    batchInferParam: z.object({
      temperature: z.number().optional(),
      topP: z.number().optional(),
      maxNewToken: z.string().optional(),
      inferTimes: z.string(),
    }),
    provider: z.number(),
    providerInfo: z.object({
      provider: z.number(),
      merlinSeedModel: z.object({ modelCardID: z.string(), modelCardName: z.string() }).optional(),
      arkModel: z.object({ customModelID: z.string(), foundationModelName: z.string() }).optional(),
    }),
    /** The id of the batch at the provider. */
    providerTaskID: z.string(),
    batchInferDatasets: z.array(z.object({ datasetID: z.string(), datasetType: z.number() })),
    status: z.number(),
    errCode: z.string(),
    errMsg: z.string(),
    ckptExecRes: z.object({
      resultExported: z.boolean(),
      inferExportProgress: z.object({ total: z.string(), processed: z.string(), added: z.string() }),
    }),
    spaceID: z.string(),
    createdBy: z.string(),
    createdAt: z.string(),
    updatedBy: z.string(),
    updatedAt: z.string(),
  })
const answer = () => z.object({ batchInferTask: taskShape() })
const path = '/open-api/ml_flow/v2/batch_infer/spaces/{space_id}/tasks/{task_id}'

/** Columns that are filled by batches: many questions are sent at once and answered later. */
export const datasetInfer = {
  models: op('POST /api/ml_flow/v1/batch_infer/list_model_cards', {
    summary: 'List models that batches can use',
    summaryZh: '列出可用于批量推理的模型',
    reply: 'flat',
    input: () =>
      z.object({
        provider: provider().optional(),
        nameKeyword: z.string().max(100).optional(),
        userJwtToken,
        limit: clamped(20, 100),
        offset: clamped(0, 1_000_000),
        base,
      }),
    output: () =>
      z.object({
        total: z.string(),
        hasMore: z.boolean(),
        modelCards: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
  }),
  describe: op('POST /api/ml_flow/v1/batch_infer/parse_model_config', {
    summary: 'See what is known of a model',
    summaryZh: '查看模型的已知配置',
    reply: 'flat',
    input: () => z.object({ provider: provider().optional(), seedModelCardID: id(), userJwtToken, base }),
    output: () =>
      z.object({
        modelParamConfigType: z.string(),
        networkConfig: z.string(),
        quantConfig: z.string(),
        checkpointHdfsPath: z.string(),
      }),
  }),
  resources: op('POST /api/ml_flow/v1/batch_infer/get_recommend_resource', {
    summary: 'See whether an instance has machines of its own for a model; this one has none',
    summaryZh: '查看是否有可推荐的计算资源，此实例没有',
    reply: 'flat',
    input: () => z.object({ modelCardID: idOrNone(), userJwtToken, base }),
    output: () => z.object({ exist: z.boolean() }),
  }),
  task: op('POST /api/ml_flow/v1/spaces/{space_id}/batch_infer/{task_id}', {
    summary: 'See how far a batch is',
    summaryZh: '查看批量推理任务的进度',
    access: { on: 'space', id: 'space_id', can: 'view' },
    reply: 'flat',
    input: () => z.object({ space_id: id(), task_id: id(), userJwtToken, base }),
    output: answer,
  }),
  openTask: op(`GET ${path}`, {
    summary: 'See how far a batch is',
    summaryZh: '查看批量推理任务的进度',
    access: { on: 'space', id: 'space_id', can: 'view' },
    scope: 'Dataset.view',
    reply: 'flat',
    input: () => z.object({ space_id: id(), task_id: id(), userJwtToken }),
    output: answer,
  }),
  report: op(`POST ${path}/report_progress`, {
    summary: 'Report that something happened with a batch; it is looked at immediately',
    summaryZh: '上报批量推理任务的进展，系统会立即查看',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    scope: 'Dataset.edit',
    reply: 'flat',
    input: () => z.object({ space_id: id(), task_id: id(), errorMsg: z.string().max(2000).optional(), base }),
  }),
}

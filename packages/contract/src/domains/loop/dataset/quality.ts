import { z } from 'zod'
import { op } from '#kit.ts'
import { QUALITY_LIMITS } from '#shared/dataset-enums.ts'
import { base, id, int, name, pageNumber, pageSize } from '#shared/fields.ts'
import { manual } from './columns.ts'
import { filterShape, itemShape, unsupported } from './shapes.ts'

const inDataset = () => ({ spaceID: id(), datasetID: id() })
const onDataset = (can: 'view' | 'editInfo') => ({ on: 'dataset', id: 'datasetID', can }) as const
const annotator = () =>
  z.object({ category: z.string().max(50).optional(), manualAnnotator: manual(unsupported(), unsupported()) })
const task = () =>
  z.object({
    /** The model that answers each row. */
    reasoner: annotator(),
    /** Number of answers per row. */
    inferenceRound: int().min(1).max(QUALITY_LIMITS.rounds).default(4),
    /** Rates how right an answer is, from 0 to 1; `{{answer}}` stands for the answer. */
    judge: annotator().refine(
      ({ manualAnnotator }) => /\{\{\s*answer\s*\}\}/.test(manualAnnotator.promptContent ?? ''),
      {
        path: ['manualAnnotator', 'promptContent'],
        error: 'has to hold {{answer}}: the answer that is judged',
        params: { zh: '须包含 {{answer}}，即待评审的回答' },
      },
    ),
    /** The lowest score that counts as right. */
    positiveThreshold: z.number().min(0).max(1).default(0.5),
  })
const given = () =>
  z.object({
    name: name(100),
    passKTask: task(),
    /** Also scores rows that are added later, automatically. */
    autoCalculateNewData: z.boolean().default(false),
  })
export type QualityTask = z.output<ReturnType<typeof task>> & { autoCalculateNewData: boolean }

const jobShape = () =>
  z.object({
    id: z.string(),
    jobID: z.string(),
    spaceID: z.string(),
    datasetID: z.string(),
    name: z.string(),
    category: z.string(),
    passKTask: z.unknown(),
    autoCalculateNewData: z.boolean(),
    createdAt: z.string(),
    createdBy: z.string(),
    updatedAt: z.string(),
    updatedBy: z.string(),
  })
const instanceShape = () =>
  z.object({
    id: z.string(),
    jobID: z.string(),
    total: z.number(),
    successCnt: z.number(),
    failedCnt: z.number(),
    skippedCnt: z.number(),
    status: z.string(),
    errorMsg: z.string(),
  })
const path = '/api/ml_flow/v2/spaces/{spaceID}/datasets/{datasetID}/quality_score_jobs'

/** Quality scores of rows: a model answers several times, and a judge decides which answers are right. */
export const datasetQuality = {
  create: op(`POST ${path}`, {
    summary: 'Set up quality scores',
    summaryZh: '创建质量分任务',
    access: onDataset('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...inDataset(), job: given(), base }),
    output: () => z.object({ jobID: z.string() }),
  }),
  list: op(`GET ${path}`, {
    summary: 'List setups for quality scores',
    summaryZh: '列出质量分任务',
    access: onDataset('view'),
    reply: 'flat',
    input: () => z.object({ ...inDataset(), page: pageNumber(), pageSize: pageSize(), cursor: unsupported() }),
    output: () => z.object({ jobs: z.array(jobShape()), total: z.string() }),
  }),
  tryOut: op(`POST ${path}/dry_run`, {
    summary: 'Score the first rows; nothing is stored',
    summaryZh: '试算前几条数据的质量分，不保存',
    access: onDataset('editInfo'),
    reply: 'flat',
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () =>
      z.object({
        ...inDataset(),
        job: given(),
        sampleCount: int().min(1).max(QUALITY_LIMITS.tried).default(3),
        base,
      }),
    output: () => z.object({ items: z.array(itemShape()), qualityScoreFieldKey: z.string(), errorMsg: z.string() }),
  }),
  get: op(`GET ${path}/{jobID}`, {
    summary: 'See how quality is scored',
    summaryZh: '查看质量分任务',
    access: onDataset('view'),
    reply: 'flat',
    input: () => z.object({ ...inDataset(), jobID: id() }),
    output: () => z.object({ job: jobShape() }),
  }),
  update: op(`PUT ${path}/{jobID}`, {
    summary: 'Change how quality is scored',
    summaryZh: '修改质量分任务',
    access: onDataset('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...inDataset(), jobID: id(), job: given(), base }),
  }),
  remove: op(`DELETE ${path}/{jobID}`, {
    summary: 'Delete a setup for quality scores; the scores stay',
    summaryZh: '删除质量分任务，已有的分数保留',
    access: onDataset('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...inDataset(), jobID: id() }),
  }),
  run: op(`POST ${path}/{jobID}/run`, {
    summary: 'Score rows',
    summaryZh: '计算质量分',
    access: onDataset('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        ...inDataset(),
        jobID: id(),
        /** 1 all rows, 2 only those without a score. */
        taskRunType: int()
          .pipe(z.literal([0, 1, 2]))
          .default(1),
        filter: filterShape().optional(),
        base,
      }),
    output: () => z.object({ jobInstanceID: z.string() }),
  }),
  runNow: op(`POST ${path}/{jobID}/sync_run`, {
    summary: 'Score a few rows and wait for it',
    summaryZh: '立即计算少量数据的质量分',
    access: onDataset('editInfo'),
    reply: 'flat',
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () =>
      z.object({ ...inDataset(), jobID: id(), itemIDs: z.array(id()).min(1).max(QUALITY_LIMITS.tried), base }),
    output: () => z.object({ items: z.array(itemShape()) }),
  }),
  instance: op('GET /api/ml_flow/v2/spaces/{spaceID}/datasets/{datasetID}/quality_score_job_instances/{jobID}', {
    summary: 'See how far the newest run of a setup is',
    summaryZh: '查看质量分任务最近一次运行的进度',
    access: onDataset('view'),
    reply: 'flat',
    input: () => z.object({ ...inDataset(), jobID: id() }),
    output: () => z.object({ instance: instanceShape() }),
  }),
  terminate: op(`POST ${path}/{jobID}/instances/{instanceID}/terminate`, {
    summary: 'End a run; scores that were written stay',
    summaryZh: '终止运行，已写入的分数保留',
    access: onDataset('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...inDataset(), jobID: id(), instanceID: id(), base }),
  }),
}

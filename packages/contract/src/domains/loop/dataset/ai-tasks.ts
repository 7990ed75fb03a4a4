import { z } from 'zod'
import { op } from '#kit.ts'
import { COLUMN_LIMITS } from '#shared/dataset-enums.ts'
import { base, id, idOrNone, int, name } from '#shared/fields.ts'

const path = '/api/ml_flow/v1/spaces/{space_id}/ai_annotate_tasks'
const inSpace = (can: 'view' | 'createResource') => ({ on: 'space', id: 'space_id', can }) as const
const ofTask = () => ({ space_id: id(), task_id: id() })
const variable = () =>
  z.object({
    name: z.string().min(1).max(128),
    /** 1 a fixed text, 2 the value of a column. */
    valueType: z.literal([1, 2]),
    value: z.string().max(10_000).default(''),
    datasetColumnName: z.string().max(128).default(''),
  })
const setup = () => ({
  promptID: id(),
  promptVersion: z.string().max(50).optional(),
  userPromptColumnName: z.string().max(128).optional(),
  promptVariables: z.array(variable()).max(COLUMN_LIMITS.inputs).default([]),
})
const concurrency = () => int().min(1).max(COLUMN_LIMITS.concurrency)
const taskShape = () =>
  z.object({
    id: z.string(),
    name: z.string(),
    datasetID: z.string(),
    datasetColumnName: z.string(),
    promptID: z.string(),
    promptVersion: z.string(),
    userPromptColumnName: z.string(),
    promptVariables: z.array(
      z.object({
        name: z.string(),
        valueType: z.number(),
        value: z.string(),
        datasetColumnName: z.string(),
      }),
    ),
    latestTaskRunID: z.string(),
    executeConcurrency: z.number(),
    spaceID: z.string(),
    createdBy: z.string(),
    createdAt: z.string(),
    updatedBy: z.string(),
    updatedAt: z.string(),
  })

/** Columns that a prompt of the library fills, in the first version of the calls. */
export const datasetAiTask = {
  create: op(`POST ${path}`, {
    summary: 'Set up a column that a prompt fills',
    summaryZh: '创建 AI 标注任务',
    access: inSpace('createResource'),
    reply: 'flat',
    input: () =>
      z.object({
        space_id: id(),
        name: name(100),
        datasetID: id(),
        datasetColumnName: name(128),
        ...setup(),
        executeConcurrency: concurrency().default(4),
        base,
      }),
    output: () => z.object({ id: z.string() }),
  }),
  list: op(`GET ${path}`, {
    summary: 'List columns of a dataset that prompts fill',
    summaryZh: '列出 AI 标注任务',
    access: inSpace('view'),
    reply: 'flat',
    input: () => z.object({ space_id: id(), dataset_id: idOrNone() }),
    output: () => z.object({ tasks: z.array(taskShape()) }),
  }),
  tryOut: op(`POST ${path}/dry_run`, {
    summary: 'Try a prompt on a few rows; nothing is stored',
    summaryZh: '试运行 AI 标注，不保存结果',
    access: inSpace('createResource'),
    reply: 'flat',
    limit: { by: 'user', max: 60, seconds: 60 },
    input: () =>
      z.object({
        space_id: id(),
        datasetID: id(),
        datasetColumnName: name(128),
        ...setup(),
        sampleCount: int().min(1).max(10).default(5),
        base,
      }),
    output: () =>
      z.object({
        items: z.array(
          z.object({
            variables: z.record(z.string(), z.string()),
            userPromptColumnValue: z.object({ text: z.string(), data_type: z.number() }),
            output: z.string(),
            error: z.string(),
          }),
        ),
      }),
  }),
  get: op(`GET ${path}/{task_id}`, {
    summary: 'See a column that a prompt fills',
    summaryZh: '查看 AI 标注任务',
    access: inSpace('view'),
    reply: 'flat',
    input: () => z.object(ofTask()),
    output: () => z.object({ task: taskShape() }),
  }),
  update: op(`PUT ${path}/{task_id}`, {
    summary: 'Change how a prompt fills a column',
    summaryZh: '修改 AI 标注任务',
    access: inSpace('createResource'),
    reply: 'flat',
    input: () =>
      z.object({
        ...ofTask(),
        name: name(100).optional(),
        promptID: idOrNone(),
        promptVersion: z.string().max(50).optional(),
        userPromptColumnName: z.string().max(128).optional(),
        promptVariables: z.array(variable()).max(COLUMN_LIMITS.inputs).optional(),
        executeConcurrency: concurrency().optional(),
        base,
      }),
  }),
  remove: op(`DELETE ${path}/{task_id}`, {
    summary: 'Delete the setup; values stay',
    summaryZh: '删除 AI 标注任务，已有的值保留',
    access: inSpace('createResource'),
    reply: 'flat',
    input: () => z.object(ofTask()),
  }),
  run: op(`POST ${path}/{task_id}/run`, {
    summary: 'Fill the column',
    summaryZh: '运行 AI 标注',
    access: inSpace('createResource'),
    reply: 'flat',
    input: () =>
      z.object({
        ...ofTask(),
        /** 1 all rows, 2 only empty ones. */
        taskRunType: int()
          .pipe(z.literal([0, 1, 2]))
          .default(1),
        base,
      }),
    output: () => z.object({ runID: z.string() }),
  }),
  taskRun: op(`GET ${path}/{task_id}/task_runs/{task_run_id}`, {
    summary: 'See how far a run is',
    summaryZh: '查看 AI 标注的运行进度',
    access: inSpace('view'),
    reply: 'flat',
    input: () => z.object({ ...ofTask(), task_run_id: id() }),
    output: () =>
      z.object({
        taskRun: z.object({
          id: z.string(),
          taskID: z.string(),
          taskRunType: z.number(),
          status: z.number(),
          totalCount: z.number(),
          succeedCount: z.number(),
          failedCount: z.number(),
          updatedCount: z.number(),
          taskRunErrorInfos: z.array(
            z.object({
              rowGroupID: z.string(),
              errorInfo: z.object({ errorType: z.number(), errorMessage: z.string() }),
            }),
          ),
          taskBrief: taskShape(),
          createdBy: z.string(),
          createdAt: z.string(),
          updatedBy: z.string(),
          updatedAt: z.string(),
        }),
      }),
  }),
  terminate: op(`POST ${path}/{task_id}/task_runs/{task_run_id}/terminate`, {
    summary: 'End a run; what was written stays',
    summaryZh: '终止 AI 标注，已写入的值保留',
    access: inSpace('createResource'),
    reply: 'flat',
    input: () => z.object({ ...ofTask(), task_run_id: id(), base }),
  }),
}

import { z } from 'zod'
import { op } from '#kit.ts'
import { base, id, idOrNone, int, name, pageNumber, pageSize } from '#shared/fields.ts'
import { BatchProvider, COLUMN_LIMITS, ColumnFiller } from '#shared/dataset-enums.ts'
import { givenField, itemShape, unsupported } from './shapes.ts'

const inDataset = () => ({ spaceID: id(), datasetID: id() })
const onDataset = (can: 'view' | 'editInfo') => ({ on: 'dataset', id: 'datasetID', can }) as const
const inputMapping = () =>
  z.object({
    sourceType: z.enum(['column', 'const']).default('column'),
    /** The key or name of a column, or the text itself. */
    sourceValue: z.string().max(10_000),
    targetType: z.literal('variable').default('variable'),
    /** The name of the variable between braces in the prompt. */
    targetValue: z.string().min(1).max(128),
  })
const outputMapping = () =>
  z.object({
    sourceType: z.string().max(50).optional(),
    /** The name of the value in an answer with several values; empty if the whole answer is the value. */
    sourceValue: z.string().max(128).default(''),
    targetType: z.literal('column').default('column'),
    /** The key or name of the column. */
    targetValue: name(128),
    isNewColumn: z.boolean().default(false),
  })
const inputMappings = () => z.array(inputMapping()).max(COLUMN_LIMITS.inputs).default([])
const outputMappings = () => z.array(outputMapping()).min(1).max(COLUMN_LIMITS.outputs)
const fillOptions = () => ({
  onlyForEmpty: z.boolean().default(false),
  onlyForFailed: z.boolean().default(false),
  /** Adds unknown values to the tag. Otherwise their cells fail. */
  allowUndefinedTagValues: z.boolean().default(false),
  /** Also fills rows that are added later, automatically. */
  autoUpdate: z.boolean().default(false),
})
const promptParts = () => ({
  promptCategory: z.string().max(50).optional(),
  promptContent: z.string().max(COLUMN_LIMITS.prompt).optional(),
  promptID: idOrNone(),
  promptVersion: z.string().max(50).optional(),
  /** The column with the question; the prompt is then sent before it, as instructions. */
  userPromptColumnName: z.string().max(128).optional(),
  inputMappings: inputMappings(),
})
interface PromptGiven {
  promptContent?: string | undefined
  promptID?: string | undefined
}
const hasPrompt = (): [(given: PromptGiven) => boolean, { path: string[]; error: string; params: { zh: string } }] => [
  ({ promptContent, promptID }) => Boolean(promptContent || promptID),
  {
    path: ['promptContent'],
    error: 'write a prompt, or name one of the library by promptID',
    params: { zh: '请填写提示词，或用 promptID 指定提示词库中的一条' },
  },
]
/** A prompt, either written inline or named by its id in the library. */
export const manual = <O extends z.ZodType, T extends z.ZodType>(outputs: O, thinking: T) =>
  z
    .object({
      model: z
        .object({
          id: idOrNone(),
          temperature: z.number().min(0).max(2).optional(),
          max_tokens: z.number().int().min(1).optional(),
          top_p: z.number().min(0).max(1).optional(),
        })
        .default({}),
      ...promptParts(),
      outputMappings: outputs,
      /** The column for the model's reasoning. */
      thinkingOutputMapping: thinking,
    })
    .refine(...hasPrompt())
/** A prompt whose questions are sent as one batch. The provider's settings determine the model. */
const offline = () =>
  z
    .object({
      batchInferprovider: z.literal(Object.values(BatchProvider)).default(BatchProvider.local),
      batchInferProviderInfo: z
        .object({
          provider: z.number().optional(),
          merlinSeedModel: z
            .object({
              merlinSeedModelType: z.literal(2, { error: 'must be 2: a model by its id' }).optional(),
              modelCardID: idOrNone(),
              modelCardName: z.string().max(300).optional(),
            })
            .optional(),
          arkModel: z
            .object({ customModelID: idOrNone(), foundationModelName: z.string().max(300).optional() })
            .optional(),
          merlinModel: unsupported(),
          merlinResource: unsupported(),
        })
        .default({}),
      batchInferParam: z
        .object({
          temperature: z.number().min(0).max(2).optional(),
          topP: z.number().min(0).max(1).optional(),
          maxNewToken: int().min(1).optional(),
          inferTimes: int().min(1).max(COLUMN_LIMITS.rounds).default(1),
          topK: unsupported(),
          maxContextToken: unsupported(),
          batchSize: unsupported(),
        })
        .default({ inferTimes: 1 }),
      ...promptParts(),
      outputMappings: outputMappings(),
      onlyForEmpty: z.boolean().default(false),
      onlyForFailed: z.boolean().default(false),
      allowUndefinedTagValues: z.boolean().default(false),
    })
    .refine(...hasPrompt())
const columnConfig = () =>
  z
    .object({
      annotationType: z.literal([ColumnFiller.model, ColumnFiller.python], {
        error: 'must be 1: a model, or 2: Python',
      }),
      aiAnnotator: z
        .object({
          category: z.literal([1, 2], { error: 'must be 1: row by row, or 2: as a batch' }).default(1),
          onlineAIAnnotator: z
            .object({
              annotator: z.object({
                category: z.string().max(50).optional(),
                manualAnnotator: manual(outputMappings(), outputMapping().optional()),
              }),
              inferRound: int().min(1).max(COLUMN_LIMITS.rounds).default(1),
              batchSize: z.literal(1, { error: 'must be 1: a row in each request' }).optional(),
              ...fillOptions(),
              executeConcurrency: int().min(1).max(COLUMN_LIMITS.concurrency).default(4),
              thinkingOutputBehavior: unsupported(),
            })
            .optional(),
          offlineAIAnnotator: offline().optional(),
        })
        .refine(({ category, onlineAIAnnotator }) => category !== 1 || onlineAIAnnotator, {
          path: ['onlineAIAnnotator'],
          error: 'is required when rows are asked one by one (category 1)',
        })
        .refine(({ category, offlineAIAnnotator }) => category !== 2 || offlineAIAnnotator, {
          path: ['offlineAIAnnotator'],
          error: 'is required when rows are asked as a batch (category 2)',
        })
        .optional(),
      ruleAnnotator: z
        .object({
          category: z.literal(1, { error: 'must be 1: Python' }).default(1),
          content: z.string().min(1).max(COLUMN_LIMITS.code),
          inputMappings: unsupported(),
          outputMappings: outputMappings(),
          ...fillOptions(),
        })
        .optional(),
    })
    .refine(({ annotationType, aiAnnotator }) => annotationType !== ColumnFiller.model || aiAnnotator, {
      path: ['aiAnnotator'],
      error: 'is required for a column that a model fills',
    })
    .refine(({ annotationType, ruleAnnotator }) => annotationType !== ColumnFiller.python || ruleAnnotator, {
      path: ['ruleAnnotator'],
      error: 'is required for a column that Python fills',
    })
export type ColumnConfig = z.output<ReturnType<typeof columnConfig>>

export const columnJobShape = () =>
  z.object({
    id: z.string(),
    spaceId: z.string(),
    annotationJobId: z.string(),
    targetID: z.string(),
    name: z.string(),
    annotationConfig: z.unknown(),
    createdAt: z.string(),
    createdBy: z.string(),
    updatedAt: z.string(),
    updatedBy: z.string(),
  })
export const columnRunShape = () =>
  z.object({
    annotationJobRunID: z.string(),
    jobID: z.string(),
    total: z.number(),
    successCnt: z.number(),
    failedCnt: z.number(),
    /** Rows that did not need filling, or that a person changed in the meantime. */
    skippedCnt: z.number(),
    status: z.string(),
    outputFieldKeys: z.array(z.string()),
    job: columnJobShape(),
    createdBy: z.string(),
    createdAt: z.string(),
    endAt: z.string(),
    runLog: z.object({ errorMsg: z.string() }),
    /** The batch of this run; empty when rows are sent one by one. */
    batchInferTaskID: z.string(),
  })
const jobsByField = () => z.record(z.string(), z.array(columnJobShape()))
const path = '/api/ml_flow/v2/spaces/{spaceID}/datasets/{datasetID}/annotation_jobs'

/** Columns that a model or Python fills from other columns. */
export const datasetColumn = {
  create: op(`POST ${path}`, {
    summary: 'Set up how columns are filled',
    summaryZh: '创建列填充任务',
    access: onDataset('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...inDataset(), name: name(100), content: columnConfig(), base }),
    output: () => z.object({ jobID: z.string() }),
  }),
  update: op(`PUT ${path}/{jobID}`, {
    summary: 'Change how columns are filled',
    summaryZh: '修改列填充任务',
    access: onDataset('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({ ...inDataset(), jobID: id(), name: name(100).optional(), content: columnConfig().optional(), base }),
  }),
  remove: op(`DELETE ${path}/{jobID}`, {
    summary: 'Delete a setup for columns; their values stay',
    summaryZh: '删除列填充任务，已填充的值保留',
    access: onDataset('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...inDataset(), jobID: id() }),
  }),
  running: op(`GET ${path}/process`, {
    summary: 'List runs of a dataset that are under way',
    summaryZh: '列出数据集正在进行的运行',
    access: onDataset('view'),
    reply: 'flat',
    input: () => z.object(inDataset()),
    output: () => z.object({ annotationJobRunInstances: z.array(columnRunShape()) }),
  }),
  associated: op(`GET ${path}/associated`, {
    summary: 'See which setups read and write each field',
    summaryZh: '查看读取和写入各字段的任务',
    access: onDataset('view'),
    reply: 'flat',
    input: () => z.object(inDataset()),
    output: () => z.object({ inputJobMap: jobsByField(), outputJobMap: jobsByField() }),
  }),
  get: op(`GET ${path}/{jobID}`, {
    summary: 'See how columns are filled',
    summaryZh: '查看列填充任务',
    access: onDataset('view'),
    reply: 'flat',
    input: () => z.object({ ...inDataset(), jobID: id() }),
    output: () => z.object({ jobDetail: columnJobShape() }),
  }),
  search: op('POST /api/ml_flow/v2/spaces/{spaceID}/annotation_jobs/search', {
    summary: 'Find setups for columns in a space',
    summaryZh: '查找空间中的列填充任务',
    access: { on: 'space', id: 'spaceID', can: 'view' },
    reply: 'flat',
    input: () =>
      z.object({
        spaceID: id(),
        nameLike: z.string().max(100).optional(),
        page: pageNumber(),
        pageSize: pageSize(),
        cursor: unsupported(),
        orderBy: unsupported(),
        base,
      }),
    output: () => z.object({ annotationJobs: z.array(columnJobShape()), total: z.number() }),
  }),
  preview: op(`POST ${path}/preview`, {
    summary: 'Try a setup on the first five rows; nothing is stored',
    summaryZh: '在前五行上试运行，不保存结果',
    access: onDataset('editInfo'),
    reply: 'flat',
    limit: { by: 'user', max: 60, seconds: 60 },
    input: () =>
      z.object({
        ...inDataset(),
        job: z.object({ annotationConfig: columnConfig() }),
        fields: z.array(givenField()).default([]),
        base,
      }),
    output: () => z.object({ items: z.array(itemShape()), errorMsg: z.string() }),
  }),
  run: op(`POST ${path}/{jobID}/run`, {
    summary: 'Fill the columns',
    summaryZh: '开始填充',
    access: onDataset('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        ...inDataset(),
        jobID: id(),
        annotationJobRunID: unsupported(),
        jwtToken: z.unknown().optional(),
        base,
      }),
    output: () => z.object({ annotationJobRun: z.string() }),
  }),
  terminate: op(`POST ${path}/{jobID}/job_run_instances/{jobRunID}/terminate`, {
    summary: 'End a run; what was written stays',
    summaryZh: '终止运行，已写入的值保留',
    access: onDataset('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...inDataset(), jobID: id(), jobRunID: id(), jwtToken: z.unknown().optional(), base }),
  }),
  runs: op('POST /api/ml_flow/v2/spaces/{spaceID}/datasets/{datasetID}/job_run_instances/search', {
    summary: 'List runs of a dataset',
    summaryZh: '列出数据集的运行',
    access: onDataset('view'),
    reply: 'flat',
    input: () =>
      z.object({
        ...inDataset(),
        typeFilter: z.array(z.literal([1, 2, 3])).optional(),
        createdBys: z.array(id()).max(200).optional(),
        page: pageNumber(),
        pageSize: pageSize(),
        cursor: unsupported(),
        orderBy: unsupported(),
        base,
      }),
    output: () => z.object({ instances: z.array(columnRunShape()), total: z.string() }),
  }),
  cells: op('GET /api/ml_flow/v2/datasets/{datasetID}/items/{itemID}/generated_cells', {
    summary: 'See which values of an item were generated, and by what',
    summaryZh: '查看一条数据中哪些值是生成的及其来源',
    access: onDataset('view'),
    reply: 'flat',
    input: () => z.object({ datasetID: id(), itemID: id() }),
    output: () =>
      z.object({
        cells: z.array(
          z.object({
            fieldKey: z.string(),
            jobRunID: z.string(),
            genFail: z.boolean(),
            /** Whether a person has changed the value since it was generated. */
            isChanged: z.boolean(),
            modelID: z.string(),
            modelName: z.string(),
            traceID: z.string(),
            agreement: z.number(),
            errorMsg: z.string(),
            createdAt: z.string(),
          }),
        ),
      }),
  }),
  scriptTemplate: op('GET /api/ml_flow/v1/data_process/user_script_template', {
    summary: 'Get a Python function to begin with',
    summaryZh: '获取 Python 函数模板',
    input: () =>
      z.object({
        template_type: int()
          .pipe(z.literal([0, 1, 2, 3]))
          .default(2),
        base,
      }),
    reply: 'flat',
    output: () => z.object({ template: z.object({ user_script_template_type: z.number(), template: z.string() }) }),
  }),
}

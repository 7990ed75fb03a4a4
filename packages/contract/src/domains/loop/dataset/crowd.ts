import { z } from 'zod'
import { op } from '#kit.ts'
import { ANNOTATION_LIMITS, CROWD_LIMITS, CrowdPlatform, CrowdScope } from '#shared/crowd-enums.ts'
import { base, id, idOrNone, int, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { filterShape } from './shapes.ts'

const inSpace = (can: 'view' | 'createResource' | 'manageConnectors') => ({ on: 'space', id: 'spaceID', can }) as const
const onDataset = (can: 'view' | 'editInfo') => ({ on: 'dataset', id: 'datasetID', can }) as const
const platform = () => z.literal(Object.values(CrowdPlatform))
const platformInput = () => int().pipe(platform())
const short = () => z.string().max(300)
const inputMapping = () =>
  z.object({
    sourceType: z.enum(['column', 'const']).default('column'),
    /** The key or name of a column, or the text itself. */
    sourceValue: z.string().max(10_000),
    targetType: short().optional(),
    /** The name of the value on the platform; defaults to the name of the column. */
    targetValue: z.string().max(128).default(''),
    sourceName: short().optional(),
  })
const outputMapping = () =>
  z.object({
    sourceType: short().optional(),
    /** The name of the answer on the platform; defaults to the name of the column. */
    sourceValue: z.string().max(128).default(''),
    targetType: z.literal('column').default('column'),
    /** The key or name of the column. */
    targetValue: name(128),
    isNewColumn: z.boolean().default(false),
    sourceName: short().optional(),
  })
const aidpConfig = () =>
  z.object({
    userID: short().default(''),
    /**
     * The id of the project on the platform; for the annotation queue of this instance, the tag to choose values from.
     */
    taskID: z.string().max(50).default(''),
    taskName: short().default(''),
    taskURL: z.string().max(2000).optional(),
    answerSchema: z.string().max(100_000).optional(),
  })
const inputConfig = () =>
  z.object({
    inputDatasetID: id(),
    inputDatasetName: short().default(''),
    inputDatasetVersionNum: z.string().max(20).default(''),
    inputDatasetVersionID: id(),
    inputDatasetVersion: z.string().max(50).optional(),
    itemIDs: z.array(id()).max(CROWD_LIMITS.rows).optional(),
    filter: filterShape().optional(),
    fieldMeta: z.unknown().optional(),
    total: z.number().optional(),
    inputMappings: z.array(inputMapping()).max(CROWD_LIMITS.mappings).default([]),
    dataSelectScope: z.literal(Object.values(CrowdScope)).default(CrowdScope.all),
  })
const outputConfig = () =>
  z.object({
    /** Fetches answers automatically. */
    isAutoFetchRes: z.boolean().default(true),
    /** Adds rows with answers to a new dataset, instead of filling columns of this one. */
    isAutoExportToNewDataset: z.boolean().default(false),
    outputDatasetName: name(255).optional(),
    outputDatasetID: idOrNone(),
    /** False stores the answer unparsed, as JSON. */
    isParseAnnotateRes: z.boolean().default(true),
    outputMappings: z.array(outputMapping()).min(1).max(CROWD_LIMITS.outputs),
  })
/** For the annotation queue of this instance: how many people label each row, and who. */
const queue = () =>
  z.object({
    blindCount: int().min(1).max(ANNOTATION_LIMITS.blind).default(1),
    annotatorIDs: z.array(id()).max(ANNOTATION_LIMITS.people).default([]),
  })
export type CrowdInput = z.output<ReturnType<typeof inputConfig>>
export type CrowdOutput = z.output<ReturnType<typeof outputConfig>>
export type CrowdQueue = z.output<ReturnType<typeof queue>>

const jobShape = () =>
  z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    platform: z.number(),
    aidpConfig: z.object({
      userID: z.string(),
      taskID: z.string(),
      taskName: z.string(),
      taskURL: z.string(),
    }),
    inputConfig: z.unknown(),
    outputConfig: z.unknown(),
    queue: z.object({ blindCount: z.number(), annotatorIDs: z.array(z.string()) }),
    InternalDatasetID: z.string(),
    status: z.number(),
    terminateReason: z.string(),
    /** Why the platform cannot be reached, while the status is abnormal. */
    errorMsg: z.string(),
    statusDetail: z.object({ inputSize: z.string(), sent: z.string(), received: z.string() }),
    /** The task in the annotation queue of this instance; empty for another platform. */
    annotationTaskID: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    createdBy: z.string(),
  })
const jobs = '/api/ml_flow/v2/spaces/{spaceID}/crowdsourcing_annotate_jobs'
const ofDataset = '/api/ml_flow/v2/spaces/{spaceID}/datasets/{datasetID}/crowdsourcing_annotate_jobs/{jobID}'
const server = '/api/ml_flow/v2/spaces/{spaceID}/label_studio'

/** Rows that people label, in the annotation queue of this instance or on a Label Studio server. */
export const datasetCrowd = {
  create: op(`POST ${jobs}`, {
    summary: 'Send rows of a version to people who label them',
    summaryZh: '创建众包标注任务',
    access: inSpace('createResource'),
    reply: 'flat',
    input: () =>
      z.object({
        spaceID: id(),
        name: name(100),
        description: text(2048).default(''),
        platform: platform(),
        aidpConfig: aidpConfig().optional(),
        inputConfig: inputConfig(),
        outputConfig: outputConfig(),
        queue: queue().default({ blindCount: 1, annotatorIDs: [] }),
        base,
      }),
    output: () => z.object({ jobID: z.string() }),
  }),
  list: op(`POST ${jobs}/list`, {
    summary: 'Find jobs that people label rows for',
    summaryZh: '查找众包标注任务',
    access: inSpace('view'),
    reply: 'flat',
    input: () =>
      z.object({
        spaceID: id(),
        searchConfig: z
          .object({
            datasetID: idOrNone(),
            jobName: z.string().max(100).optional(),
            jobID: idOrNone(),
            createdBy: z.array(id()).max(200).optional(),
          })
          .default({}),
        page: pageNumber(),
        pageSize: pageSize(),
        base,
      }),
    output: () => z.object({ tasks: z.array(jobShape()), total: z.number() }),
  }),
  projects: op(`GET ${jobs}/authorized_aidp_info`, {
    summary: 'List projects of the connected Label Studio server, or tags for our own queue',
    summaryZh: '列出已连接的 Label Studio 项目，或可用于本实例标注的标签',
    access: inSpace('view'),
    reply: 'flat',
    input: () => z.object({ spaceID: id(), platform: platformInput(), keyword: z.string().max(100).optional() }),
    output: () =>
      z.object({
        taskSummaries: z.array(
          z.object({
            taskID: z.string(),
            title: z.string(),
            projectName: z.string(),
            callbackOpts: z.object({ CallbackType: z.string() }),
            templateID: z.string(),
            taskURL: z.string(),
          }),
        ),
        aidpUserID: z.string(),
      }),
  }),
  refresh: op(`GET ${jobs}/{jobID}/refresh`, {
    summary: 'Fetch the answers that are there, and see how far a job is',
    summaryZh: '拉取已有的标注结果并查看进度',
    access: inSpace('createResource'),
    reply: 'flat',
    writes: true,
    input: () => z.object({ spaceID: id(), jobID: id() }),
    output: () => z.object({ job: jobShape() }),
  }),
  answers: op(`GET ${jobs}/{jobID}/answers`, {
    summary: 'List all answers that came; of several for one row the last counts',
    summaryZh: '列出收到的全部标注结果，同一条数据以最后一次为准',
    access: inSpace('view'),
    reply: 'flat',
    input: () => z.object({ spaceID: id(), jobID: id(), page: pageNumber(), pageSize: pageSize() }),
    output: () =>
      z.object({
        answers: z.array(
          z.object({
            itemID: z.string(),
            answers: z.record(z.string(), z.unknown()),
            answeredAt: z.string(),
            isCounted: z.boolean(),
            errorMsg: z.string(),
          }),
        ),
        total: z.number(),
      }),
  }),
  terminate: op(`POST ${ofDataset}/terminate`, {
    summary: 'End a job; answers that came stay',
    summaryZh: '终止众包标注任务，已收到的结果保留',
    access: onDataset('editInfo'),
    reply: 'flat',
    input: () => z.object({ spaceID: id(), datasetID: id(), jobID: id(), base }),
  }),
  remove: op(`DELETE ${ofDataset}`, {
    summary: 'Delete a job that has ended; values in columns stay',
    summaryZh: '删除已结束的众包标注任务，已写入的值保留',
    access: onDataset('editInfo'),
    reply: 'flat',
    input: () => z.object({ spaceID: id(), datasetID: id(), jobID: id() }),
  }),
  answerSchema: op('GET /api/ml_flow/v2/spaces/{spaceID}/templateID/{templateID}/answer_schema', {
    summary: 'See what answers of a project look like, as JSON Schema',
    summaryZh: '查看项目答案的 JSON Schema',
    access: inSpace('view'),
    reply: 'flat',
    input: () => z.object({ spaceID: id(), templateID: id(), platform: platformInput() }),
    output: () => z.object({ schema: z.string() }),
  }),
  flow: op('GET /api/ml_flow/v2/spaces/{spaceID}/taskID/{taskID}/aidp_flow_config', {
    summary: 'See the steps of a project, and the values that its rows need',
    summaryZh: '查看项目的流程节点和必填字段',
    access: inSpace('view'),
    reply: 'flat',
    input: () => z.object({ spaceID: id(), taskID: id(), platform: platformInput() }),
    output: () =>
      z.object({
        flowConfig: z.object({
          nodes: z.array(z.object({ nodeID: z.string(), name: z.string() })),
          requiredFields: z.array(z.object({ key: z.string(), name: z.string() })),
        }),
      }),
  }),
  connect: op(`PUT ${server}`, {
    summary: 'Connect the Label Studio server of a space',
    summaryZh: '连接空间的 Label Studio 服务',
    access: inSpace('manageConnectors'),
    reply: 'flat',
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () =>
      z.object({
        spaceID: id(),
        url: z.url({ protocol: /^https?$/ }).max(2000),
        /** A personal access token or legacy token of a Label Studio account. */
        token: z.string().min(1).max(4000),
      }),
    output: () => z.object({ account: z.string() }),
  }),
  connection: op(`GET ${server}`, {
    summary: 'See which Label Studio server a space is connected to',
    summaryZh: '查看空间连接的 Label Studio 服务',
    access: inSpace('view'),
    reply: 'flat',
    input: () => z.object({ spaceID: id() }),
    output: () => z.object({ connection: z.object({ url: z.string(), account: z.string() }).optional() }),
  }),
  disconnect: op(`DELETE ${server}`, {
    summary: 'Disconnect the Label Studio server of a space',
    summaryZh: '断开空间的 Label Studio 服务',
    access: inSpace('manageConnectors'),
    reply: 'flat',
    input: () => z.object({ spaceID: id() }),
  }),
  hook: op('POST /api/ml_flow/v2/label_studio/hooks/{key}', {
    summary: 'Hear from Label Studio that there are new answers',
    summaryZh: '接收 Label Studio 的新结果通知',
    access: 'public',
    ownAuthorization: true,
    body: 'raw',
    reply: 'raw',
    bodyLimit: 1024 * 1024,
    limit: { by: 'address', max: 600, seconds: 60 },
    input: () => z.object({ key: z.string().max(100) }),
  }),
}

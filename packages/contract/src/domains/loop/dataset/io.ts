import { z } from 'zod'
import { op } from '#kit.ts'
import {
  DatasetCategory,
  FileFormat,
  FOREIGN_STORES,
  JobStatus,
  JobType,
  STORED_HERE,
  STORED_HERE_V1,
} from '#shared/dataset-enums.ts'
import { base, commaList, id, idOrNone, int, name, text } from '#shared/fields.ts'
import { datasetInSpace, errorGroup, fieldShape, givenField, unsupported } from './shapes.ts'

const onJob = (can: 'view' | 'editInfo') => ({ on: 'datasetJob', id: 'jobID', can }) as const
const oneOf = <T extends number>(values: Readonly<Record<string, T>>) => z.literal(Object.values(values))
export const uploaded = () => z.literal(STORED_HERE, { error: `must be ${STORED_HERE}: files that were uploaded here` })
export const stored = () =>
  z.literal([STORED_HERE, ...Object.values(FOREIGN_STORES)], {
    error: `must be ${STORED_HERE}: files that were uploaded here, 1 or 2: S3, or 3: HDFS`,
  })
/**
 * An uploaded file of the caller, by its key, or a file in a store of the space, by its path. Its extension gives its
 * type.
 */
export const givenFile = <P extends z.ZodType<number>>(from: P) =>
  z.object({
    provider: from,
    path: z.string().min(1).max(300),
    format: oneOf(FileFormat).optional(),
    compressFormat: unsupported(),
    files: unsupported(),
    originalFileName: text(300).optional(),
  })
/** A dataset as the source or target of a copy. */
const givenDataset = () => z.object({ datasetID: id(), versionID: idOrNone(), spaceID: idOrNone() })
export const mappings = () =>
  z
    .array(z.object({ source: z.string().max(300), target: z.string().max(128) }))
    .max(500)
    .default([])
export const option = () =>
  z
    .object({
      overwriteDataset: z.boolean().default(false),
      /** A finished search for duplicates in this file: rows that are marked as duplicates are left out. */
      jobID: idOrNone(),
    })
    .default({ overwriteDataset: false })
export const endpoint = () =>
  z.object({
    file: z
      .object({
        provider: z.number(),
        path: z.string(),
        format: z.number(),
        originalFileName: z.string(),
      })
      .optional(),
    dataset: z.object({ spaceID: z.string(), datasetID: z.string(), versionID: z.string() }).optional(),
  })
export const jobShape = () =>
  z.object({
    id: z.string(),
    spaceID: z.string(),
    datasetID: z.string(),
    jobType: z.number(),
    source: endpoint(),
    target: endpoint(),
    fieldMappings: z.array(z.object({ source: z.string(), target: z.string() })),
    option: z.object({ overwriteDataset: z.boolean() }),
    status: z.number(),
    progress: z.object({
      total: z.string(),
      processed: z.string(),
      added: z.string(),
      skipped: z.string(),
    }),
    errors: z.array(errorGroup()),
    createdBy: z.string(),
    createdAt: z.string(),
    updatedBy: z.string(),
    updatedAt: z.string(),
    startedAt: z.string(),
    endedAt: z.string(),
  })
export const guessed = () => fieldShape().omit({ key: true })
export const exportTarget = () => ({
  targetType: z.literal([1, 2], { error: 'must be 1: a file, or 2: a dataset' }).default(1),
  target: z
    .object({
      file: z
        .object({
          provider: stored().default(STORED_HERE),
          path: z.string().max(300).optional(),
          format: z
            .literal([FileFormat.jsonl, FileFormat.parquet, FileFormat.csv, FileFormat.xlsx, FileFormat.zip])
            .default(FileFormat.csv),
          compressFormat: unsupported(),
          files: unsupported(),
          originalFileName: text(300).optional(),
        })
        .default({ provider: STORED_HERE, format: FileFormat.csv }),
      /** The target dataset; rows are matched by the names of the fields. */
      dataset: givenDataset().optional(),
    })
    .default({ file: { provider: STORED_HERE, format: FileFormat.csv } }),
})
const listed = () => ({ types: oneOf(JobType), statuses: oneOf(JobStatus) })

/** Imports and exports of datasets, as jobs. */
export const datasetIo = {
  inspect: op('POST /api/ml_flow/v2/spaces/{spaceID}/parse_import_source_file', {
    summary: 'See what columns a file has, and of which types',
    summaryZh: '查看文件的列及其类型',
    access: { on: 'space', id: 'spaceID', can: 'createResource' },
    reply: 'flat',
    input: () => z.object({ spaceID: id(), file: givenFile(stored()), base }),
    output: () =>
      z.object({
        bytes: z.string(),
        fields: z.array(guessed()),
        conflicts: z.array(z.object({ fieldName: z.string(), detailM: z.record(z.string(), guessed()) })),
        filesWithAmbiguousColumn: z.array(z.string()),
        /** The key of the stored file; a file in a store was fetched first. */
        fileKey: z.string(),
        /** The first rows, by the names of the columns. */
        preview: z.array(z.record(z.string(), z.string())),
      }),
  }),
  import: op('POST /api/ml_flow/v2/datasets/{datasetID}/import', {
    summary: 'Import a file into a dataset',
    summaryZh: '将文件导入数据集',
    access: { on: 'dataset', id: 'datasetID', can: 'editInfo' },
    reply: 'flat',
    input: () =>
      z.object({ ...datasetInSpace, file: givenFile(stored()), fieldMappings: mappings(), option: option(), base }),
    output: () => z.object({ jobID: z.string() }),
  }),
  createWithImport: op('POST /api/ml_flow/v2/datasets/create_with_import', {
    summary: 'Create a dataset out of a file or of another dataset',
    summaryZh: '由文件或其他数据集创建数据集',
    access: { on: 'space', id: 'spaceID', can: 'createResource' },
    reply: 'flat',
    input: () =>
      z.object({
        spaceID: id(),
        appID: unsupported(),
        sourceType: z.literal([1, 2], { error: 'must be 1: a file, or 2: a dataset' }).default(1),
        source: z
          .object({ file: givenFile(stored()).optional(), dataset: givenDataset().optional() })
          .refine(({ file, dataset }) => file || dataset, {
            path: ['file'],
            error: 'name a file, or a dataset to copy',
            params: { zh: '请指定文件，或要复制的数据集' },
          }),
        fieldMappings: mappings(),
        option: z.object({ overwriteDataset: z.boolean().default(false), jobID: unsupported() }).optional(),
        targetDatasetName: name(255),
        targetDatasetDesc: text(2048).default(''),
        category: z.literal(Object.values(DatasetCategory)).default(DatasetCategory.general),
        /** Defaults to the fields of the file. */
        fields: z.array(givenField()).default([]),
        base,
      }),
    output: () => z.object({ datasetID: z.string(), jobID: z.string() }),
  }),
  export: op('POST /api/ml_flow/v2/spaces/{spaceID}/datasets/{datasetID}/export', {
    summary: 'Export a dataset or one of its versions into a file or another dataset',
    summaryZh: '将数据集或其某个版本导出为文件，或复制到其他数据集',
    access: { on: 'dataset', id: 'datasetID', can: 'view' },
    reply: 'flat',
    input: () =>
      z.object({
        spaceID: id(),
        datasetID: id(),
        versionID: idOrNone(),
        ...exportTarget(),
        base,
      }),
    output: () => z.object({ jobID: z.string() }),
  }),
  job: op('GET /api/ml_flow/v2/dataset_io_jobs/{jobID}', {
    summary: 'Get an import or export',
    summaryZh: '获取导入或导出任务',
    access: onJob('view'),
    reply: 'flat',
    input: () => z.object({ jobID: id(), spaceID: idOrNone() }),
    output: () => z.object({ job: jobShape() }),
  }),
  jobs: op('GET /api/ml_flow/v2/datasets/{datasetID}/io_jobs', {
    summary: 'List imports and exports of a dataset',
    summaryZh: '列出数据集的导入和导出任务',
    access: { on: 'dataset', id: 'datasetID', can: 'view' },
    reply: 'flat',
    input: () =>
      z.object({
        ...datasetInSpace,
        types: commaList(int().pipe(listed().types)).optional(),
        statuses: commaList(int().pipe(listed().statuses)).optional(),
      }),
    output: () => z.object({ jobs: z.array(jobShape()) }),
  }),
  searchJobs: op('POST /api/ml_flow/v2/datasets/{datasetID}/io_jobs/search', {
    summary: 'Find imports and exports of a dataset',
    summaryZh: '查找数据集的导入和导出任务',
    access: { on: 'dataset', id: 'datasetID', can: 'view' },
    reply: 'flat',
    input: () =>
      z.object({
        ...datasetInSpace,
        types: z.array(listed().types).optional(),
        statuses: z.array(listed().statuses).optional(),
        base,
      }),
    output: () => z.object({ jobs: z.array(jobShape()) }),
  }),
  cancel: op('PUT /api/ml_flow/v2/spaces/{spaceID}/dataset_io_jobs/{jobID}/cancel', {
    summary: 'Cancel an import or export',
    summaryZh: '取消导入或导出任务',
    access: onJob('editInfo'),
    reply: 'flat',
    input: () => z.object({ jobID: id(), spaceID: id(), base }),
  }),
  rejected: op('GET /api/ml_flow/v2/dataset_io_jobs/{jobID}/rejected', {
    summary: 'Download the rows that an import rejected, with the reasons, as CSV',
    summaryZh: '下载导入时被拒绝的数据及原因（CSV）',
    access: onJob('view'),
    reply: 'raw',
    input: () => z.object({ jobID: id() }),
  }),
  file: op('GET /api/ml_flow/v2/dataset_io_jobs/{jobID}/file', {
    summary: 'Download the file of an export',
    summaryZh: '下载导出的文件',
    access: onJob('view'),
    reply: 'raw',
    input: () => z.object({ jobID: id() }),
  }),
  uploadToken: op('GET /api/ml_flow/v2/files/upload_token', {
    summary: 'Get the right to upload a file for an import',
    summaryZh: '获取上传导入文件的凭证',
    access: { on: 'space', id: 'spaceID', can: 'createResource', optional: true },
    reply: 'flat',
    input: () =>
      z.object({
        spaceID: idOrNone(),
        storage: int().pipe(uploaded()).default(STORED_HERE),
        fileName: z.string().max(300).optional(),
      }),
    output: () =>
      z.object({
        url: z.string(),
        token: z.object({
          accessKeyID: z.string(),
          secretAccessKey: z.string(),
          sessionToken: z.string(),
          expiredTime: z.string(),
          currentTime: z.string(),
        }),
        imageXServiceID: z.string(),
      }),
  }),
  startTask: op('POST /api/ml_flow/v1/dataset_io_tasks', {
    summary: 'Import a file, or export into one',
    summaryZh: '创建导入或导出任务（v1）',
    access: { on: 'dataset', id: 'datasetID', can: 'editInfo' },
    reply: 'flat',
    input: () =>
      z.object({
        spaceID: id(),
        datasetID: id(),
        file: z.object({
          provider: z.literal(STORED_HERE_V1, { error: `must be ${STORED_HERE_V1}: files that were uploaded here` }),
          /** Ignored for an export, whose file gets a link. */
          path: z.string().max(300).default(''),
          format: oneOf(FileFormat).optional(),
          compressFormat: unsupported(),
          files: unsupported(),
        }),
        ioType: z.literal([JobType.importFile, JobType.exportFile]),
        option: z
          .object({ overwriteDataset: z.boolean().default(false), overwriteFile: z.boolean().optional() })
          .default({ overwriteDataset: false }),
        base,
      }),
    output: () => z.object({ taskID: z.string() }),
  }),
  task: op('GET /api/ml_flow/v1/dataset_io_tasks/{taskID}', {
    summary: 'See an import or export, in the words of the first version',
    summaryZh: '查看导入或导出任务（v1）',
    access: { on: 'datasetJob', id: 'taskID', can: 'view' },
    reply: 'flat',
    input: () => z.object({ taskID: id(), spaceID: idOrNone() }),
    output: () =>
      z.object({
        task: z.object({
          id: z.string(),
          spaceID: z.string(),
          datasetID: z.string(),
          file: z.object({ provider: z.number(), path: z.string(), format: z.number() }),
          ioType: z.number(),
          option: z.object({ overwriteDataset: z.boolean() }),
          status: z.number(),
          progress: z.object({
            name: z.string(),
            total: z.number(),
            processed: z.number(),
            added: z.number(),
          }),
          logs: z.array(
            z.object({ content: z.string(), level: z.string(), timestamp: z.string(), hidden: z.boolean() }),
          ),
          createdBy: z.string(),
          createdAt: z.string(),
          updatedBy: z.string(),
          updatedAt: z.string(),
          startedAt: z.string(),
          endedAt: z.string(),
        }),
      }),
  }),
}

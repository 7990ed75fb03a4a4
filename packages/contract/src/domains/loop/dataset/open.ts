import { z } from 'zod'
import { op } from '#kit.ts'
import { DATASET_LIMITS } from '#shared/dataset-enums.ts'
import { base, id, idOrNone, name, text } from '#shared/fields.ts'
import { exportTarget, givenFile, guessed, jobShape, mappings, option } from './io.ts'
import {
  datasetShape,
  errorGroup,
  givenContent,
  givenField,
  givenItem,
  itemShape,
  unsupported,
  versionShape,
} from './shapes.ts'

/** Who the caller says to be. The token decides: what differs from it is refused. */
const headers = {
  spaceID: 'flowdevops-agw-openapi-spaceid',
  accountID: 'flowdevops-agw-openapi-accountid',
  appID: 'flowdevops-agw-openapi-appid',
}
const claims = () => ({ spaceID: idOrNone(), accountID: idOrNone(), appID: unsupported() })
const inSpace = () => ({ ...claims(), spaceID: id() })
const inDataset = () => ({ ...claims(), datasetID: id() })
const cursor = () => ({ cursor: z.string().max(100).optional() })
const onDataset = (can: 'view' | 'editInfo') => ({ on: 'dataset', id: 'datasetID', can }) as const
const onJob = (can: 'view' | 'editInfo') => ({ on: 'datasetJob', id: 'jobID', can }) as const
const ids = (max: number) => z.array(id()).max(max)
const BATCH_BYTES = 32 * 1024 * 1024
const items = () => z.array(itemShape())

/** Datasets for programs with a token. Lists are read page by page with a cursor. */
export const datasetOpen = {
  create: op('POST /open-api/ml_flow/v2/datasets', {
    summary: 'Create a dataset',
    summaryZh: '创建数据集',
    access: { on: 'space', id: 'spaceID', can: 'createResource' },
    scope: 'Dataset.create',
    reply: 'flat',
    headers,
    input: () =>
      z.object({
        ...inSpace(),
        name: name(255),
        description: text(2048).default(''),
        fields: z.array(givenField()).default([]),
        base,
      }),
    output: () => z.object({ datasetID: z.string() }),
  }),
  search: op('POST /open-api/ml_flow/v2/datasets/search', {
    summary: 'Find datasets of a space',
    summaryZh: '查找空间中的数据集',
    access: { on: 'space', id: 'spaceID', can: 'view' },
    scope: 'Dataset.view',
    reply: 'flat',
    headers,
    input: () =>
      z.object({
        ...inSpace(),
        name: z.string().max(255).optional(),
        createdBys: ids(200).optional(),
        ...cursor(),
        base,
      }),
    output: () => z.object({ data: z.array(datasetShape()), nextCursor: z.string() }),
  }),
  items: op('GET /open-api/ml_flow/v2/datasets/{datasetID}/items', {
    summary: 'List items of the draft',
    summaryZh: '列出草稿中的数据',
    access: onDataset('view'),
    scope: 'Dataset.view',
    reply: 'flat',
    headers,
    input: () => z.object({ ...inDataset(), ...cursor() }),
    output: () => z.object({ data: items(), nextCursor: z.string() }),
  }),
  addItems: op('POST /open-api/ml_flow/v2/datasets/{datasetID}/items/batch', {
    summary: 'Add several items',
    summaryZh: '批量添加数据',
    access: onDataset('editInfo'),
    scope: 'Dataset.edit',
    reply: 'flat',
    headers,
    bodyLimit: BATCH_BYTES,
    input: () =>
      z.object({
        ...inDataset(),
        items: z.array(givenItem()).max(DATASET_LIMITS.batchAdd),
        skipInvalidItems: z.boolean().default(false),
        allowPartialAdd: z.boolean().default(false),
        base,
      }),
    output: () => z.object({ addedItems: z.record(z.string(), z.string()), errors: z.array(errorGroup()) }),
  }),
  getItems: op('POST /open-api/ml_flow/v2/datasets/{datasetID}/items/batch_get', {
    summary: 'Get several items of the draft',
    summaryZh: '批量获取草稿中的数据',
    access: onDataset('view'),
    scope: 'Dataset.view',
    reply: 'flat',
    headers,
    input: () => z.object({ ...inDataset(), itemIDs: ids(DATASET_LIMITS.batchGet), base }),
    output: () => z.object({ data: items() }),
  }),
  removeItems: op('POST /open-api/ml_flow/v2/datasets/{datasetID}/items/batch_delete', {
    summary: 'Delete several items from the draft',
    summaryZh: '从草稿中批量删除数据',
    access: onDataset('editInfo'),
    scope: 'Dataset.edit',
    reply: 'flat',
    headers,
    input: () => z.object({ ...inDataset(), itemIDs: ids(DATASET_LIMITS.batchAdd), base }),
  }),
  clear: op('POST /open-api/ml_flow/v2/datasets/{datasetID}/items/clear', {
    summary: 'Empty the draft; versions stay',
    summaryZh: '清空草稿，各版本保留',
    access: onDataset('editInfo'),
    scope: 'Dataset.edit',
    reply: 'flat',
    headers,
    input: () => z.object({ ...inDataset(), base }),
  }),
  item: op('GET /open-api/ml_flow/v2/datasets/{datasetID}/items/{itemID}', {
    summary: 'Get an item of the draft',
    summaryZh: '获取草稿中的一条数据',
    access: onDataset('view'),
    scope: 'Dataset.view',
    reply: 'flat',
    headers,
    input: () => z.object({ ...inDataset(), itemID: id(), withDeepSources: unsupported() }),
    output: () => z.object({ data: z.object({ item: itemShape() }) }),
  }),
  patchItem: op('PATCH /open-api/ml_flow/v2/datasets/{datasetID}/items/{itemID}', {
    summary: 'Change fields of an item; the others keep their values',
    summaryZh: '修改一条数据的部分字段',
    access: onDataset('editInfo'),
    scope: 'Dataset.edit',
    reply: 'flat',
    headers,
    bodyLimit: BATCH_BYTES,
    input: () => z.object({ ...inDataset(), itemID: id(), ...givenContent(), base }),
  }),
  versions: op('GET /open-api/ml_flow/v2/datasets/{datasetID}/versions', {
    summary: 'List versions of a dataset',
    summaryZh: '列出数据集的版本',
    access: onDataset('view'),
    scope: 'Dataset.view',
    reply: 'flat',
    headers,
    input: () => z.object({ ...inDataset(), ...cursor() }),
    output: () => z.object({ data: z.array(versionShape()), nextCursor: z.string() }),
  }),
  createVersion: op('POST /open-api/ml_flow/v2/datasets/{datasetID}/versions', {
    summary: 'Make a version of the draft',
    summaryZh: '将草稿保存为版本',
    access: onDataset('editInfo'),
    scope: 'Dataset.edit',
    reply: 'flat',
    headers,
    input: () => z.object({ ...inDataset(), version: z.string(), desc: text(2048).default(''), base }),
    output: () => z.object({ versionID: z.string() }),
  }),
  itemsOfVersion: op('GET /open-api/ml_flow/v2/datasets/{datasetID}/versions/{versionID}/items', {
    summary: 'List items of a version',
    summaryZh: '列出某个版本的数据',
    access: onDataset('view'),
    scope: 'Dataset.view',
    reply: 'flat',
    headers,
    input: () => z.object({ ...inDataset(), versionID: id(), ...cursor() }),
    output: () => z.object({ data: items(), nextCursor: z.string(), total: z.string() }),
  }),
  getItemsOfVersion: op('POST /open-api/ml_flow/v2/datasets/{datasetID}/versions/{versionID}/items/batch_get', {
    summary: 'Get several items of a version',
    summaryZh: '批量获取某个版本的数据',
    access: onDataset('view'),
    scope: 'Dataset.view',
    reply: 'flat',
    headers,
    input: () => z.object({ ...inDataset(), versionID: id(), itemIDs: ids(DATASET_LIMITS.batchGet), base }),
    output: () => z.object({ data: items() }),
  }),
  inspect: op('POST /open-api/ml_flow/v2/parse_import_source_file', {
    summary: 'See what columns a file has, and of which types',
    summaryZh: '查看文件的列及其类型',
    access: { on: 'space', id: 'spaceID', can: 'createResource' },
    scope: 'Dataset.edit',
    reply: 'flat',
    headers,
    input: () => z.object({ ...inSpace(), file: givenFile(), base }),
    output: () =>
      z.object({
        bytes: z.string(),
        fields: z.array(guessed()),
        conflicts: z.array(z.object({ fieldName: z.string(), detailM: z.record(z.string(), guessed()) })),
        filesWithAmbiguousColumn: z.array(z.string()),
      }),
  }),
  import: op('POST /open-api/ml_flow/v2/datasets/{datasetID}/import', {
    summary: 'Import a file into a dataset',
    summaryZh: '将文件导入数据集',
    access: onDataset('editInfo'),
    scope: 'Dataset.edit',
    reply: 'flat',
    headers,
    input: () => z.object({ ...inDataset(), file: givenFile(), fieldMappings: mappings(), option: option(), base }),
    output: () => z.object({ jobID: z.string() }),
  }),
  export: op('POST /open-api/ml_flow/v2/datasets/{datasetID}/export', {
    summary: 'Export a dataset or one of its versions into a file',
    summaryZh: '将数据集或其某个版本导出为文件',
    access: onDataset('view'),
    scope: 'Dataset.view',
    reply: 'flat',
    headers,
    input: () => z.object({ ...inDataset(), versionID: idOrNone(), ...exportTarget(), base }),
    output: () => z.object({ jobID: z.string() }),
  }),
  job: op('GET /open-api/ml_flow/v2/dataset_io_jobs/{jobID}', {
    summary: 'Get an import or export',
    summaryZh: '获取导入或导出任务',
    access: onJob('view'),
    scope: 'Dataset.view',
    reply: 'flat',
    headers,
    input: () => z.object({ ...claims(), jobID: id() }),
    output: () => z.object({ job: jobShape() }),
  }),
  cancel: op('PUT /open-api/ml_flow/v2/dataset_io_jobs/{jobID}/cancel', {
    summary: 'Cancel an import or export',
    summaryZh: '取消导入或导出任务',
    access: onJob('editInfo'),
    scope: 'Dataset.edit',
    reply: 'flat',
    headers,
    input: () => z.object({ ...claims(), jobID: id(), base }),
  }),
}

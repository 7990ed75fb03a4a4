import { z } from 'zod'
import { op } from '#kit.ts'
import { DATASET_LIMITS } from '#shared/dataset-enums.ts'
import { base, id, idOrNone, pageNumber, pageSize, text } from '#shared/fields.ts'
import {
  datasetInSpace,
  errorGroup,
  filterShape,
  givenContent,
  givenItem,
  itemShape,
  orderShape,
  unsupported,
} from './shapes.ts'

const onDataset = (can: 'view' | 'editInfo') => ({ on: 'dataset', id: 'datasetID', can }) as const
const readAccess = { on: 'dataset', id: 'datasetID', can: 'view', open: true } as const
const paging = () => ({
  page: pageNumber(),
  pageSize: pageSize(20, 200),
  cursor: z.string().max(100).optional(),
})
/** In a query string both fields are JSON text. */
const asText = () => ({ orderBy: z.string().max(1000).optional(), filter: z.string().max(100_000).optional() })
const asBody = () => ({
  orderBy: orderShape().optional(),
  filter: filterShape().optional(),
  word: text(200).optional(),
})
const itemPage = () =>
  z.object({ items: z.array(itemShape()), nextCursor: z.string(), total: z.string(), filterTotal: z.string() })
const idList = (max: number) => z.array(id()).max(max)
/** An item can have up to a megabyte of text. */
const BATCH_BYTES = 32 * 1024 * 1024

const sourceShape = () =>
  z.object({
    type: z.number(),
    trackedItem: z.object({ spaceID: z.string(), datasetID: z.string(), itemID: z.string() }),
    jobType: z.number().optional(),
    jobID: z.string().optional(),
    file: z.object({ storage: z.number(), originalFileName: z.string() }).optional(),
    traceID: z.string().optional(),
    createdAt: z.string(),
  })

/** The rows of datasets and of their versions. */
export const datasetItem = {
  list: op('GET /api/ml_flow/v2/datasets/{datasetID}/items', {
    summary: 'List items of the draft',
    summaryZh: '列出草稿中的数据',
    access: readAccess,
    reply: 'flat',
    input: () => z.object({ ...datasetInSpace, ...paging(), ...asText() }),
    output: itemPage,
  }),
  search: op('POST /api/ml_flow/v2/datasets/{datasetID}/items/search', {
    summary: 'Find items of the draft',
    summaryZh: '查找草稿中的数据',
    access: readAccess,
    reply: 'flat',
    input: () => z.object({ ...datasetInSpace, ...paging(), ...asBody(), base }),
    output: itemPage,
  }),
  create: op('POST /api/ml_flow/v2/spaces/{spaceID}/datasets/{datasetID}/items', {
    summary: 'Add an item',
    summaryZh: '添加一条数据',
    access: onDataset('editInfo'),
    reply: 'flat',
    bodyLimit: BATCH_BYTES,
    input: () =>
      givenItem().extend({
        datasetID: id(),
        spaceID: id(),
        /** Records that the item is a copy of `sourceItemID`. */
        keepLineage: z.boolean().default(false),
        sourceItemID: idOrNone(),
        base,
      }),
    output: () => z.object({ itemID: z.string().optional(), error: errorGroup().optional() }),
  }),
  addMany: op('POST /api/ml_flow/v2/datasets/{datasetID}/items/batch', {
    summary: 'Add several items',
    summaryZh: '批量添加数据',
    access: onDataset('editInfo'),
    reply: 'flat',
    bodyLimit: BATCH_BYTES,
    input: () =>
      z.object({
        ...datasetInSpace,
        items: z.array(givenItem()).max(DATASET_LIMITS.batchAdd),
        skipInvalidItems: z.boolean().default(false),
        allowPartialAdd: z.boolean().default(false),
        base,
      }),
    output: () => z.object({ addedItems: z.record(z.string(), z.string()), errors: z.array(errorGroup()) }),
  }),
  get: op('GET /api/ml_flow/v2/datasets/{datasetID}/items/{itemID}', {
    summary: 'Get an item of the draft',
    summaryZh: '获取草稿中的一条数据',
    access: readAccess,
    reply: 'flat',
    input: () => z.object({ ...datasetInSpace, itemID: id() }),
    output: () => z.object({ item: itemShape() }),
  }),
  set: op('PUT /api/ml_flow/v2/datasets/{datasetID}/items/{itemID}', {
    summary: 'Replace the content of an item',
    summaryZh: '替换一条数据的内容',
    access: onDataset('editInfo'),
    reply: 'flat',
    bodyLimit: BATCH_BYTES,
    input: () => z.object({ ...datasetInSpace, itemID: id(), ...givenContent(), base }),
  }),
  remove: op('DELETE /api/ml_flow/v2/datasets/{datasetID}/items/{itemID}', {
    summary: 'Delete an item from the draft',
    summaryZh: '从草稿中删除一条数据',
    access: onDataset('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...datasetInSpace, itemID: id() }),
  }),
  getMany: op('POST /api/ml_flow/v2/datasets/{datasetID}/items/batch_get', {
    summary: 'Get several items of the draft',
    summaryZh: '批量获取草稿中的数据',
    access: readAccess,
    reply: 'flat',
    input: () => z.object({ ...datasetInSpace, itemIDs: idList(DATASET_LIMITS.batchGet), base }),
    output: () => z.object({ items: z.array(itemShape()) }),
  }),
  removeMany: op('POST /api/ml_flow/v2/datasets/{datasetID}/items/batch_delete', {
    summary: 'Delete several items from the draft',
    summaryZh: '从草稿中批量删除数据',
    access: onDataset('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...datasetInSpace, itemIDs: idList(DATASET_LIMITS.batchAdd), base }),
  }),
  validate: op('POST /api/ml_flow/v2/dataset_items/validate', {
    summary: 'Check whether items fit a dataset, without adding them',
    summaryZh: '检查数据是否符合数据集要求，不会添加',
    access: onDataset('view'),
    reply: 'flat',
    bodyLimit: BATCH_BYTES,
    input: () =>
      z.object({
        ...datasetInSpace,
        items: z.array(givenItem()).max(DATASET_LIMITS.validate).default([]),
        datasetCategory: unsupported(),
        datasetFields: unsupported(),
        ignoreCurrentItemCount: z.boolean().default(false),
      }),
    output: () => z.object({ validItemIndices: z.array(z.number()), errors: z.array(errorGroup()) }),
  }),
  source: op('GET /api/ml_flow/v2/datasets/{datasetID}/items/{id}/source', {
    summary: 'See where an item came from',
    summaryZh: '查看一条数据的来源',
    access: onDataset('view'),
    reply: 'flat',
    input: () => z.object({ ...datasetInSpace, id: id() }),
    output: () => z.object({ source: sourceShape() }),
  }),
  deepSources: op('GET /api/ml_flow/v2/datasets/{datasetID}/items/{id}/deep_sources', {
    summary: 'See all steps by which an item came',
    summaryZh: '查看一条数据的全部来源',
    access: onDataset('view'),
    reply: 'flat',
    input: () => z.object({ ...datasetInSpace, id: id() }),
    output: () => z.object({ deepSources: z.array(sourceShape()) }),
  }),
  history: op('GET /api/ml_flow/v2/datasets/{datasetID}/items/{id}/history', {
    summary: 'See how the values of an item changed',
    summaryZh: '查看一条数据的修改记录',
    access: onDataset('view'),
    reply: 'flat',
    input: () => z.object({ ...datasetInSpace, id: id() }),
    output: () =>
      z.object({
        /** Newest first; long texts are truncated. */
        changes: z.array(
          z.object({
            fieldKey: z.string(),
            turn: z.number(),
            before: z.string(),
            after: z.string(),
            /** Written by a job, not by a person. */
            byJob: z.boolean(),
            createdBy: z.string(),
            createdAt: z.string(),
          }),
        ),
      }),
  }),
  change: op('POST /api/ml_flow/v2/datasets/{datasetID}/items/batch_change', {
    summary: 'Add, change and delete items, all or none',
    summaryZh: '一次添加、修改和删除数据，全部成功或全部不生效',
    access: onDataset('editInfo'),
    reply: 'flat',
    bodyLimit: BATCH_BYTES,
    input: () =>
      z.object({
        ...datasetInSpace,
        add: z.array(givenItem()).max(DATASET_LIMITS.batchAdd).default([]),
        /** Fields that are not named keep their values; `repeatedData` replaces all turns. */
        change: z
          .array(z.object({ itemID: id(), ...givenContent() }))
          .max(DATASET_LIMITS.batchAdd)
          .default([]),
        remove: idList(DATASET_LIMITS.batchAdd).default([]),
      }),
    output: () => z.object({ addedItemIDs: z.array(z.string()) }),
  }),
  clear: op('POST /api/ml_flow/v2/datasets/{dataset_id}/items/clear', {
    summary: 'Empty the draft; versions stay',
    summaryZh: '清空草稿，各版本保留',
    access: { on: 'dataset', id: 'dataset_id', can: 'editInfo' },
    reply: 'flat',
    input: () => z.object({ dataset_id: id(), spaceID: datasetInSpace.spaceID, base }),
  }),
  ofVersion: op('GET /api/ml_flow/v2/datasets/{datasetID}/versions/{versionID}/items', {
    summary: 'List items of a version',
    summaryZh: '列出某个版本的数据',
    access: readAccess,
    reply: 'flat',
    input: () => z.object({ ...datasetInSpace, versionID: id(), ...paging(), ...asText() }),
    output: itemPage,
  }),
  searchOfVersion: op('POST /api/ml_flow/v2/datasets/{datasetID}/versions/{versionID}/items/search', {
    summary: 'Find items of a version',
    summaryZh: '查找某个版本的数据',
    access: readAccess,
    reply: 'flat',
    input: () => z.object({ ...datasetInSpace, versionID: id(), ...paging(), ...asBody(), base }),
    output: itemPage,
  }),
  getManyOfVersion: op('POST /api/ml_flow/v2/datasets/{datasetID}/versions/{versionID}/items/batch_get', {
    summary: 'Get several items of a version',
    summaryZh: '批量获取某个版本的数据',
    access: readAccess,
    reply: 'flat',
    input: () => z.object({ ...datasetInSpace, versionID: id(), itemIDs: idList(DATASET_LIMITS.batchGet), base }),
    output: () => z.object({ items: z.array(itemShape()) }),
  }),
}

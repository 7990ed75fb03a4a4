import { z } from 'zod'
import { op } from '#kit.ts'
import { DATASET_LIMITS, DatasetCategory, DatasetVisibility, SecurityLevel } from '#shared/dataset-enums.ts'
import { base, bool, commaList, id, idOrNone, int, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { datasetInSpace, datasetShape, fieldShape, givenField, unsupported } from './shapes.ts'

const onDataset = (can: 'view' | 'editInfo' | 'delete') => ({ on: 'dataset', id: 'datasetID', can }) as const
const readAccess = { on: 'dataset', id: 'datasetID', can: 'view', open: true } as const
const category = () => z.literal(Object.values(DatasetCategory))
const limitUpTo = (max: number) => int().min(1).max(max).optional()

/** Who can see the dataset, and who can export its rows. Set by its creator, or an owner or admin of the space. */
const visibilityFields = () => ({
  securityLevel: z.literal(Object.values(SecurityLevel), { error: 'must be 1, 2, 3 or 4' }).optional(),
  visibility: z
    .literal(Object.values(DatasetVisibility), { error: 'must be 1 (everyone on this instance) or 2 (the space)' })
    .optional(),
})

/** Datasets and their fields. */
export const dataset = {
  create: op('POST /api/ml_flow/v2/spaces/{spaceID}/datasets', {
    summary: 'Create a dataset',
    summaryZh: '创建数据集',
    access: { on: 'space', id: 'spaceID', can: 'createResource' },
    reply: 'flat',
    input: () =>
      z.object({
        spaceID: id(),
        name: name(255),
        description: text(2048).default(''),
        category: category().default(DatasetCategory.general),
        bizCategory: text(128).default(''),
        fields: z.array(givenField()).default([]),
        ...visibilityFields(),
        spec: z
          .object({
            maxItemCount: limitUpTo(DATASET_LIMITS.items),
            maxFieldCount: limitUpTo(DATASET_LIMITS.fields),
            maxItemSize: limitUpTo(DATASET_LIMITS.itemBytes),
            maxItemDataNestedDepth: limitUpTo(DATASET_LIMITS.depth),
          })
          .default({}),
        features: z
          .object({
            editSchema: z.boolean().default(true),
            repeatedData: z.boolean().default(false),
            /** Has no effect: fields of files are always allowed. */
            multiModal: z.boolean().optional(),
          })
          .default({ editSchema: true, repeatedData: false }),
        base,
      }),
    output: () => z.object({ datasetID: z.string() }),
  }),
  get: op('GET /api/ml_flow/v2/datasets/{datasetID}', {
    summary: 'Get a dataset',
    summaryZh: '获取数据集',
    access: readAccess,
    reply: 'flat',
    input: () => z.object({ ...datasetInSpace, withDeleted: unsupported() }),
    output: () => z.object({ dataset: datasetShape() }),
  }),
  update: op('PUT /api/ml_flow/v2/datasets/{datasetID}', {
    summary: 'Change the name, description or reach of a dataset',
    summaryZh: '修改数据集的名称、描述或可见范围',
    access: onDataset('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        ...datasetInSpace,
        name: name(255).optional(),
        description: text(2048).optional(),
        ...visibilityFields(),
        base,
      }),
  }),
  remove: op('DELETE /api/ml_flow/v2/datasets/{datasetID}', {
    summary: 'Move a dataset to the bin',
    summaryZh: '将数据集移入回收站',
    access: onDataset('delete'),
    reply: 'flat',
    input: () => z.object(datasetInSpace),
  }),
  search: op('POST /api/ml_flow/v2/spaces/{spaceID}/datasets/search', {
    summary: 'Find datasets of a space',
    summaryZh: '查找空间中的数据集',
    access: { on: 'space', id: 'spaceID', can: 'view' },
    reply: 'flat',
    input: () =>
      z.object({
        spaceID: id(),
        datasetIDs: z.array(id()).max(200).optional(),
        category: category().optional(),
        name: z.string().optional(),
        createdBys: z.array(id()).max(200).optional(),
        bizCategories: z.array(z.string()).max(200).optional(),
        page: pageNumber(),
        pageSize: pageSize(),
        cursor: unsupported(),
        orderBy: unsupported(),
        base,
      }),
    output: () => z.object({ datasets: z.array(datasetShape()), total: z.string() }),
  }),
  batchGet: op('POST /api/ml_flow/v2/spaces/{spaceID}/datasets/batch_get', {
    summary: 'Get several datasets',
    summaryZh: '批量获取数据集',
    access: { on: 'space', id: 'spaceID', can: 'view' },
    reply: 'flat',
    input: () =>
      z.object({
        spaceID: id(),
        datasetIDs: z.array(id()).max(DATASET_LIMITS.batchGet),
        withDeleted: unsupported(),
        base,
      }),
    output: () => z.object({ datasets: z.array(datasetShape()) }),
  }),
  listPublic: op('GET /api/ml_flow/v2/public_datasets', {
    summary: 'List datasets that everyone on this instance can see and copy',
    summaryZh: '列出本实例中所有人可查看和复制的数据集',
    access: 'user',
    reply: 'flat',
    input: () => z.object({ name: z.string().max(255).optional(), page: pageNumber(), pageSize: pageSize() }),
    output: () => z.object({ datasets: z.array(datasetShape()), total: z.string() }),
  }),
  schema: op('GET /api/ml_flow/v2/datasets/{datasetID}/schema', {
    summary: 'Get the fields of a dataset',
    summaryZh: '获取数据集的字段',
    access: readAccess,
    reply: 'flat',
    input: () => z.object({ ...datasetInSpace, withDeleted: bool().default(false) }),
    output: () => z.object({ fields: z.array(fieldShape()) }),
  }),
  fieldsMeta: op('GET /api/ml_flow/v2/spaces/{spaceID}/datasets/{datasetID}/fields_meta_info', {
    summary: 'See what a filter can ask of each field',
    summaryZh: '查看各字段支持的筛选方式',
    access: onDataset('view'),
    input: () => z.object({ spaceID: id(), datasetID: id() }),
    output: () =>
      z.object({
        field_metas: z.record(
          z.string(),
          z.object({
            field_type: z.string(),
            query_types: z.array(z.string()),
            display_name: z.string(),
            exist: z.boolean(),
          }),
        ),
      }),
  }),
  distribution: op('GET /api/ml_flow/v2/spaces/{spaceID}/datasets/{datasetID}/insight/field_distribute', {
    summary: 'Count the values of boolean and single-choice fields',
    summaryZh: '统计布尔和单选字段的取值分布',
    access: onDataset('view'),
    reply: 'flat',
    input: () =>
      z.object({
        spaceID: id(),
        datasetID: id(),
        /** The ID of a version; defaults to the draft. */
        datasetVersion: idOrNone(),
        fieldKeys: commaList(z.string().max(128)).optional(),
      }),
    output: () =>
      z.object({
        fieldsDistributeMap: z.record(
          z.string(),
          z.array(z.object({ isEmpty: z.boolean(), tagValueName: z.string(), count: z.string() })),
        ),
      }),
  }),
  setSchema: op('PUT /api/ml_flow/v2/datasets/{datasetID}/schema', {
    summary: 'Set the fields of a dataset',
    summaryZh: '设置数据集的字段',
    access: onDataset('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...datasetInSpace, fields: z.array(givenField()), base }),
  }),
}

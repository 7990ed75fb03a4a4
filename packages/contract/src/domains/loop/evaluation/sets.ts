import { z } from 'zod'
import { op } from '#kit.ts'
import { DATASET_LIMITS } from '#shared/dataset-enums.ts'
import { bool, id, idOrNone, int, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { errorGroup } from '../dataset/shapes.ts'
import { baseInfo, mayView, setContent } from './shapes.ts'

const s = z.string()
const n = z.number()
const flat = { reply: 'flat' } as const
/** Access is checked on the dataset; the space id must be the space of the dataset. */
const onSet = (can: 'view' | 'editInfo' | 'delete') => ({ on: 'dataset', id: 'evaluation_set_id', can }) as const
const setInSpace = { evaluation_set_id: id(), space_id: id() }

const givenField = z.object({
  key: s
    .regex(/^[A-Za-z_][\w-]{0,63}$/, 'letters, digits, _ and -, at most 64, beginning with a letter or _')
    .optional(),
  name: name(128),
  description: text(2048).optional(),
  content_type: z.literal(['Text', 'text'], { error: 'must be Text' }).optional(),
  default_display_format: int().min(1).max(6).optional(),
  status: int().min(1).max(2).optional(),
  text_schema: s.max(100_000).optional(),
  hidden: z.boolean().optional(),
})
export type GivenSetContent = z.infer<typeof setContent>
const givenTurn = z.object({
  id: s.max(20).optional(),
  field_data_list: z
    .array(z.object({ key: s.max(64).optional(), name: s.max(128).optional(), content: setContent.optional() }))
    .max(DATASET_LIMITS.fields)
    .default([]),
})
const givenItem = z.object({
  item_key: text(255).optional(),
  turns: z.array(givenTurn).max(DATASET_LIMITS.turns).default([]),
})
export type GivenSetTurn = z.infer<typeof givenTurn>

const fieldShape = z.object({
  key: s,
  name: s,
  description: s,
  content_type: s,
  default_display_format: n,
  status: n,
  text_schema: s,
  hidden: z.boolean(),
})
const schemaShape = z.object({ id: s, space_id: s, evaluation_set_id: s, field_schemas: z.array(fieldShape) })
const versionShape = z.object({
  id: s,
  space_id: s,
  evaluation_set_id: s,
  version: s,
  version_num: s,
  description: s,
  evaluation_set_schema: schemaShape,
  item_count: s,
  base_info: baseInfo,
})
const setShape = z.object({
  id: s,
  space_id: s,
  name: s,
  description: s,
  status: n,
  spec: z.object({ maxItemCount: s, maxFieldCount: n, maxItemSize: s }),
  features: z.object({ editSchema: z.boolean(), repeatedData: z.boolean() }),
  item_count: s,
  change_uncommitted: z.boolean(),
  evaluation_set_version: versionShape,
  latest_version: s,
  next_version_num: s,
  base_info: baseInfo,
})
const itemShape = z.object({
  id: s,
  space_id: s,
  evaluation_set_id: s,
  schema_id: s,
  item_id: s,
  item_key: s,
  turns: z.array(z.object({ id: s, field_data_list: z.array(z.object({ key: s, name: s, content: setContent })) })),
  base_info: baseInfo,
})
const versioned = z.object({ version: versionShape, evaluation_set: setShape })
const ids = () => z.array(id()).max(DATASET_LIMITS.batchGet).default([])

/** Datasets, under the name evaluation sets. */
export const evaluationSet = {
  create: op('POST /api/evaluation/v2/evaluation_sets', {
    summary: 'Create a dataset for evaluation',
    summaryZh: '创建评测数据集',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        name: name(255),
        description: text(2048).default(''),
        evaluation_set_schema: z.object({ field_schemas: z.array(givenField).max(DATASET_LIMITS.fields) }).optional(),
      }),
    output: () => z.object({ evaluation_set_id: s }),
  }),
  list: op('POST /api/evaluation/v2/evaluation_sets/list', {
    summary: 'List the datasets for evaluation',
    summaryZh: '列出评测数据集',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        name: text(255).optional(),
        creators: z.array(id()).max(100).optional(),
        evaluation_set_ids: z.array(id()).max(DATASET_LIMITS.batchGet).optional(),
        page: pageNumber(),
        page_size: pageSize(),
      }),
    output: () => z.object({ evaluation_sets: z.array(setShape), total: s }),
  }),
  versionsByIds: op('POST /api/evaluation/v2/evaluation_sets/versions/batch_get', {
    summary: 'Get several versions of datasets for evaluation',
    summaryZh: '批量获取评测数据集的版本',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), version_ids: ids(), deleted_at: bool().optional() }),
    output: () => z.object({ versioned_evaluation_set: z.array(versioned) }),
  }),
  version: op('GET /api/evaluation/v2/evaluation_sets/versions/{version_id}', {
    summary: 'Get a version of a dataset for evaluation',
    summaryZh: '获取评测数据集的一个版本',
    access: mayView,
    ...flat,
    input: () =>
      z.object({ version_id: id(), space_id: id(), evaluation_set_id: idOrNone(), deleted_at: bool().optional() }),
    output: () => versioned,
  }),
  get: op('GET /api/evaluation/v2/evaluation_sets/{evaluation_set_id}', {
    summary: 'Get a dataset for evaluation',
    summaryZh: '获取评测数据集',
    access: onSet('view'),
    ...flat,
    input: () => z.object({ ...setInSpace, deleted_at: bool().optional() }),
    output: () => z.object({ evaluation_set: setShape }),
  }),
  update: op('PUT /api/evaluation/v2/evaluation_sets/{evaluation_set_id}', {
    summary: 'Rename or describe a dataset for evaluation',
    summaryZh: '修改评测数据集的名称或描述',
    access: onSet('editInfo'),
    ...flat,
    input: () => z.object({ ...setInSpace, name: name(255).optional(), description: text(2048).optional() }),
  }),
  remove: op('DELETE /api/evaluation/v2/evaluation_sets/{evaluation_set_id}', {
    summary: 'Move a dataset for evaluation to the bin',
    summaryZh: '将评测数据集移入回收站',
    access: onSet('delete'),
    ...flat,
    input: () => z.object(setInSpace),
  }),
  setSchema: op('PUT /api/evaluation/v2/evaluation_sets/{evaluation_set_id}/schema', {
    summary: 'Change the fields of a dataset for evaluation',
    summaryZh: '修改评测数据集的字段',
    access: onSet('editInfo'),
    ...flat,
    input: () => z.object({ ...setInSpace, fields: z.array(givenField).max(DATASET_LIMITS.fields) }),
  }),
  createVersion: op('POST /api/evaluation/v2/evaluation_sets/{evaluation_set_id}/versions', {
    summary: 'Keep the rows as a version',
    summaryZh: '将当前数据保存为版本',
    access: onSet('editInfo'),
    ...flat,
    input: () => z.object({ ...setInSpace, version: s.min(1).max(50), desc: text(2048).default('') }),
    output: () => z.object({ id: s }),
  }),
  versions: op('POST /api/evaluation/v2/evaluation_sets/{evaluation_set_id}/versions/list', {
    summary: 'List the versions of a dataset for evaluation',
    summaryZh: '列出评测数据集的版本',
    access: onSet('view'),
    ...flat,
    input: () =>
      z.object({ ...setInSpace, version_like: text(50).default(''), page: pageNumber(), page_size: pageSize() }),
    output: () => z.object({ versions: z.array(versionShape), total: s }),
  }),
  addItems: op('POST /api/evaluation/v2/evaluation_sets/{evaluation_set_id}/items/batch', {
    summary: 'Add rows',
    summaryZh: '批量添加数据',
    access: onSet('editInfo'),
    ...flat,
    input: () =>
      z.object({
        ...setInSpace,
        items: z.array(givenItem).max(DATASET_LIMITS.batchAdd).default([]),
        skip_invalid_items: z.boolean().default(false),
        allow_partial_add: z.boolean().default(false),
      }),
    output: () => z.object({ added_items: z.record(s, s), errors: z.array(errorGroup()) }),
  }),
  setItem: op('PUT /api/evaluation/v2/evaluation_sets/{evaluation_set_id}/items/{item_id}', {
    summary: 'Replace a row',
    summaryZh: '替换一条数据',
    access: onSet('editInfo'),
    ...flat,
    input: () => z.object({ ...setInSpace, item_id: id(), turns: z.array(givenTurn).max(DATASET_LIMITS.turns) }),
  }),
  removeItems: op('POST /api/evaluation/v2/evaluation_sets/{evaluation_set_id}/items/batch_delete', {
    summary: 'Delete rows',
    summaryZh: '批量删除数据',
    access: onSet('editInfo'),
    ...flat,
    input: () => z.object({ ...setInSpace, item_ids: ids() }),
  }),
  items: op('POST /api/evaluation/v2/evaluation_sets/{evaluation_set_id}/items/list', {
    summary: 'List the rows of a dataset for evaluation, or of a version',
    summaryZh: '列出评测数据集或其某个版本的数据',
    access: onSet('view'),
    ...flat,
    input: () => z.object({ ...setInSpace, version_id: idOrNone(), page: pageNumber(), page_size: pageSize() }),
    output: () => z.object({ items: z.array(itemShape), total: s }),
  }),
  itemsByIds: op('POST /api/evaluation/v2/evaluation_sets/{evaluation_set_id}/items/batch_get', {
    summary: 'Get several rows',
    summaryZh: '批量获取数据',
    access: onSet('view'),
    ...flat,
    input: () => z.object({ ...setInSpace, version_id: idOrNone(), item_ids: ids() }),
    output: () => z.object({ items: z.array(itemShape) }),
  }),
}

import { z } from 'zod'
import { op } from '#kit.ts'
import { DATASET_LIMITS } from '#shared/dataset-enums.ts'
import { bool, commaList, id, idOrNone, int, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { mayView } from './shapes.ts'

const s = z.string()
const n = z.number()
const flat = { reply: 'flat' } as const
const onSet = (can: 'view' | 'editInfo' | 'delete') => ({ on: 'dataset', id: 'dataset_id', can }) as const
const datasetInSpace = { dataset_id: id(), space_id: id() }
/** 1 listed, 2 private to a plan, 3 for training, 4 processed data, 5 results of an evaluation. */
export const publishOption = () =>
  int()
    .pipe(z.literal([1, 2, 3, 4, 5], { error: 'must be a number from 1 to 5' }))
    .optional()
const tagTexts = () => z.array(s.min(1).max(200)).max(20)

export const givenColumn = z.object({
  column_id: idOrNone(),
  name: name(128),
  describe: text(2048).optional(),
  buildin: z.boolean().optional(),
})
const givenRow = z.object({
  row_id: idOrNone(),
  /** In the order of the columns. */
  cells: z.array(s).max(DATASET_LIMITS.fields).optional(),
  /** Only texts; takes precedence over `cells`. */
  cells_v2: z
    .array(z.object({ text: s.optional(), data_type: z.literal(0, { error: 'only texts (0) are stored' }).optional() }))
    .max(DATASET_LIMITS.fields)
    .optional(),
})
export const givenGroup = z.object({
  row_group_id: idOrNone(),
  group_name: text(255).optional(),
  /** "a/b" is the tag b below a. */
  tags: tagTexts().optional(),
  rows: z.array(givenRow).min(1).max(DATASET_LIMITS.turns),
})
export type GivenFirstGroup = z.infer<typeof givenGroup>
export const setColumns = z.array(z.object({ column_id: s, name: s, describe: s, buildin: z.boolean() }))
export const groupShape = z.object({
  row_group_id: s,
  group_name: s,
  tags: z.array(s),
  rows: z.array(z.object({ row_id: s, cells: z.array(s), cells_v2: z.array(z.object({ text: s, data_type: n })) })),
})
export type ShownFirstGroup = z.input<typeof groupShape>
export const infoShape = z.object({
  dataset_id: s,
  name: s,
  space_id: s,
  creator_id: s,
  desc: s,
  column_schema: setColumns,
  dataset_status: n,
  create_time: s,
  update_time: s,
  publish_option: n,
  security_level: n,
  not_allow_export: z.boolean(),
  row_group_capacity: s,
})
export type ShownFirstSet = z.input<typeof infoShape>
export interface ShownTagNode {
  name: string
  node_id: string
  children: ShownTagNode[]
}
export const nodeShape: z.ZodType<ShownTagNode, ShownTagNode> = z.object({
  name: s,
  node_id: s,
  children: z.array(z.lazy(() => nodeShape)),
})
const schemaAnswer = () => z.object({ column_schema: setColumns })
const setPage = () => z.object({ dataset_infos: z.array(infoShape), total: s, has_more: z.boolean() })
const listFilter = {
  space_id: id(),
  publish_option: publishOption(),
  page: pageNumber(),
  page_size: pageSize(),
}
const ids = () => z.array(id()).max(DATASET_LIMITS.batchGet)

/** Datasets for evaluation in the first version of the calls: groups of rows, with cells by position. */
export const evaluationFirstSet = {
  ping: op('GET /api/evaluation/v1/ping', {
    summary: 'See whether the server answers',
    summaryZh: '检查服务是否可用',
    access: 'user',
    ...flat,
    input: () => z.object({ ping_message: s.max(1000) }),
    output: () => z.object({ pong_message: s }),
  }),
  pingServer: op('POST /api/evaluation/v1/ping_server', {
    summary: 'See whether the server answers a post',
    summaryZh: '检查服务是否可用（POST）',
    access: 'user',
    ...flat,
    input: () => z.object({ ping_message: s.max(1000) }),
    output: () => z.object({ pong_message: s }),
  }),
  create: op('POST /api/evaluation/v1/dataset', {
    summary: 'Create a dataset with its columns and first rows',
    summaryZh: '创建数据集，可带列和数据',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        name: name(255),
        desc: text(2048).default(''),
        column_schema: z.array(givenColumn).max(DATASET_LIMITS.fields).default([]),
        row_groups: z.array(givenGroup).max(DATASET_LIMITS.batchAdd).default([]),
        publish_option: publishOption(),
        /** 4: its rows are left out of exported files. */
        security_level: z.literal([0, 4], { error: 'must be 0 or 4' }).default(0),
      }),
    output: () => z.object({ dataset_id: s }),
  }),
  list: op('GET /api/evaluation/v1/dataset/list', {
    summary: 'List the datasets for evaluation by name',
    summaryZh: '按名称列出评测数据集',
    access: mayView,
    ...flat,
    input: () => z.object({ ...listFilter, fuzzy_name: text(255).optional(), creator_id: idOrNone() }),
    output: setPage,
  }),
  listTwo: op('POST /api/evaluation/v1/dataset/list_v2', {
    summary: 'List the datasets for evaluation',
    summaryZh: '列出评测数据集（v2）',
    access: mayView,
    ...flat,
    input: () => z.object({ ...listFilter, fuzzy_name: text(255).optional(), creator_id: idOrNone() }),
    output: setPage,
  }),
  search: op('GET /api/evaluation/v1/dataset/search', {
    summary: 'Search the datasets for evaluation',
    summaryZh: '搜索评测数据集',
    access: mayView,
    ...flat,
    input: () => z.object({ ...listFilter, name: text(255).optional(), creator: idOrNone() }),
    output: () => z.object({ dataset_infos: z.array(infoShape), total: s }),
  }),
  getMany: op('POST /api/evaluation/v1/dataset/batch_get', {
    summary: 'Get several datasets with their columns',
    summaryZh: '批量获取数据集及其列',
    access: mayView,
    ...flat,
    input: () =>
      z.object({ space_id: id(), dataset_ids: commaList(id()).pipe(z.array(s).max(DATASET_LIMITS.batchGet)) }),
    output: () => z.object({ dataset_infos: z.array(infoShape) }),
  }),
  removeMany: op('POST /api/evaluation/v1/dataset/batch_delete', {
    summary: 'Move several datasets to the bin',
    summaryZh: '批量将数据集移入回收站',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    ...flat,
    input: () => z.object({ space_id: id(), dataset_ids: ids().default([]) }),
  }),
  trim: op('POST /api/evaluation/v1/dataset/dataset_row_group/trim_right', {
    summary: 'Delete every row group after one',
    summaryZh: '删除某个数据组之后的全部数据组',
    access: onSet('editInfo'),
    ...flat,
    input: () => z.object({ ...datasetInSpace, row_group_id: id() }),
  }),
  replaceMany: op('POST /api/evaluation/v1/dataset/batch_update_row_group', {
    summary: 'Replace several row groups',
    summaryZh: '批量替换数据组',
    access: onSet('editInfo'),
    ...flat,
    input: () =>
      z.object({ ...datasetInSpace, row_groups: z.array(givenGroup).max(DATASET_LIMITS.batchAdd).default([]) }),
    output: () => z.object({ row_group_ids: z.array(s) }),
  }),
  lock: op('POST /api/evaluation/v1/dataset/lock', {
    summary: 'Keep others from changing a dataset for a while',
    summaryZh: '锁定数据集一段时间，其他人不可修改',
    access: onSet('editInfo'),
    ...flat,
    input: () =>
      z.object({
        ...datasetInSpace,
        /** In seconds. */
        expiration: int().min(1).max(86_400).default(600),
      }),
  }),
  release: op('POST /api/evaluation/v1/dataset/release', {
    summary: 'Give a locked dataset free again',
    summaryZh: '解除数据集的锁定',
    access: onSet('editInfo'),
    ...flat,
    input: () => z.object(datasetInSpace),
  }),
  token: op('GET /api/evaluation/v1/dataset/security_token', {
    summary: 'Get a token that uploads files for rows',
    summaryZh: '获取上传文件的临时令牌',
    access: { on: 'space', id: 'space_id', can: 'view', optional: true },
    ...flat,
    input: () => z.object({ space_id: idOrNone() }),
    output: () =>
      z.object({
        security_token: z.object({
          access_key_id: s,
          secret_access_key: s,
          session_token: s,
          expired_time: s,
          current_time: s,
        }),
      }),
  }),
  get: op('GET /api/evaluation/v1/dataset/{dataset_id}', {
    summary: 'Get a dataset with its columns',
    summaryZh: '获取数据集及其列',
    access: onSet('view'),
    ...flat,
    input: () => z.object(datasetInSpace),
    output: () => z.object({ dataset_info: infoShape }),
  }),
  update: op('PUT /api/evaluation/v1/dataset/{dataset_id}', {
    summary: 'Change the fields of a dataset that are named: 3 name, 4 description',
    summaryZh: '修改数据集的指定信息：3 名称，4 描述',
    access: onSet('editInfo'),
    ...flat,
    input: () =>
      z.object({
        ...datasetInSpace,
        name: name(255).optional(),
        desc: text(2048).optional(),
        update_fields: z
          .array(z.literal([3, 4], { error: 'must be 3 (name) or 4 (description)' }))
          .max(5)
          .optional(),
      }),
  }),
  remove: op('DELETE /api/evaluation/v1/dataset/{dataset_id}', {
    summary: 'Move a dataset to the bin (first version)',
    summaryZh: '将数据集移入回收站（v1）',
    access: onSet('delete'),
    ...flat,
    input: () => z.object(datasetInSpace),
  }),
  copy: op('POST /api/evaluation/v1/dataset/{dataset_id}/clone', {
    summary: 'Copy a dataset, or some of its row groups',
    summaryZh: '复制数据集或其中部分数据组',
    access: onSet('view'),
    ...flat,
    input: () =>
      z.object({
        ...datasetInSpace,
        to_space_id: idOrNone(),
        clone_name: text(255).optional(),
        row_group_ids: z.array(id()).max(1000).optional(),
        publish_option: publishOption(),
      }),
    output: () => z.object({ dataset_info: infoShape }),
  }),
  overwrite: op('PUT /api/evaluation/v1/dataset/{dataset_id}/overwrite', {
    summary: 'Replace the columns and rows of a dataset by others, at once',
    summaryZh: '用新的列和数据整体覆盖数据集',
    access: onSet('editInfo'),
    ...flat,
    input: () =>
      z.object({
        ...datasetInSpace,
        column_schema: z.array(givenColumn).max(DATASET_LIMITS.fields).optional(),
        row_groups: z.array(givenGroup).max(DATASET_LIMITS.batchAdd).optional(),
        /** Another dataset to copy the columns and rows from. */
        source_dataset_id: idOrNone(),
        source_space_id: idOrNone(),
      }),
  }),
  tagTree: op('GET /api/evaluation/v1/dataset/{dataset_id}/tag_tree', {
    summary: 'Get the tags of the rows of a dataset, as a tree',
    summaryZh: '获取数据集的标签树',
    access: onSet('view'),
    ...flat,
    input: () => z.object(datasetInSpace),
    output: () => z.object({ node: nodeShape }),
  }),
  columns: op('GET /api/evaluation/v1/dataset/{dataset_id}/column', {
    summary: 'Get the columns of a dataset',
    summaryZh: '获取数据集的列',
    access: onSet('view'),
    ...flat,
    input: () => z.object(datasetInSpace),
    output: schemaAnswer,
  }),
  addColumn: op('POST /api/evaluation/v1/dataset/{dataset_id}/column/insert', {
    summary: 'Add a column',
    summaryZh: '添加列',
    access: onSet('editInfo'),
    ...flat,
    input: () => z.object({ ...datasetInSpace, column_info: givenColumn }),
    output: schemaAnswer,
  }),
  setColumn: op('PUT /api/evaluation/v1/dataset/{dataset_id}/column/{column_id}', {
    summary: 'Rename or describe a column',
    summaryZh: '修改列的名称或描述',
    access: onSet('editInfo'),
    ...flat,
    input: () => z.object({ ...datasetInSpace, column_id: id(), column_info: givenColumn }),
    output: schemaAnswer,
  }),
  removeColumn: op('DELETE /api/evaluation/v1/dataset/{dataset_id}/column/{column_id}', {
    summary: 'Delete a column; versions keep it',
    summaryZh: '删除列，已有版本不受影响',
    access: onSet('editInfo'),
    ...flat,
    input: () => z.object({ ...datasetInSpace, column_id: id() }),
    output: schemaAnswer,
  }),
  scan: op('GET /api/evaluation/v1/dataset/{dataset_id}/row_group/scan', {
    summary: 'Walk over all row groups by a cursor',
    summaryZh: '通过游标遍历全部数据组',
    access: onSet('view'),
    ...flat,
    input: () =>
      z.object({
        ...datasetInSpace,
        /** Leaves out rows without any text. */
        filter_rows: bool().optional(),
        tags: commaList(s.max(200)).optional(),
        cursor: idOrNone(),
        limit: pageSize(100, 500),
      }),
    output: () =>
      z.object({
        row_groups: z.array(groupShape),
        column_schema: setColumns,
        has_more: z.boolean(),
        next_cursor: s,
        total: s,
      }),
  }),
  rows: op('GET /api/evaluation/v1/dataset/{dataset_id}/row_group/list', {
    summary: 'List the row groups of a dataset',
    summaryZh: '列出数据集的数据组',
    access: onSet('view'),
    ...flat,
    input: () =>
      z.object({
        ...datasetInSpace,
        tags: commaList(s.max(200)).optional(),
        page: pageNumber(),
        page_size: pageSize(),
      }),
    output: () => z.object({ row_groups: z.array(groupShape), column_schema: setColumns, total: s }),
  }),
  rowsByIds: op('POST /api/evaluation/v1/dataset/{dataset_id}/row_group/batch_get', {
    summary: 'Get several row groups',
    summaryZh: '批量获取数据组',
    access: onSet('view'),
    ...flat,
    input: () => z.object({ ...datasetInSpace, row_group_ids: ids() }),
    output: () => z.object({ row_groups: z.record(s, groupShape), column_schema: setColumns }),
  }),
  addRows: op('POST /api/evaluation/v1/dataset/{dataset_id}/row_group/insert', {
    summary: 'Add row groups at the end, or before one',
    summaryZh: '在末尾或某个数据组之前添加数据组',
    access: onSet('editInfo'),
    ...flat,
    input: () =>
      z.object({
        ...datasetInSpace,
        row_groups: z.array(givenGroup).min(1).max(DATASET_LIMITS.batchAdd),
        /** Inserts the groups before this one; by default they are added at the end. */
        before_row_group_id: idOrNone(),
        /** Skips and reports groups that exceed a limit, instead of refusing all. */
        skip_limit_check: z.boolean().default(false),
      }),
    output: () =>
      z.object({
        row_group_ids: z.array(s),
        total: s,
        skip_limit_check_infos: z.array(z.object({ skip_error_code: n, skip_reason: s })),
      }),
  }),
  removeRows: op('DELETE /api/evaluation/v1/dataset/{dataset_id}/row_group/batch_delete', {
    summary: 'Delete row groups',
    summaryZh: '批量删除数据组',
    access: onSet('editInfo'),
    ...flat,
    input: () =>
      z.object({ ...datasetInSpace, row_group_ids: commaList(id()).pipe(z.array(s).max(DATASET_LIMITS.batchGet)) }),
  }),
  patchRow: op('PUT /api/evaluation/v1/dataset/{dataset_id}/row_group/{row_group_id}', {
    summary: 'Change the rows of a row group that are named',
    summaryZh: '修改数据组中的指定行',
    access: onSet('editInfo'),
    ...flat,
    input: () => z.object({ ...datasetInSpace, row_group_id: id(), row_group: givenGroup }),
    output: () => z.object({ row_group_id: s }),
  }),
  replaceRow: op('POST /api/evaluation/v1/dataset/{dataset_id}/row_group/{row_group_id}/replace', {
    summary: 'Replace a row group',
    summaryZh: '替换一个数据组',
    access: onSet('editInfo'),
    ...flat,
    input: () => z.object({ ...datasetInSpace, row_group_id: id(), row_group: givenGroup }),
    output: () => z.object({ row_group_id: s }),
  }),
}

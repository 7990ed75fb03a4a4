import { z } from 'zod'
import { op } from '#kit.ts'
import { DATASET_LIMITS } from '#shared/dataset-enums.ts'
import { id, idOrNone, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { unsupported } from '../dataset/shapes.ts'

const s = z.string()
/** The identity that the caller claims. The token decides: a claim that differs from it is refused. */
const headers = {
  space_id: 'flowdevops-agw-openapi-spaceid',
  account_id: 'flowdevops-agw-openapi-accountid',
  app_id: 'flowdevops-agw-openapi-appid',
}
const claims = () => ({ space_id: idOrNone(), account_id: idOrNone(), app_id: unsupported() })
const onSet = (can: 'view' | 'editInfo') => ({ on: 'dataset', id: 'dataset_id', can }) as const

const PLAIN = 'PlainText'
const givenGroup = z.object({
  /** An id chosen by the caller: sending it again adds nothing. */
  row_group_id: text(255).optional(),
  group_name: text(255).optional(),
  tags: unsupported(),
  rows: z
    .array(
      z.object({
        row_id: s.max(255).optional(),
        cells: z
          .array(
            z.object({
              column_name: s.max(128),
              content: z.object({ text: s.optional(), data_type: z.literal(0).optional() }).optional(),
              value: z.object({ data_type: z.literal(PLAIN).optional(), plain_text: s.optional() }).optional(),
            }),
          )
          .max(DATASET_LIMITS.fields)
          .default([]),
      }),
    )
    .min(1)
    .max(DATASET_LIMITS.turns),
})
export type GivenRowGroup = z.infer<typeof givenGroup>
const groupShape = z.object({
  row_group_id: s,
  group_name: s,
  rows: z.array(
    z.object({
      row_id: s,
      cells: z.array(z.object({ column_name: s, value: z.object({ data_type: s, plain_text: s }) })),
    }),
  ),
})
export type ShownRowGroup = z.input<typeof groupShape>

/** Datasets for evaluation, for programs with a token. */
export const evaluationOpen = {
  account: op('GET /open-api/evaluation/v1/account', {
    summary: 'See whom a token speaks for',
    summaryZh: '查看令牌代表的账号',
    access: { on: 'space', id: 'space_id', can: 'view' },
    scope: 'Dataset.view',
    headers,
    input: () => z.object({ ...claims(), space_id: id() }),
    output: () => z.object({ app_id: s, space_id: s, account_id: s }),
  }),
  createSet: op('POST /open-api/evaluation/v1/dataset', {
    summary: 'Create a dataset for evaluation',
    summaryZh: '创建评测数据集',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    scope: 'Dataset.create',
    headers,
    input: () =>
      z.object({
        ...claims(),
        space_id: id(),
        name: name(255),
        desc: text(2048).default(''),
        column_schema: z
          .array(z.object({ name: name(128), describe: text(2048).default('') }))
          .max(DATASET_LIMITS.fields)
          .default([]),
        publish_option: z.literal(1, { error: 'datasets are listed in their space (1)' }).optional(),
      }),
    output: () => z.object({ dataset_id: s }),
  }),
  addRows: op('POST /open-api/evaluation/v1/dataset/{dataset_id}/row_groups', {
    summary: 'Add row groups to a dataset; all of them or none',
    summaryZh: '向数据集添加数据，全部成功或全部不添加',
    access: onSet('editInfo'),
    scope: 'Dataset.edit',
    headers,
    input: () =>
      z.object({ ...claims(), dataset_id: id(), row_groups: z.array(givenGroup).min(1).max(DATASET_LIMITS.batchAdd) }),
    output: () => z.object({ row_groups: z.array(groupShape) }),
  }),
  rows: op('POST /open-api/evaluation/v1/dataset/{dataset_id}/pull_row_groups', {
    summary: 'Read the row groups of a dataset page by page',
    summaryZh: '分页读取数据集的数据',
    access: onSet('view'),
    scope: 'Dataset.view',
    headers,
    input: () => z.object({ ...claims(), dataset_id: id(), page: pageNumber(), page_size: pageSize(100, 500) }),
    output: () => z.object({ row_groups: z.array(groupShape), total: s }),
  }),
  clear: op('POST /open-api/evaluation/v1/dataset/{dataset_id}/clear', {
    summary: 'Delete all rows of a dataset; versions keep theirs',
    summaryZh: '清空数据集，已有版本不受影响',
    access: onSet('editInfo'),
    scope: 'Dataset.edit',
    headers,
    input: () => z.object({ ...claims(), dataset_id: id() }),
  }),
}

import { z } from 'zod'
import { op } from '#kit.ts'
import { DATASET_LIMITS } from '#shared/dataset-enums.ts'
import { id, idOrNone, int, text } from '#shared/fields.ts'
import { flat } from './v1-shapes.ts'

const s = z.string()
const n = z.number()
const onSet = (can: 'view' | 'editInfo') => ({ on: 'dataset', id: 'dataset_id', can }) as const
const datasetInSpace = { dataset_id: id(), space_id: id() }
const MAX_ROWS = 200
const givenColumn = z.object({
  column_info: z.object({ column_id: idOrNone(), name: s.min(1).max(128), describe: s.max(2048).optional() }),
  /** What the column should contain, in words. */
  semantic_require: text(2000).default(''),
  allow_generate: z.boolean().default(true),
})
const givenRow = z.object({ cells: z.array(s.max(20_000)).max(DATASET_LIMITS.fields).default([]) })
const givenGroup = z.object({ row_group_id: idOrNone(), rows: z.array(givenRow).min(1).max(1) })
const rowGroup = z.object({ row_group_id: s, rows: z.array(z.object({ row_id: s, cells: z.array(s) })) })
const streamed = { reply: 'stream' } as const

/** Rows that a model generates for a dataset, and texts that it improves. */
export const evaluationGeneration = {
  start: op('POST /api/evaluation/v1/dataset/{dataset_id}/dataset_generate/publish', {
    summary: 'Have a model make rows for a dataset',
    summaryZh: '由模型生成数据',
    access: onSet('editInfo'),
    ...flat,
    input: () =>
      z.object({
        ...datasetInSpace,
        dataset_describe: text(4000).default(''),
        generate_column_info_list: z.array(givenColumn).max(DATASET_LIMITS.fields).default([]),
        total: int().min(1).max(MAX_ROWS).default(10),
        row_group_examples: z.array(givenGroup).max(20).default([]),
        /** Also uses the existing rows of the dataset as examples. */
        reference_dataset: z.boolean().default(false),
        timeliness: z.object({ switch: z.boolean().optional() }).optional(),
        /** Knowledge bases that the rows are about. */
        professional_knowledges: z
          .array(
            z.object({
              key: s.max(200).optional(),
              knowledge_space_id: idOrNone(),
              id: idOrNone(),
              professional_knowledge_type: int().optional(),
            }),
          )
          .max(10)
          .default([]),
      }),
    output: () => z.object({ task_id: s, already_have_task: z.boolean() }),
  }),
  stop: op('POST /api/evaluation/v1/dataset/{dataset_id}/dataset_generate/kill', {
    summary: 'Stop generating rows; those already generated stay',
    summaryZh: '停止生成数据，已生成的保留',
    access: onSet('editInfo'),
    ...flat,
    input: () => z.object({ ...datasetInSpace, task_id: id() }),
  }),
  get: op('GET /api/evaluation/v1/dataset/{dataset_id}/dataset_row_groups/dataset_generate', {
    summary: 'Get the rows that were made for a dataset',
    summaryZh: '获取生成的数据',
    access: onSet('view'),
    ...flat,
    input: () => z.object({ ...datasetInSpace, task_id: idOrNone() }),
    output: () =>
      z.object({
        generate_row_groups: z.array(z.object({ row_group: rowGroup, authenticity_score: s, satisfaction_score: s })),
        generate_column_info_list: z.array(
          z.object({
            column_info: z.object({ name: s, describe: s }),
            semantic_require: s,
            allow_generate: z.boolean(),
          }),
        ),
        task_id: s,
        dataset_describe: s,
        task_state: n,
        total: s,
        generate_completed_count: s,
        create_time: s,
        user_id: s,
        selected_count: s,
        abandoned_count: s,
        already_have_task: z.boolean(),
        timeliness: z.object({ switch: z.boolean() }),
        error_message: s,
      }),
  }),
  choose: op('POST /api/evaluation/v1/dataset/{dataset_id}/dataset_row_groups/submit', {
    summary: 'Keep or drop rows that were made; those that are kept are added',
    summaryZh: '保留或放弃生成的数据，保留的会加入数据集',
    access: onSet('editInfo'),
    ...flat,
    input: () =>
      z.object({
        ...datasetInSpace,
        task_id: id(),
        submit_row_groups: z
          .array(
            z.object({
              row_group: givenGroup.extend({ row_group_id: id() }),
              result_state: z.literal([2, 3], { error: 'must be 2 (keep) or 3 (drop)' }),
            }),
          )
          .max(MAX_ROWS)
          .default([]),
      }),
  }),
  improveMeaning: op('POST /api/evaluation/v1/dataset/{dataset_id}/semantic/optimize', {
    summary: 'Have a model improve what a column is to hold',
    summaryZh: '优化列的语义描述',
    access: onSet('editInfo'),
    ...streamed,
    input: () => z.object({ ...datasetInSpace, semantic_describe: s.min(1).max(4000) }),
  }),
  improveDescription: op('POST /api/evaluation/v1/dataset/{dataset_id}/dataset_describe/optimize', {
    summary: 'Have a model improve the description of a dataset',
    summaryZh: '优化数据集描述',
    access: onSet('editInfo'),
    ...streamed,
    input: () => z.object({ ...datasetInSpace, dataset_describe: s.min(1).max(4000) }),
  }),
}

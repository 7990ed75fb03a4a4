import { z } from 'zod'
import { op } from '#kit.ts'
import { CHECKUP_LIMITS } from '#shared/checkup-enums.ts'
import { base, id, idOrNone, int, name, pageNumber, pageSize } from '#shared/fields.ts'
import { givenColumn, givenGroup, groupShape, infoShape, publishOption, setColumns } from '../evaluation/first-sets.ts'
import { mayCreate, mayView } from '../evaluation/shapes.ts'
import { flat, tagList } from '../evaluation/v1-shapes.ts'
import { limit, offset } from './checkup-shapes.ts'

const s = z.string()
const inSpace = { space_id: id(), Base: base }
const groups = () => z.array(givenGroup).max(CHECKUP_LIMITS.datasetRows)

/** Datasets of comparisons. */
export const liteDataset = {
  create: op('POST /api/devops/coze_evaluation/v2/dataset/create', {
    summary: 'Create a dataset for a comparison',
    summaryZh: '创建对比评测的数据集',
    access: mayCreate,
    ...flat,
    bodyLimit: 20_000_000,
    input: () =>
      z.object({
        ...inSpace,
        name: name(255).optional(),
        batch_task_id: idOrNone(),
        /** Whether the rows are for the test run. */
        is_test_run: z.boolean().optional(),
        publish_option: publishOption(),
        tag_list: tagList().optional(),
        column_schema: z.array(givenColumn).max(50).optional(),
        row_groups: groups().default([]),
      }),
    output: () => z.object({ dataset_id: s }),
  }),
  list: op('POST /api/devops/coze_evaluation/v2/dataset/list', {
    summary: 'List datasets of the space, templates to fill in, or ready-made sets',
    summaryZh: '列出空间数据集、模板或内置数据集',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        ...inSpace,
        dataset_type: int()
          .pipe(z.literal([1, 2], { error: 'must be 1 (templates) or 2 (ready-made sets)' }))
          .optional(),
        template_type: int().min(1).max(4).optional(),
        offset: offset(),
        limit: limit(),
      }),
    output: () => z.object({ datasets: z.array(infoShape), max_dataset_line: s, cursor: s, has_more: z.boolean() }),
  }),
  bind: op('POST /api/devops/coze_evaluation/v2/dataset/bind_dataset', {
    summary: 'Add a dataset to a comparison',
    summaryZh: '为对比评测添加数据集',
    access: mayCreate,
    ...flat,
    input: () => z.object({ ...inSpace, batch_task_id: id(), dataset_id: id(), dataset_name: name(255).optional() }),
    output: () => z.object({ dataset_id: s }),
  }),
  clear: op('POST /api/devops/coze_evaluation/v2/dataset/clear', {
    summary: 'Take all datasets out of a comparison',
    summaryZh: '清空对比评测的数据集',
    access: mayCreate,
    ...flat,
    input: () => z.object({ ...inSpace, batch_task_id: id() }),
  }),
  testRows: op('POST /api/devops/coze_evaluation/v2/dataset/generate_test_run', {
    summary: 'Choose five rows for the test run of a comparison',
    summaryZh: '为对比评测选取五条试运行数据',
    access: mayCreate,
    ...flat,
    input: () => z.object({ ...inSpace, batch_task_id: id() }),
    output: () => z.object({ dataset_id: s }),
  }),
  remove: op('DELETE /api/devops/coze_evaluation/v2/dataset/{dataset_id}', {
    summary: 'Take a dataset out of a comparison, or delete it',
    summaryZh: '从对比评测移除或删除数据集',
    access: mayCreate,
    ...flat,
    input: () => z.object({ dataset_id: id(), space_id: id(), batch_task_id: idOrNone() }),
  }),
  rows: op('GET /api/devops/coze_evaluation/v2/dataset/{dataset_id}/row_group/list', {
    summary: 'List the rows of a dataset of a comparison',
    summaryZh: '列出对比评测数据集的数据',
    access: mayView,
    ...flat,
    input: () => z.object({ dataset_id: id(), space_id: id(), page: pageNumber(), page_size: pageSize(20, 200) }),
    output: () => z.object({ row_groups: z.array(groupShape), column_schema: setColumns, total: s }),
  }),
  addRows: op('POST /api/devops/coze_evaluation/v2/dataset/{dataset_id}/row_group/insert', {
    summary: 'Add rows to a dataset of a comparison',
    summaryZh: '向对比评测数据集添加数据',
    access: mayCreate,
    ...flat,
    bodyLimit: 20_000_000,
    input: () => z.object({ dataset_id: id(), ...inSpace, row_groups: groups(), before_row_group_id: idOrNone() }),
    output: () => z.object({ row_group_ids: z.array(s), total: s }),
  }),
}

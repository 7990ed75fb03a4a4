import { z } from 'zod'
import { op } from '#kit.ts'
import { EVALUATION_LIMITS, ResultType } from '#shared/evaluation-enums.ts'
import { id, idOrNone, int, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { mayCreate, mayView } from './shapes.ts'
import { customFilter } from './v1-tasks.ts'
import { flat, labelTask, optionShape, scopeShape } from './v1-shapes.ts'

const s = z.string()
const n = z.number()
const page = { page: pageNumber(), page_size: pageSize(20, 200) }
const ids = () => z.array(id()).max(1000)
const resultType = () => int().pipe(z.literal(Object.values(ResultType)))
const sourceType = () => z.literal([1, 2, 100], { error: 'must be 1 (comparison), 2 (experiment) or 100 (none)' })
const MAX_ITEMS = 30
const givenItem = () =>
  z.object({
    id: idOrNone(),
    name: name(100).optional(),
    annotation_item_data_type: resultType().optional(),
    scope: scopeShape.optional(),
    options: z.array(optionShape).max(EVALUATION_LIMITS.contents).optional(),
    tags: z
      .array(z.object({ tag_id: idOrNone(), tag_name: s.max(100) }))
      .max(20)
      .optional(),
  })
export type GivenAnnotationItem = z.output<ReturnType<typeof givenItem>>
const itemShape = z.object({
  id: s,
  name: s,
  annotation_item_data_type: n,
  scope: z.object({ max_score: n, min_score: n }).optional(),
  options: z.array(optionShape),
  space_id: s,
  tags: z.array(z.object({ tag_id: s, tag_name: s })),
  creator_id: s,
  create_time: s,
  update_time: s,
})
export type ShownAnnotationItem = z.input<typeof itemShape>
const range = () =>
  z.object({ range: z.object({ start: int().min(1).optional(), end: int().min(1).optional() }).optional() }).optional()
const blind = () => int().min(1).max(5).default(1)
const taskShape = z.object({
  id: s,
  space_id: s,
  source_id: s,
  source_type: n,
  manual_annotation_items: z.array(itemShape),
  name: s,
  description: s,
  source_range: z.object({ range: z.object({ start: s, end: s }) }),
  blind_count: s,
  visible_area: n,
  label_progress: z.object({
    blind_label_progress_list: z.array(z.object({ blind_num: s, finished: s, all: s })),
  }),
  create_status: n,
  write_back_status: n,
  creator_id: s,
  create_time: s,
  update_time: s,
})
export type ShownAnnotationTask = z.input<typeof taskShape>
const ofTask = { manual_annotation_task_id: id(), space_id: id() }
const choice = { space_id: id(), manual_annotation_label_task_id: id(), item_id: id() }

/** Labels that people give to results: the questions, and the tasks of each person. */
export const evaluationLabel = {
  addItems: op('POST /api/evaluation/v1/task/batch_create_manual_annotation_item', {
    summary: 'Add questions that people answer about results',
    summaryZh: '批量创建标注项',
    access: mayCreate,
    ...flat,
    input: () => z.object({ space_id: id(), manual_annotation_items: z.array(givenItem()).min(1).max(MAX_ITEMS) }),
    output: () => z.object({ item_ids: z.array(s) }),
  }),
  items: op('POST /api/evaluation/v1/manual_annotation_item/list', {
    summary: 'List the questions that people answer about results',
    summaryZh: '列出标注项',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        fuzzy_name: text(200).optional(),
        ...page,
        tag_ids: ids().optional(),
        annotation_item_data_types: z.array(resultType()).max(4).optional(),
      }),
    output: () => z.object({ manual_annotation_items: z.array(itemShape), total: s }),
  }),
  itemsByIds: op('POST /api/evaluation/v1/manual_annotation_item/batch_get', {
    summary: 'Get several questions',
    summaryZh: '批量获取标注项',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), item_ids: ids().default([]) }),
    output: () => z.object({ manual_annotation_items: z.array(itemShape) }),
  }),
  setItem: op('POST /api/evaluation/v1/manual_annotation_item/{manual_annotation_item_id}/update', {
    summary: 'Change a question',
    summaryZh: '修改标注项',
    access: mayCreate,
    ...flat,
    input: () => z.object({ manual_annotation_item_id: id(), space_id: id(), manual_annotation_item: givenItem() }),
  }),
  removeItem: op('DELETE /api/evaluation/v1/manual_annotation_item/{manual_annotation_item_id}', {
    summary: 'Delete a question; answers to it stay',
    summaryZh: '删除标注项，已有标注保留',
    access: mayCreate,
    ...flat,
    input: () => z.object({ manual_annotation_item_id: id(), space_id: id() }),
  }),
  create: op('POST /api/evaluation/v1/manual_annotation_task', {
    summary: 'Have people label the rows of an experiment or a comparison',
    summaryZh: '创建标注任务',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        source_id: id(),
        source_type: sourceType(),
        manual_annotation_items: z.array(givenItem()).max(MAX_ITEMS).default([]),
        invisible: z.boolean().default(false),
        name: text(200).default(''),
        description: text(2000).default(''),
        source_range: range(),
        blind_count: blind(),
        visible_area: int().min(0).max(2).default(2),
      }),
    output: () => z.object({ id: s }),
  }),
  begin: op('POST /api/evaluation/v1/task/initiate_manual_annotation_task', {
    summary: 'Have people label rows that code of your own picks',
    summaryZh: '发起标注任务，可用代码筛选数据',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        contrast_report_id: idOrNone(),
        task_id: idOrNone(),
        case_id: idOrNone(),
        item_ids: ids().min(1).max(MAX_ITEMS),
        name: text(200).default(''),
        description: text(2000).default(''),
        source_range: range(),
        blind_count: blind(),
        source_type: sourceType().optional(),
        custom_filter: customFilter(),
      }),
    output: () => z.object({ id: s }),
  }),
  list: op('POST /api/evaluation/v1/manual_annotation_task/list', {
    summary: 'List the tasks in which people label results',
    summaryZh: '列出标注任务',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        source_id: idOrNone(),
        source_types: z.array(int()).max(5).optional(),
        visible_area: int().min(0).max(2).optional(),
        creator_id: idOrNone(),
        name: text(200).optional(),
        assign_annotator_ids: ids().optional(),
        ...page,
      }),
    output: () => z.object({ manual_annotation_tasks: z.array(taskShape), total: s }),
  }),
  choose: op('POST /api/evaluation/v1/manual_annotation_task/select_for_write_back', {
    summary: 'Choose the label that is written back',
    summaryZh: '选择要回写的标注',
    access: mayCreate,
    ...flat,
    input: () => z.object(choice),
  }),
  unchoose: op('POST /api/evaluation/v1/manual_annotation_task/cancel_select_for_write_back', {
    summary: 'No longer choose a label for the write-back',
    summaryZh: '取消选择要回写的标注',
    access: mayCreate,
    ...flat,
    input: () => z.object(choice),
  }),
  get: op('GET /api/evaluation/v1/manual_annotation_task/{manual_annotation_task_id}', {
    summary: 'Get a task in which people label results, with its progress',
    summaryZh: '获取标注任务及进度',
    access: mayView,
    ...flat,
    input: () => z.object(ofTask),
    output: () => z.object({ manual_annotation_task: taskShape }),
  }),
  remove: op('DELETE /api/evaluation/v1/manual_annotation_task/{manual_annotation_task_id}', {
    summary: 'Delete a task in which people label results',
    summaryZh: '删除标注任务',
    access: mayCreate,
    ...flat,
    input: () => z.object(ofTask),
  }),
  removeTaskItem: op(
    'DELETE /api/evaluation/v1/manual_annotation_task/{manual_annotation_task_id}/manual_annotation_item/{manual_annotation_item_id}',
    {
      summary: 'Take a question out of a task',
      summaryZh: '从标注任务移除标注项',
      access: mayCreate,
      ...flat,
      input: () => z.object({ ...ofTask, manual_annotation_item_id: id() }),
    },
  ),
  rows: op('GET /api/evaluation/v1/manual_annotation_task/{manual_annotation_task_id}/dashboard', {
    summary: 'Page through the rows of a task with the labels that are finished',
    summaryZh: '分页查看标注任务的数据和标注',
    access: mayView,
    ...flat,
    input: () => z.object({ ...ofTask, ...page }),
    output: () =>
      z.object({
        column_name: z.array(s),
        manual_annotation_items: z.array(itemShape),
        column_blind_nums: z.array(s),
        payloads: z.array(
          z.object({
            row_group_id: s,
            values: z.array(z.object({ name: s, text: s })),
            manual_annotation_label_tasks: z.array(labelTask),
          }),
        ),
        total: s,
      }),
  }),
  set: op('POST /api/evaluation/v1/manual_annotation_task/{manual_annotation_task_id}/update', {
    summary: 'Rename or describe a task in which people label results',
    summaryZh: '修改标注任务的名称或描述',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        ...ofTask,
        manual_annotation_task: z.object({ name: text(200).optional(), description: text(2000).optional() }),
      }),
  }),
  show: op('POST /api/evaluation/v1/manual_annotation_task/{manual_annotation_task_id}/update_visible', {
    summary: 'Show a task to those who annotate',
    summaryZh: '将标注任务设为可见',
    access: mayCreate,
    ...flat,
    input: () => z.object(ofTask),
  }),
  writeBack: op(
    'POST /api/evaluation/v1/manual_annotation_task/{manual_annotation_task_id}/write_back_annotation_results',
    {
      summary: 'Write the labels that agree or were chosen to the experiment, as scores of people',
      summaryZh: '将一致或选定的标注回写为人工评分',
      access: mayCreate,
      ...flat,
      input: () => z.object(ofTask),
    },
  ),
  addLabels: op(
    'POST /api/evaluation/v1/manual_annotation_task/{manual_annotation_task_id}/batch_create_manual_annotation_label_task',
    {
      summary: 'Ask for one more independent label of rows',
      summaryZh: '为数据追加独立标注',
      access: mayCreate,
      ...flat,
      input: () =>
        z.object({
          ...ofTask,
          manual_annotation_label_tasks: z
            .array(z.object({ object_id: id(), assign_annotator_id: idOrNone() }))
            .min(1)
            .max(1000),
        }),
    },
  ),
  labels: op('POST /api/evaluation/v1/manual_annotation_label_task/list', {
    summary: 'List the labels that are asked for',
    summaryZh: '列出标注子任务',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        manual_annotation_task_id: id(),
        object_ids: z.array(s.max(64)).max(1000).optional(),
        object_type: int().optional(),
        status: z
          .array(z.literal([10, 50]))
          .max(2)
          .optional(),
        assign_annotator_ids: ids().optional(),
        actual_annotator_ids: ids().optional(),
        blind_nums: z.array(int()).max(5).optional(),
        serial_nums: z.array(int()).max(1000).optional(),
        ...page,
      }),
    output: () => z.object({ manual_annotation_label_tasks: z.array(labelTask), total: s }),
  }),
  assign: op('POST /api/evaluation/v1/manual_annotation_label_task/batch_assign', {
    summary: 'Give labels to a person',
    summaryZh: '批量指派标注子任务',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        manual_annotation_task_id: id(),
        manual_annotation_label_task_ids: ids().min(1),
        assign_annotator_id: id(),
      }),
  }),
  label: op('GET /api/evaluation/v1/manual_annotation_label_task/{manual_annotation_label_task_id}', {
    summary: 'Get one label that is asked for, with its row',
    summaryZh: '获取标注子任务',
    access: mayView,
    ...flat,
    input: () => z.object({ manual_annotation_label_task_id: id(), space_id: id() }),
    output: () => z.object({ manual_annotation_label_tasks: z.array(labelTask) }),
  }),
  submit: op('POST /api/evaluation/v1/manual_annotation_label_task/{manual_annotation_label_task_id}/submit', {
    summary: 'Give a label',
    summaryZh: '提交标注',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        manual_annotation_label_task_id: id(),
        space_id: id(),
        manual_annotation_label_results: z
          .array(
            z.object({
              manual_annotation_item_id: id(),
              score: n.optional(),
              value: s.max(200).optional(),
              option: s.max(100).optional(),
              plain_text: s.max(10_000).optional(),
              reasoning: s.max(4000).optional(),
              data_type: int().optional(),
            }),
          )
          .min(1)
          .max(MAX_ITEMS),
      }),
  }),
  file: op('POST /api/evaluation/v1/annotation_task/export_csv', {
    summary: 'Write the labels of a task to a CSV file',
    summaryZh: '将标注任务导出为 CSV',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), annotation_task_id: id() }),
    output: () => z.object({ download_url: s }),
  }),
  addColumns: op('POST /api/evaluation/v1/contrast_report/{contrast_report_id}/create_post_columns', {
    summary: 'Add columns for people to a comparison',
    summaryZh: '为对比报告添加人工标注列',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        contrast_report_id: id(),
        space_id: id(),
        manual_annotation_items: z.array(givenItem()).min(1).max(MAX_ITEMS),
        task_id: idOrNone(),
        case_id: idOrNone(),
      }),
    output: () => z.object({ id: s }),
  }),
  addColumnsTwo: op('POST /api/evaluation/v1/contrast_report/create_post_columns_v2', {
    summary: 'Add columns for people to a comparison or an experiment',
    summaryZh: '为对比报告或任务添加人工标注列',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        contrast_report_id: idOrNone(),
        task_id: idOrNone(),
        case_id: idOrNone(),
        manual_annotation_items: z.array(givenItem()).min(1).max(MAX_ITEMS),
        source_type: sourceType().optional(),
      }),
    output: () => z.object({ id: s }),
  }),
}

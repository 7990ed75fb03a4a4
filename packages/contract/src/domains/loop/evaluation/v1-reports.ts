import { z } from 'zod'
import { op } from '#kit.ts'
import { EVALUATION_LIMITS } from '#shared/evaluation-enums.ts'
import { id, idOrNone, int, pageNumber, pageSize, text } from '#shared/fields.ts'
import { nodeShape } from './first-sets.ts'
import { mayCreate, mayView } from './shapes.ts'
import { customFilter, evalCell } from './v1-tasks.ts'
import { cellShape, columnRule, flat, cursorOutput } from './v1-shapes.ts'

const s = z.string()
const n = z.number()
const ofTask = { case_id: id(), task_id: id(), space_id: id() }
const cell = z.object({ aggregator_type: n, aggregate_data: z.object({ value: n, data_type: n }) })
const resultRow = z.object({
  rule_results: z.array(z.object({ rule_id: s, aggregate_result_cells: z.array(cell) })),
  total_num: s,
  summarized_result: z.array(cell),
})
const aggregateReport = z.object({
  tag_tree_node: nodeShape,
  node_results: z.record(s, resultRow),
  column_rule_info: z.array(columnRule),
  summarized_result: resultRow,
})
export type ShownAggregate = z.input<typeof aggregateReport>

export interface FilterNode {
  name?: string | undefined
  node_id?: string | undefined
  filter_conditions?:
    | { field?: number | undefined; operator?: number | undefined; value?: string | undefined }
    | undefined
  children?: FilterNode[] | undefined
  logic_op?: number | undefined
}
const filterNode = (depth = 4): z.ZodType<FilterNode> =>
  z.object({
    name: s.max(200).optional(),
    node_id: idOrNone(),
    filter_conditions: z
      .object({
        field: int().min(0).max(6).optional(),
        operator: int().min(0).max(10).optional(),
        value: s.max(1000).optional(),
      })
      .optional(),
    children: (depth > 1 ? z.array(filterNode(depth - 1)).max(20) : z.array(z.never()).max(0)).optional(),
    logic_op: int().min(0).max(2).optional(),
  }) as z.ZodType<FilterNode>
const chartConfig = () =>
  z.object({
    /** 1 figure, 2 pie, 3 bar, 4 stacked bar, 5 radar, 6 line. */
    chart_type: int().min(1).max(6),
    evaluator_granularity: int().min(0).max(2).default(1),
    /** 1 mean, 2 sum, 3 maximum, 4 minimum, 5 passing share, 6 excellent share, 7 count, 8 to 10 percentiles. */
    aggregator_type: int().min(1).max(10),
    rule_ids: z.array(id()).min(1).max(EVALUATION_LIMITS.contents),
    aggregator_modes: z.array(int().min(0).max(1)).max(5).optional(),
    /** 1 by tag, 2 by option. */
    group_mode: int().min(0).max(2).default(0),
    filter_node: filterNode().optional(),
    report_name: text(200).default(''),
    group_mode_filter: filterNode().optional(),
  })
export type ChartConfig = z.output<ReturnType<typeof chartConfig>>
const shownConfig = z.object({
  chart_type: n,
  evaluator_granularity: n,
  aggregator_type: n,
  rule_ids: z.array(s),
  group_mode: n,
  report_name: s,
})
const chartShape = z.object({
  analysis_chart_report_id: s,
  aggregate_report: aggregateReport,
  analysis_chart_report_config: shownConfig,
})
const contrastTask = z.object({ case_id: id(), task_id: id() })
const shownTask = z.object({ case_id: s, task_id: s })
const metaShape = z.object({ contrast_report_id: s, name: s, contrast_tasks: z.array(shownTask) })
export type ShownContrastMeta = z.input<typeof metaShape>
const rowReport = z.object({
  row_id: s,
  cells: z.array(cellShape),
  multi_output: z.object({ prediction: s, prediction_v2: cellShape }),
  row_eval_cell: evalCell,
  run_state: n,
  log_id: s,
})
const contrastGroup = z.object({
  serial_num: n,
  row_group_id: s,
  tags: z.array(s),
  /** By turn: the same row of each experiment. */
  row_contrast_report_infos: z.array(z.object({ row_report_map: z.record(s, rowReport) })),
})
export type ShownContrastGroup = z.input<typeof contrastGroup>
const itemShape = z.object({ id: s, name: s, annotation_item_data_type: n })
const contrast = () =>
  z.object({
    column_name: z.array(s),
    column_rule_infos: z.array(columnRule),
    metrics_columns: z.array(columnRule),
    manual_annotation_items: z.array(itemShape),
    task_id: s,
    contrast_tasks: z.array(shownTask),
    contrast_report_row_groups: z.array(contrastGroup),
    default_rule_group_id: s,
    manual_annotation_item_map: z.record(s, s),
    total: s,
  })
const common = z.object({
  evaluator_type: n,
  intersection_rule_infos: z.array(
    z.object({
      rule_id: s,
      task_id: s,
      case_id: s,
      name: s,
      evaluator_type_name: s,
      evaluator_process_type: n,
      evaluate_result_data_type: n,
    }),
  ),
})
const page = { page: pageNumber(), page_size: pageSize() }
const link = () => z.object({ download_url: s })

/** Reports about results: figures by tag, charts, comparisons, files. */
export const evaluationReport = {
  aggregate: op('GET /api/evaluation/v1/case/{case_id}/task/{task_id}/aggregate_report', {
    summary: 'Get the figures of an experiment by tag and evaluator',
    summaryZh: '获取任务按标签和规则统计的结果',
    access: mayView,
    ...flat,
    input: () => z.object(ofTask),
    output: () => z.object({ aggregate_report: aggregateReport }),
  }),
  makeAggregate: op('PUT /api/evaluation/v1/case/{case_id}/task/{task_id}/aggregate_report/gen', {
    summary: 'Check that the figures of an experiment can be read',
    summaryZh: '生成任务的统计结果',
    access: mayCreate,
    ...flat,
    input: () => z.object(ofTask),
  }),
  compareAggregates: op('POST /api/evaluation/v1/case/task/compare_aggregate_report/gen', {
    summary: 'Get the figures of evaluators that several experiments share',
    summaryZh: '统计多个任务共有的评估器',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        aggregator_configs: z
          .array(
            z.object({
              aggregator_type: int().min(1).max(10).default(1),
              intersection_evaluator_infos: z
                .array(
                  z.object({
                    evaluator_type: int().optional(),
                    intersection_rule_infos: z
                      .array(z.object({ rule_id: id(), task_id: id(), case_id: id() }))
                      .max(200)
                      .default([]),
                  }),
                )
                .max(50)
                .default([]),
            }),
          )
          .max(10)
          .default([]),
      }),
    output: () =>
      z.object({
        comparison_aggregate_report_infos: z.array(
          z.object({ task_id: s, case_id: s, aggregate_report: aggregateReport }),
        ),
      }),
  }),
  common: op('POST /api/evaluation/v1/evaluator_type/intersection', {
    summary: 'Find the evaluators that several experiments share',
    summaryZh: '查找多个任务共有的评估器',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), task_infos: z.array(contrastTask).min(1).max(EVALUATION_LIMITS.compared) }),
    output: () => z.object({ intersection_evaluator_infos: z.array(common) }),
  }),
  charts: op('GET /api/evaluation/v1/case/{case_id}/task/{task_id}/analysis_chart_report/list', {
    summary: 'List the charts of an experiment with their figures',
    summaryZh: '列出任务的图表及数据',
    access: mayView,
    ...flat,
    input: () => z.object({ ...ofTask, cursor: idOrNone(), limit: pageSize(20, 50) }),
    output: () => z.object({ analysis_chart_report_infos: z.array(chartShape), ...cursorOutput }),
  }),
  addChart: op('POST /api/evaluation/v1/case/{case_id}/task/{task_id}/analysis_chart_report/gen', {
    summary: 'Add a chart to an experiment',
    summaryZh: '为任务添加图表',
    access: mayCreate,
    ...flat,
    input: () => z.object({ ...ofTask, analysis_chart_report_config: chartConfig() }),
    output: () => z.object({ analysis_chart_report_info: chartShape }),
  }),
  setChart: op('POST /api/evaluation/v1/case/{case_id}/task/{task_id}/analysis_chart_report/update', {
    summary: 'Change a chart of an experiment',
    summaryZh: '修改任务的图表',
    access: mayCreate,
    ...flat,
    input: () => z.object({ ...ofTask, analysis_chart_report_id: id(), analysis_chart_report_config: chartConfig() }),
    output: () => z.object({ analysis_chart_report_info: chartShape }),
  }),
  removeChart: op('DELETE /api/evaluation/v1/case/task/analysis_chart_report', {
    summary: 'Delete a chart of an experiment',
    summaryZh: '删除任务的图表',
    access: mayCreate,
    ...flat,
    input: () => z.object({ ...ofTask, analysis_chart_report_id: id() }),
  }),
  keepCharts: op('PUT /api/evaluation/v1/case/analysis_chart_report/associate', {
    summary: 'Show charts for every later run of a plan',
    summaryZh: '让评测计划之后的任务都显示这些图表',
    access: mayCreate,
    ...flat,
    input: () => z.object({ case_id: id(), space_id: id(), analysis_chart_report_ids: z.array(id()).max(50) }),
  }),
  file: op('POST /api/evaluation/v1/case/{any}/task/export_csv', {
    summary: 'Write the results of an experiment or a comparison to a CSV file',
    summaryZh: '将任务或对比报告导出为 CSV',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        any: s.max(64),
        space_id: id(),
        case_id: idOrNone(),
        source_id: id(),
        /** 1 experiment, 2 comparison. */
        source_type: z.literal([1, 2], { error: 'must be 1 (experiment) or 2 (comparison)' }).default(1),
      }),
    output: link,
  }),
  saveComparison: op('POST /api/evaluation/v1/contrast_report', {
    summary: 'Save experiments side by side under a name',
    summaryZh: '保存对比报告',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        case_id: id(),
        /** The baseline. */
        task_id: id(),
        name: text(200).default(''),
        contrast_tasks: z.array(contrastTask).max(EVALUATION_LIMITS.compared).default([]),
      }),
    output: () => z.object({ id: s }),
  }),
  comparisons: op('GET /api/evaluation/v1/contrast_report/list_task_contrast_report', {
    summary: 'List the comparisons that an experiment is part of',
    summaryZh: '列出包含某任务的对比报告',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), task_id: id() }),
    output: () => z.object({ contrast_report_meta_infos: z.array(metaShape) }),
  }),
  comparison: op('GET /api/evaluation/v1/contrast_report/{contrast_report_id}', {
    summary: 'Page through a comparison',
    summaryZh: '分页查看对比报告',
    access: mayView,
    ...flat,
    input: () => z.object({ contrast_report_id: id(), space_id: id(), ...page }),
    output: contrast,
  }),
  comparisonTwo: op('POST /api/evaluation/v1/get_contrast_report/{contrast_report_id}/v2', {
    summary: 'Page through the rows of a comparison that code of your own picks',
    summaryZh: '分页查看对比报告，可用代码筛选',
    access: mayView,
    ...flat,
    input: () => z.object({ contrast_report_id: id(), space_id: id(), custom_filter: customFilter(), ...page }),
    output: () => contrast().extend({ custom_filter_err_msg: s }),
  }),
  renameComparison: op('POST /api/evaluation/v1/contrast_report/{contrast_report_id}', {
    summary: 'Rename a comparison',
    summaryZh: '重命名对比报告',
    access: mayCreate,
    ...flat,
    input: () => z.object({ contrast_report_id: id(), space_id: id(), name: text(200).default('') }),
  }),
  removeComparison: op('DELETE /api/evaluation/v1/contrast_report/{contrast_report_id}', {
    summary: 'Delete a comparison; its experiments stay',
    summaryZh: '删除对比报告，任务保留',
    access: mayCreate,
    ...flat,
    input: () => z.object({ contrast_report_id: id(), space_id: id() }),
  }),
  comparisonMeta: op('GET /api/evaluation/v1/contrast_report/{contrast_report_id}/meta', {
    summary: 'Get the name and the experiments of a comparison',
    summaryZh: '获取对比报告的名称和任务',
    access: mayView,
    ...flat,
    input: () => z.object({ contrast_report_id: id(), space_id: id() }),
    output: () => z.object({ contrast_report_meta: metaShape }),
  }),
}

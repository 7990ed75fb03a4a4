import { z } from 'zod'
import { op } from '#kit.ts'
import { EVALUATION_LIMITS } from '#shared/evaluation-enums.ts'
import { commaList, id, idOrNone, int, pageNumber, pageSize, text } from '#shared/fields.ts'
import { mayCreate, mayView } from './shapes.ts'
import { taskShape } from './v1-cases.ts'
import {
  cellShape,
  columnRule,
  entityMap,
  flat,
  optionShape,
  cursorOutput,
  cursorInput,
  labelTask,
} from './v1-shapes.ts'

const s = z.string()
const n = z.number()
const ofTask = { case_id: id(), task_id: id(), space_id: id() }
const ids = () => z.array(id()).max(EVALUATION_LIMITS.batchGet)
const resultData = z.object({
  score: n.optional(),
  value: s.optional(),
  option: optionShape.optional(),
  plain_text: s.optional(),
  data_type: n,
})
const runError = z.object({ code: s, message: s, detail: s })
const evaluateResult = z.object({
  score: n.optional(),
  reasoning: s,
  manual_status: n,
  error: runError.optional(),
  data: resultData.optional(),
  scoring_scope: z.object({ max_score: n, min_score: n }).optional(),
})
const evalReport = z.object({
  evaluator_type: n,
  row_eval_result: evaluateResult.optional(),
  evaluator_type_name: s,
  weight: n,
  is_row_evaluator: z.boolean(),
  name: s,
})
export type ShownEvalReport = z.input<typeof evalReport>
export const evalCell = z.object({
  manual_result: evaluateResult.optional(),
  rule_eval_report_map: z.record(s, evalReport),
  rule_eval_reports: z.array(evalReport),
  row_metrics: z.array(evalReport),
  token: s,
  consuming: s,
  create_time: s,
  end_time: s,
  space_id: s,
  score: n.optional(),
  /** Answers of people in the columns that were added for them. */
  manual_annotation_reports: z.array(labelTask).optional(),
})
const trajectory = z.object({
  actions: z.array(z.object({ agent_type: n, action_meta: s, log: s, input: cellShape, output: cellShape })),
})
const rowShape = z.object({
  row_id: s,
  cells: z.array(s),
  output: z.object({ prediction: s }),
  row_eval_cell: evalCell,
  rule_group_id: s,
  multi_output: z.object({ prediction: s, prediction_v2: cellShape }),
  multi_cells: z.array(cellShape),
  trajectory,
  run_state: n,
  error_message: s,
  log_id: s,
  error: runError.optional(),
})
export type ShownTaskRow = z.input<typeof rowShape>
const rowGroup = z.object({
  row_group_id: s,
  group_name: s,
  rows: z.array(rowShape),
  run_state: n,
  tags: z.array(s),
  rule_eval_report_map: z.record(s, evalReport),
  serial_num: n,
})
export type ShownTaskGroup = z.input<typeof rowGroup>
const labelShape = z.object({ id: s, name: s, annotation_item_data_type: n })
export const dashboard = () =>
  z.object({
    column_name: z.array(s),
    dashboard_row_groups: z.array(rowGroup),
    column_rule_info: z.array(columnRule),
    default_rule_group_id: s,
    task_id: s,
    manual_annotation_items: z.array(labelShape),
    manual_annotation_item_map: z.record(s, s),
    not_allow_export_dataset_content: z.boolean(),
    total: s,
  })
export const customFilter = () =>
  z
    .object({
      language: z.literal([2, 3], { error: 'must be 2 (TypeScript) or 3 (Python)' }),
      user_code: s.min(1).max(20_000),
    })
    .optional()
export type CustomFilter = NonNullable<z.output<ReturnType<typeof customFilter>>>
const state = () => int().min(-1).max(5).optional()
const rowResult = z.object({
  task_id: s,
  row_id: s,
  row_group_id: s,
  rule_eval_results: z.record(s, evaluateResult),
  token: s,
  consuming: s,
  output: s,
  create_time: s,
  end_time: s,
  space_id: s,
  case_id: s,
})
export type ShownRowResult = z.input<typeof rowResult>
const rowResults = () => z.object({ row_eval_res_list: z.record(s, rowResult) })
const givenResult = z.object({
  score: n.optional(),
  reasoning: text(4000).optional(),
  data: z
    .object({
      score: n.optional(),
      value: s.max(200).optional(),
      option: z.object({ name: s.max(100) }).optional(),
      plain_text: s.max(10_000).optional(),
      data_type: int().min(0).max(4).optional(),
    })
    .optional(),
})
export type GivenHumanResult = z.output<typeof givenResult>
const page = { page: pageNumber(), page_size: pageSize() }
const taskPage = () =>
  z.object({
    tasks: z.array(taskShape),
    ...cursorOutput,
    group_task_info_list: z.array(z.object({ task_ids: z.array(s), create_time: s })),
    coze_entity_map: entityMap(),
    prompt_entity_map: entityMap(),
    user_entity_map: entityMap(),
    agent_entity_map: entityMap(),
  })
const history = {
  case_id: id(),
  space_id: id(),
  ...cursorInput(),
  start_time: int().optional(),
  end_time: int().optional(),
  task_description: text(200).optional(),
}

/** Experiments of plans, which the first version of the calls names tasks. */
export const evaluationTask = {
  remove: op('DELETE /api/evaluation/v1/case/task', {
    summary: 'Delete an experiment of a plan with its results',
    summaryZh: '删除任务及其结果',
    access: mayCreate,
    ...flat,
    input: () => z.object(ofTask),
  }),
  retry: op('PUT /api/evaluation/v1/case/task/retry', {
    summary: 'Run all rows of an experiment again, those without success, or some',
    summaryZh: '重跑任务的全部、未成功或指定数据',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        ...ofTask,
        mode: z.literal([1, 2, 3], { error: 'must be 1, 2 or 3' }).default(2),
        row_group_id: z.array(id()).max(1000).optional(),
      }),
    output: () => z.object({ task: taskShape }),
  }),
  kill: op('POST /api/evaluation/v1/case/task/kill', {
    summary: 'Stop a running experiment of a plan',
    summaryZh: '终止运行中的任务',
    access: mayCreate,
    ...flat,
    input: () => z.object(ofTask),
    output: () => z.object({ task: taskShape }),
  }),
  score: op('POST /api/evaluation/v1/case/task/rows/manual_score', {
    summary: 'Give scores as a person, by row and rule',
    summaryZh: '人工评分',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        ...ofTask,
        manual_scores: z
          .record(
            s,
            z.object({
              row_id: idOrNone(),
              rule_scores: z.record(s, givenResult).default({}),
              row_score: givenResult.optional(),
            }),
          )
          .default({}),
        group_manual_scores: z
          .record(s, z.object({ row_group_id: idOrNone(), rule_scores: z.record(s, givenResult).default({}) }))
          .default({}),
      }),
    output: rowResults,
  }),
  get: op('GET /api/evaluation/v1/case/{case_id}/task/{task_id}', {
    summary: 'Get an experiment of a plan',
    summaryZh: '获取任务',
    access: mayView,
    ...flat,
    input: () => z.object(ofTask),
    output: () => z.object({ task: taskShape }),
  }),
  getMany: op('POST /api/evaluation/v1/case/{case_id}/tasks/get', {
    summary: 'Get several experiments of a plan',
    summaryZh: '批量获取任务',
    access: mayView,
    ...flat,
    input: () => z.object({ case_id: id(), space_id: id(), task_ids: ids() }),
    output: () => z.object({ tasks: z.array(taskShape) }),
  }),
  list: op('GET /api/evaluation/v1/case/{case_id}/tasks/list', {
    summary: 'List the experiments of a plan, the newest first',
    summaryZh: '列出评测计划的任务',
    access: mayView,
    ...flat,
    input: () => z.object({ ...history, DatasetIDs: commaList(id()).optional() }),
    output: taskPage,
  }),
  listTwo: op('POST /api/evaluation/v1/case/{case_id}/tasks/list_v2', {
    summary: 'Search the experiments of a plan, the newest first',
    summaryZh: '搜索评测计划的任务',
    access: mayView,
    ...flat,
    input: () => z.object({ ...history, dataset_ids: ids().optional(), creator_ids: ids().optional() }),
    output: taskPage,
  }),
  ruleGroup: op('GET /api/evaluation/v1/case/{case_id}/task/{task_id}/rule_group_id', {
    summary: 'See which list of evaluators an experiment used',
    summaryZh: '查看任务使用的评估器组',
    access: mayView,
    ...flat,
    input: () => z.object(ofTask),
    output: () => z.object({ rule_group_id: s }),
  }),
  rows: op('GET /api/evaluation/v1/case/{case_id}/task/{task_id}/dashboard', {
    summary: 'Page through the results of an experiment',
    summaryZh: '分页查看任务结果',
    access: mayView,
    ...flat,
    input: () => z.object({ ...ofTask, row_group_run_state: state(), ...page }),
    output: dashboard,
  }),
  rowsTwo: op('POST /api/evaluation/v1/case/{case_id}/task/{task_id}/dashboard/v2', {
    summary: 'Page through the results that code of your own picks',
    summaryZh: '分页查看任务结果，可用代码筛选',
    access: mayView,
    ...flat,
    input: () => z.object({ ...ofTask, row_group_run_state: state(), custom_filter: customFilter(), ...page }),
    output: () => dashboard().extend({ custom_filter_err_msg: s }),
  }),
  group: op('GET /api/evaluation/v1/case/{case_id}/task/{task_id}/dashboard_rowgroup', {
    summary: 'Get the results of one row group',
    summaryZh: '查看单个数据组的结果',
    access: mayView,
    ...flat,
    input: () => z.object({ ...ofTask, row_group_id: id() }),
    output: () =>
      z.object({
        column_name: z.array(s),
        dashboard_row_group: rowGroup,
        column_rule_info: z.array(columnRule),
        default_rule_group_id: s,
      }),
  }),
  rowsByIds: op('POST /api/evaluation/v1/case/{case_id}/task/{task_id}/rows/get', {
    summary: 'Get the results of several rows',
    summaryZh: '批量获取数据行的结果',
    access: mayView,
    ...flat,
    input: () => z.object({ ...ofTask, row_ids: ids() }),
    output: rowResults,
  }),
}

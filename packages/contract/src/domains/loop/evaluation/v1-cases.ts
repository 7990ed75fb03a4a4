import { z } from 'zod'
import { op } from '#kit.ts'
import { EVALUATION_LIMITS } from '#shared/evaluation-enums.ts'
import { commaList, id, idOrNone, int, text } from '#shared/fields.ts'
import { mayCreate, mayView } from './shapes.ts'
import { givenObject, objectShape } from './v1-objects.ts'
import { cid, entityMap, flat, planName, region, tagList, cursorOutput, cursorInput } from './v1-shapes.ts'

const s = z.string()
const n = z.number()
const share = () => n.min(0).max(1)
const runtime = () => s.max(20_000).optional()
const times = () => int().min(1).max(EVALUATION_LIMITS.trials).default(1)
const threshold = z.object({ pass_threshold: n, excellent_threshold: n })
const givenThreshold = () =>
  z.object({ pass_threshold: share().optional(), excellent_threshold: share().optional() }).optional()
const caseShape = z.object({
  id: s,
  name: s,
  desc: s,
  dataset_source: z.object({ dataset_id: s, dataset_name: s }),
  evaluator_source: z.object({
    case_source: z.object({ mode: n, rule_group_id: s }),
    row_sources: z.record(s, z.object({ mode: n, row_id: s, row_group_id: s, rule_group_id: s })),
    threshold,
  }),
  eval_object: objectShape.optional(),
  creator_id: s,
  create_time: s,
  update_time: s,
  space_id: s,
  last_run_time: s,
  region: s,
  latest_runtime_parameter: s,
  user_change_mode: n,
  original_dataset_id: s,
  runtime_parameter: s,
  default_runtime_parameter: s,
  runtime_parameter_tip_content: s,
})
export type ShownCase = z.input<typeof caseShape>
const usage = z.object({ input_token: s, output_token: s })
export const taskShape = z.object({
  id: s,
  case_id: s,
  name: s,
  status: n,
  dataset_id: s,
  eval_object: objectShape.optional(),
  row_run_cnt: s,
  token: s,
  consuming: s,
  start_time: s,
  end_time: s,
  creator_id: s,
  log_id: s,
  object_output_err: s,
  task_stats: z.object({
    uncompleted_count: s,
    success_count: s,
    fail_count: s,
    success_row_count: s,
    fail_row_count: s,
    total_row_count: s,
  }),
  task_manual_stats: z.object({
    needed_row_count: s,
    completed_row_count: s,
    needed_row_group_count: s,
    completed_row_group_count: s,
  }),
  task_manual_status: n,
  aggr_report_gen_status: n,
  score: n.optional(),
  passing_rate: n.optional(),
  excellent_rate: n.optional(),
  threshold,
  object_token_usage: usage,
  object_token_cost: usage,
  runtime_parameter: s,
  dataset_name: s,
  original_dataset_id: s,
  evaluator_token_usage: usage,
  credit_cost: n,
  description: s,
})
export type ShownTask = z.input<typeof taskShape>
const entities = {
  coze_entity_map: entityMap(),
  prompt_entity_map: entityMap(),
  user_entity_map: entityMap(),
  agent_entity_map: entityMap(),
}
const casePage = () => z.object({ cases: z.array(caseShape), ...cursorOutput, ...entities })
const started = () => z.object({ task: taskShape, task_ids: z.array(s), tasks: z.array(taskShape) })
const batchShape = z.object({
  batch_task_id: s,
  list_case_tasks: z.array(z.object({ case: caseShape, tasks: z.array(taskShape) })),
})
const listFilter = {
  space_id: id(),
  ...cursorInput(),
  tag_name: s.max(64).optional(),
  tag_value: s.max(200).optional(),
  fuzzy_name: text(200).optional(),
  creator_id: idOrNone(),
  region: region(),
  object_type: int().optional(),
}
const ofCase = { case_id: id(), space_id: id() }

/** Plans, which the first version of the calls names cases. */
export const evaluationCase = {
  create: op('POST /api/evaluation/v1/case', {
    summary: 'Create a plan: what is evaluated, on which rows, by which evaluators',
    summaryZh: '创建评测计划',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        name: planName(),
        space_id: id(),
        desc: text(EVALUATION_LIMITS.note).default(''),
        cid: cid(),
        tag_list: tagList().default([]),
        region: region(),
        /** 5: nobody can change it. */
        UserChangeMode: z.literal([0, 5], { error: 'must be 0 (default) or 5 (read only)' }).default(0),
        eval_object: givenObject().optional(),
      }),
    output: () => z.object({ case: caseShape }),
  }),
  update: op('PUT /api/evaluation/v1/case', {
    summary: 'Rename or describe a plan, or set its runtime parameter',
    summaryZh: '修改评测计划的名称、描述或运行参数',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        ...ofCase,
        name: planName().optional(),
        desc: text(EVALUATION_LIMITS.note).optional(),
        runtime_parameter: runtime(),
      }),
    output: () => z.object({ case: caseShape }),
  }),
  remove: op('DELETE /api/evaluation/v1/case', {
    summary: 'Delete a plan; its experiments stay',
    summaryZh: '删除评测计划，实验保留',
    access: mayCreate,
    ...flat,
    input: () => z.object(ofCase),
  }),
  bindNewSet: op('PUT /api/evaluation/v1/case/dataset/associate', {
    summary: 'Give a plan a dataset of its own, without rows',
    summaryZh: '为评测计划新建专用的空数据集',
    access: mayCreate,
    ...flat,
    input: () => z.object({ ...ofCase, cid: cid() }),
    output: () => z.object({ new_dataset_id: s }),
  }),
  bindSet: op('PUT /api/evaluation/v1/case/dataset/associate_v2', {
    summary: 'Give a plan a dataset of the space',
    summaryZh: '为评测计划绑定已有数据集',
    access: mayCreate,
    ...flat,
    input: () => z.object({ ...ofCase, dataset_id: id() }),
  }),
  unbindSet: op('PUT /api/evaluation/v1/case/dataset/unbind', {
    summary: 'Take the dataset from a plan',
    summaryZh: '解除评测计划的数据集',
    access: mayCreate,
    ...flat,
    input: () => z.object({ ...ofCase, dataset_id: id() }),
  }),
  bindObject: op('PUT /api/evaluation/v1/case/evalobject/associate', {
    summary: 'Say what a plan evaluates',
    summaryZh: '设置评测计划的评测对象',
    access: mayCreate,
    ...flat,
    input: () => z.object({ ...ofCase, eval_object: givenObject(), cid: cid() }),
  }),
  bindEvaluators: op('PUT /api/evaluation/v1/case/evaluator/associate', {
    summary: 'Give a plan, or one of its rows, a list of evaluators, or take it',
    summaryZh: '为评测计划或单条数据设置或清除评估器组',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        ...ofCase,
        /** 0 people score, 1 evaluators score, 2 removes the list. */
        mode: int().min(0).max(2),
        /** 0 one row, 1 the whole plan. */
        scope: int().min(0).max(1),
        row_id: idOrNone(),
        row_group_id: idOrNone(),
        cid: cid(),
        threshold: givenThreshold(),
        /** An existing list; without it a new one is created. */
        rule_group_id: idOrNone(),
      }),
    output: () => z.object({ new_rule_group_id: s }),
  }),
  run: op('PUT /api/evaluation/v1/case/exec', {
    summary: 'Run a plan, once or several times',
    summaryZh: '运行评测计划，可运行多次',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        ...ofCase,
        cid: cid(),
        runtime_parameter: runtime(),
        exec_times: times(),
        task_description: text(EVALUATION_LIMITS.note).optional(),
      }),
    output: started,
  }),
  runWith: op('PUT /api/evaluation/v1/case/exec_dynamic', {
    summary: 'Run a plan with other parts, for this run only',
    summaryZh: '以其他数据集、评估器或对象运行评测计划，仅本次生效',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        ...ofCase,
        cid: cid(),
        runtime_parameter: runtime(),
        exec_times: times(),
        dataset_source: z.object({ dataset_id: idOrNone() }).optional(),
        evaluator_source: z
          .object({
            case_source: z.object({ rule_group_id: idOrNone(), mode: int().optional() }).optional(),
            threshold: givenThreshold(),
          })
          .optional(),
        eval_object: givenObject().optional(),
      }),
    output: started,
  }),
  getMany: op('POST /api/evaluation/v1/cases', {
    summary: 'Get several plans',
    summaryZh: '批量获取评测计划',
    access: mayView,
    ...flat,
    input: () => z.object({ case_ids: z.array(id()).max(EVALUATION_LIMITS.batchGet), space_id: id() }),
    output: () => z.object({ cases: z.array(caseShape) }),
  }),
  createMany: op('POST /api/evaluation/v1/cases/batch_create', {
    summary: 'Create several plans by name; all of them or none',
    summaryZh: '批量创建评测计划，全部成功或全部不创建',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        name_eval_object: z
          .record(s.min(1).max(EVALUATION_LIMITS.experimentName), givenObject())
          .refine((given) => Object.keys(given).length <= EVALUATION_LIMITS.batchGet, {
            error: `at most ${EVALUATION_LIMITS.batchGet} plans`,
          })
          .default({}),
        space_id: id(),
        region: region(),
      }),
    output: () => z.object({ cases: z.array(caseShape) }),
  }),
  list: op('GET /api/evaluation/v1/cases/list', {
    summary: 'List the plans of a space, the newest first',
    summaryZh: '列出空间的评测计划',
    access: mayView,
    ...flat,
    input: () => z.object({ ...listFilter, dataset_ids: commaList(id()).optional() }),
    output: casePage,
  }),
  listTwo: op('POST /api/evaluation/v1/cases/list_v2', {
    summary: 'Search the plans of a space, the newest first',
    summaryZh: '搜索空间的评测计划',
    access: mayView,
    ...flat,
    input: () => z.object({ ...listFilter, dataset_ids: z.array(id()).max(EVALUATION_LIMITS.batchGet).optional() }),
    output: casePage,
  }),
  startBatch: op('POST /api/evaluation/v1/batch_task', {
    summary: 'Run several plans together',
    summaryZh: '批量运行评测计划',
    access: mayCreate,
    ...flat,
    input: () => {
      const order = z.object({ runtime_parameter: s.max(20_000).default(''), exec_times: times() })
      return z.object({
        space_id: id(),
        batch_case_tasks: z
          .array(
            z.object({
              case_id: id(),
              space_id_of_case: idOrNone(),
              list_exec_runtime_parameter: z.array(order).max(10).default([]),
            }),
          )
          .min(1)
          .max(10),
        default_exec_runtime_parameter: order.optional(),
        /** When an experiment fails: 1 stops the others, 2 continues, 3 continues only if it has a successful row. */
        execution_policy: z.literal([1, 2, 3], { error: 'must be 1, 2 or 3' }).default(2),
      })
    },
    output: () => z.object({ batch_task_id: s }),
  }),
  batchHistory: op('GET /api/evaluation/v1/batch_task/history', {
    summary: 'List the batches that evaluated something',
    summaryZh: '列出评测过某对象的批次',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), object_id: id(), object_type: int() }),
    output: () => z.object({ batch_task_rets: z.array(batchShape) }),
  }),
  batch: op('GET /api/evaluation/v1/batch_task/{batch_task_id}', {
    summary: 'Get a batch with its plans and experiments',
    summaryZh: '获取批次及其方案和任务',
    access: mayView,
    ...flat,
    input: () => z.object({ batch_task_id: id(), space_id: id() }),
    output: () => z.object({ batch_task_ret: batchShape }),
  }),
  retryBatch: op('POST /api/evaluation/v1/batch_task/{batch_task_id}/retry', {
    summary: 'Run the experiments of a batch again, all or those without success',
    summaryZh: '重试批次中的全部或未成功任务',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        batch_task_id: id(),
        space_id: id(),
        mode: z.literal([1, 2], { error: 'must be 1 (all) or 2 (without success)' }),
      }),
    output: () => z.object({ batch_task_id: s }),
  }),
  killBatch: op('POST /api/evaluation/v1/batch_task/{batch_task_id}/kill', {
    summary: 'Stop the running experiments of a batch',
    summaryZh: '终止批次中运行的任务',
    access: mayCreate,
    ...flat,
    input: () => z.object({ batch_task_id: id(), space_id: id() }),
    output: () => z.object({ batch_task_id: s }),
  }),
  get: op('GET /api/evaluation/v1/case/{case_id}', {
    summary: 'Get a plan',
    summaryZh: '获取评测计划',
    access: mayView,
    ...flat,
    input: () => z.object(ofCase),
    output: () => z.object({ case: caseShape }),
  }),
  check: op('GET /api/evaluation/v1/case/{case_id}/check', {
    summary: 'See whether a plan can be run, and what is missing',
    summaryZh: '检查评测计划是否可运行',
    access: mayView,
    ...flat,
    input: () => z.object(ofCase),
    output: () =>
      z.object({
        pass: z.boolean(),
        check_result: z.object({
          over_limit_rows: z.array(s),
          lack_row_rule: z.boolean(),
          lack_dataset_row: z.boolean(),
        }),
      }),
  }),
  copy: op('POST /api/evaluation/v1/case/{case_id}/clone', {
    summary: 'Copy a plan under another name',
    summaryZh: '复制评测计划',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        ...ofCase,
        name: planName(),
        desc: text(EVALUATION_LIMITS.note).optional(),
        eval_object: givenObject().optional(),
        region: region(),
      }),
    output: () => z.object({ case_id: s }),
  }),
}

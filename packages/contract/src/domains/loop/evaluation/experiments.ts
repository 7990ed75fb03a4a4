import { z } from 'zod'
import { op } from '#kit.ts'
import { EVALUATION_LIMITS, RetryMode } from '#shared/evaluation-enums.ts'
import { base, commaList, id, idOrNone, int, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { baseInfo, evaluatorMapping, evaluatorShape, mayCreate, orderBys, mayView, targetMapping } from './shapes.ts'
import { targetParam, targetShape } from './targets.ts'

const s = z.string()
const n = z.number()
const flat = { reply: 'flat' } as const

const condition = z.object({
  field: z.object({ field_type: int().min(0).max(30), filed_key: s.max(64).optional() }).optional(),
  operator: int().min(1).max(8).optional(),
  value: s.max(10_000).optional(),
  source_target: z
    .object({ eval_target_type: int().optional(), source_target_ids: z.array(s.max(64)).max(100).optional() })
    .optional(),
})
export const filtersShape = z.object({
  filter_conditions: z.array(condition).max(20).default([]),
  /** 1 all conditions, 2 any condition. */
  logic_op: int().min(0).max(2).optional(),
})
export type ExperimentFilters = z.infer<typeof filtersShape>

const tokenUsage = z.object({ input_tokens: s, output_tokens: s })
export const aggregateShape = z.object({
  evaluator_version_id: s,
  aggregator_results: z.array(
    z.object({
      aggregator_type: n,
      data: z.object({
        data_type: n,
        value: n.optional(),
        score_distribution: z
          .object({ score_distribution_items: z.array(z.object({ score: s, count: s, percentage: n })) })
          .optional(),
      }),
    }),
  ),
  name: s,
  version: s,
})
const experimentShape = z.object({
  id: s,
  /** The plan that it was started from; an experiment without a plan has its own id here. */
  plan_id: s,
  name: s,
  desc: s,
  creator_by: s,
  status: n,
  status_message: s,
  start_time: s,
  end_time: s,
  eval_set_id: s,
  eval_set_version_id: s,
  target_id: s,
  target_version_id: s,
  evaluator_version_ids: z.array(s),
  eval_set: z.object({ id: s, name: s, version: s, item_count: s }),
  eval_target: targetShape.optional(),
  evaluators: z.array(evaluatorShape),
  base_info: baseInfo,
  expt_stats: z.object({
    evaluator_aggregate_results: z.array(aggregateShape),
    token_usage: tokenUsage,
    /** Cost of all model calls, in the currency of their prices. */
    credit_cost: n,
    pending_turn_cnt: n,
    success_turn_cnt: n,
    fail_turn_cnt: n,
    terminated_turn_cnt: n,
    processing_turn_cnt: n,
  }),
  target_field_mapping: targetMapping,
  evaluator_field_mapping: z.array(evaluatorMapping),
  item_concur_num: n,
  evaluators_concur_num: n,
  item_retry_num: n,
  trial_num: n,
  weights: z.record(s, n),
})
export type ShownExperiment = z.input<typeof experimentShape>

const number = (least: number, most: number, otherwise: number) => int().min(least).max(most).default(otherwise)
/** The parts that define an experiment before it starts. */
export const planParts = {
  space_id: id(),
  eval_set_version_id: idOrNone(),
  /** Without a version, a new version is created from the current rows. */
  eval_set_id: idOrNone(),
  TargetID: idOrNone(),
  TargetVersionID: idOrNone(),
  create_eval_target_param: targetParam().optional(),
  evaluator_version_ids: z.array(id()).max(EVALUATION_LIMITS.evaluators).default([]),
  target_field_mapping: targetMapping.optional(),
  evaluator_field_mapping: z.array(evaluatorMapping).max(EVALUATION_LIMITS.evaluators).default([]),
  item_concur_num: number(1, EVALUATION_LIMITS.items, EVALUATION_LIMITS.defaultItems),
  evaluators_concur_num: number(1, EVALUATION_LIMITS.parallelEvaluators, EVALUATION_LIMITS.defaultEvaluators),
  item_retry_num: number(0, EVALUATION_LIMITS.retries, 2),
  /** Number of runs per row. */
  trial_num: number(1, EVALUATION_LIMITS.trials, 1),
  /** JSON with overrides of the target's settings (model_id, temperature, variables, tools, mock_sets). */
  runtime_parameter: s.max(20_000).optional(),
  /** By version of an evaluator; defaults to 1. */
  weights: z.record(s, z.number().min(0).max(1000)).optional(),
}
export type ExperimentPlan = z.infer<z.ZodObject<typeof planParts>>

const progressShape = z.object({
  experiment_id: s,
  status: n,
  waiting: n,
  processing: n,
  success: n,
  failed: n,
  terminated: n,
  input_tokens: n,
  output_tokens: n,
  cost: n,
  /** From 0 to 1, where higher is better. */
  means: z.array(z.object({ evaluator_version_id: s, name: s, scored: n, mean: n })),
  /** Turns per minute. */
  rate: n,
  /** 0 while it cannot be estimated. */
  seconds_left: n,
  /** Whether a model provider limited the rate of requests within the last minute. */
  is_slowed: z.boolean(),
  last_error: s,
})
export type ShownProgress = z.input<typeof progressShape>

/** A target that is run over the rows of a dataset, and the scores of evaluators. */
export const experiment = {
  submit: op('POST /api/evaluation/v2/experiment/submit', {
    summary: 'Check an experiment and start it',
    summaryZh: '检查并启动实验',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        ...planParts,
        name: name(EVALUATION_LIMITS.experimentName),
        desc: text(EVALUATION_LIMITS.note).default(''),
        base,
      }),
    output: () => z.object({ experiment: experimentShape, run_id: s }),
  }),
  estimate: op('POST /api/evaluation/v2/experiment/estimate', {
    summary: 'Check an experiment without starting it, and say what it will take',
    summaryZh: '检查实验但不启动，并给出预计用量',
    access: mayCreate,
    ...flat,
    input: () => z.object(planParts),
    output: () =>
      z.object({
        problems: z.array(z.object({ field: s, message: s })),
        item_count: n,
        turn_count: n,
        target_calls: n,
        judge_calls: n,
        /** A rough estimate from the lengths of the rows. */
        input_tokens: n,
        cost: n,
      }),
  }),
  events: op('GET /api/evaluation/v2/experiment/{expt_id}/events', {
    summary: 'Follow an experiment while it runs',
    summaryZh: '实时查看实验进度',
    access: mayView,
    reply: 'stream',
    headers: { last_event_id: 'last-event-id' },
    input: () => z.object({ space_id: id(), expt_id: id(), last_event_id: s.max(64).optional() }),
    output: () => progressShape,
  }),
  list: op('POST /api/evaluation/v2/experiment/list', {
    summary: 'List the experiments of a space, the newest first',
    summaryZh: '列出空间的实验，最新的在前',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        page: pageNumber(),
        page_size: pageSize(),
        filter_option: z.object({ fuzzy_name: text(200).optional(), filters: filtersShape.optional() }).optional(),
        order_bys: orderBys().optional(),
        base,
      }),
    output: () => z.object({ experiments: z.array(experimentShape), total: n }),
  }),
  getMany: op('POST /api/evaluation/v2/experiments', {
    summary: 'Get several experiments with their progress',
    summaryZh: '批量获取实验及其进度',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), expt_ids: z.array(id()).max(EVALUATION_LIMITS.batchGet) }),
    output: () => z.object({ experiments: z.array(experimentShape) }),
  }),
  checkName: op('POST /api/evaluation/v2/experiment/check/name', {
    summary: 'Say whether a name of an experiment is free',
    summaryZh: '检查实验名称是否可用',
    access: mayView,
    ...flat,
    input: () => z.object({ space_id: id(), name: s.max(300).default('') }),
    output: () => z.object({ pass: z.boolean(), message: s }),
  }),
  update: op('PUT /api/evaluation/v2/experiment', {
    summary: 'Rename or describe an experiment',
    summaryZh: '修改实验的名称或描述',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        expt_id: id(),
        name: name(EVALUATION_LIMITS.experimentName).optional(),
        desc: text(EVALUATION_LIMITS.note).optional(),
      }),
    output: () => z.object({ experiment: experimentShape }),
  }),
  kill: op('POST /api/evaluation/v2/experiment/kill', {
    summary: 'Stop a running experiment; what is done stays',
    summaryZh: '终止运行中的实验，已有结果保留',
    access: mayCreate,
    ...flat,
    input: () => z.object({ expt_id: id(), space_id: id() }),
  }),
  retry: op('POST /api/evaluation/v2/experiment/retry', {
    summary: 'Run what is missing of an experiment, or some or all rows again',
    summaryZh: '重试实验中未完成的部分，或重跑部分、全部数据',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        retry_mode: z.literal(Object.values(RetryMode)).default(RetryMode.failed),
        space_id: id(),
        expt_id: id(),
        item_ids: z.array(id()).max(1000).optional(),
      }),
    output: () => z.object({ run_id: s }),
  }),
  clone: op('POST /api/evaluation/v2/experiment/clone', {
    summary: 'Start the same experiment once more under another name',
    summaryZh: '以新名称再次启动相同的实验',
    access: mayCreate,
    ...flat,
    input: () => z.object({ expt_id: id(), space_id: id() }),
    output: () => z.object({ experiment: experimentShape }),
  }),
  addEvaluators: op('POST /api/evaluation/v2/experiment/add_evaluators', {
    summary: 'Score an experiment that has ended by further evaluators; the target is not run again',
    summaryZh: '用更多评估器为已结束的实验评分，不重新运行评测对象',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        expt_id: id(),
        evaluator_version_ids: z.array(id()).min(1).max(EVALUATION_LIMITS.evaluators),
        evaluator_field_mapping: z.array(evaluatorMapping).max(EVALUATION_LIMITS.evaluators).default([]),
      }),
    output: () => z.object({ run_id: s }),
  }),
  remove: op('DELETE /api/evaluation/v2/experiment', {
    summary: 'Delete an experiment with its results',
    summaryZh: '删除实验及其结果',
    access: mayCreate,
    ...flat,
    input: () => z.object({ space_id: id(), expt_id: id() }),
  }),
  removeMany: op('DELETE /api/evaluation/v2/experiments', {
    summary: 'Delete several experiments with their results',
    summaryZh: '批量删除实验及其结果',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({ space_id: id(), expt_ids: commaList(id()).pipe(z.array(s).max(EVALUATION_LIMITS.batchGet)) }),
  }),
}

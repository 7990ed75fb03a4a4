import { z } from 'zod'
import { op } from '#kit.ts'
import { AUTOMATION_LIMITS, TaskStatus } from '#shared/automation-enums.ts'
import { base, id, idOrNone, int, name, pageSize, text } from '#shared/fields.ts'
import { filterTree } from '#shared/filter-tree.ts'
import { evaluatorContent } from '../evaluation/content.ts'

const s = z.string()
const n = z.number()
const access = { on: 'space', id: 'workspace_id', can: 'observe' } as const
const time = z.coerce.number().int().min(0)
const status = z.enum(Object.values(TaskStatus))

const fieldSchema = z.object({
  key: s.max(64).optional(),
  name: s.max(128).optional(),
  description: s.max(2048).optional(),
  content_type: s.max(50).optional(),
  default_display_format: n.optional(),
  status: n.optional(),
  text_schema: s.max(100_000).optional(),
  hidden: z.boolean().optional(),
})
export const fieldMapping = z.object({
  /** The target: a field of an evaluator or a dataset, by its key or name. */
  field_schema: fieldSchema,
  /** The source: input, output, span_name, status, error, model_name, or the name of an attribute. */
  trace_field_key: s.min(1).max(100),
  /** A path into the source, if it is JSON. */
  trace_field_jsonpath: s.max(500).default(''),
  eval_set_name: s.max(128).optional(),
})
export type FieldMapping = z.infer<typeof fieldMapping>
const mappings = z.array(fieldMapping).min(1).max(AUTOMATION_LIMITS.mappings)

const rule = z.object({
  span_filters: z
    .object({
      filters: filterTree.optional(),
      platform_type: int().min(0).max(14).default(0),
      /** 0 root spans, 1 all spans, 2 model calls. */
      span_list_type: int().min(0).max(2).default(0),
    })
    .default({ platform_type: 0, span_list_type: 0 }),
  sampler: z
    .object({
      sample_rate: z.number().min(0).max(1).default(1),
      /** 0: no limit. */
      sample_size: int().min(0).default(0),
      is_cycle: z.boolean().default(false),
      cycle_count: int().min(0).default(0),
      cycle_interval: int().min(1).max(365).default(1),
      cycle_time_unit: z.enum(['day', 'week']).default('day'),
    })
    .default({
      sample_rate: 1,
      sample_size: 0,
      is_cycle: false,
      cycle_count: 0,
      cycle_interval: 1,
      cycle_time_unit: 'day',
    }),
  /** In milliseconds. Spans that start in this period are processed as they arrive. */
  effective_time: z.object({ start_at: time.optional(), end_at: time.optional() }).default({}),
  /** Spans that started in this period are processed first. */
  backfill_effective_time: z.object({ start_at: time, end_at: time }).optional(),
})
export type TaskRule = z.infer<typeof rule>
const config = z.object({
  auto_evaluate_configs: z
    .array(
      z.object({
        evaluator_version_id: id(),
        evaluator_id: idOrNone(),
        field_mappings: mappings,
      }),
    )
    .max(AUTOMATION_LIMITS.evaluators)
    .default([]),
  data_reflow_config: z
    .array(z.object({ dataset_id: id(), field_mappings: mappings }))
    .max(AUTOMATION_LIMITS.evaluators)
    .default([]),
  /** The limit on the cost of all judgements together; 0: no limit. */
  cost_limit: z.number().min(0).default(0),
})
export type TaskConfig = z.infer<typeof config>
const taskType = z.enum(['auto_evaluate', 'auto_data_reflow'])
const givenTask = z.object({
  id: idOrNone(),
  workspace_id: id(),
  name: name(50),
  description: text(500).default(''),
  task_type: taskType,
  task_status: s.max(20).optional(),
  rule: rule.prefault({}),
  task_config: config.prefault({}),
})
export type GivenTask = z.infer<typeof givenTask>

const person = z.object({ user_id: s, name: s })
const baseInfo = z.object({ created_by: person, updated_by: person, created_at: s, updated_at: s })
const task = z.object({
  id: s,
  workspace_id: s,
  name: s,
  description: s,
  task_type: taskType,
  task_status: status,
  rule,
  task_config: config,
  task_detail: z.object({ success_count: n, failed_count: n }),
  base_info: baseInfo,
  /** Why it ended early; empty otherwise. */
  problem: s,
})
export type TraceTask = z.output<typeof task>

const skipReason = z.enum(['', 'not_sampled', 'enough'])
const processedSpan = z.object({
  trace_id: s,
  span_id: s,
  /** 1 done, 2 failed, 3 skipped. */
  status: z.literal([1, 2, 3]),
  reason: skipReason,
  problem: s,
  started_at: n,
  score: n.optional(),
  cost: n,
})
const scoreShape = z.object({
  id: s,
  span_id: s,
  task_id: s,
  evaluator_version_id: s,
  evaluator_name: s,
  evaluator_version: s,
  score: n,
  reasoning: s,
  /** The trace of the judgement, if a model gave it. */
  judge_trace_id: s,
  correction: z.object({ score: n, explain: s, user_id: s, user_name: s, at: n }).optional(),
})
export type SpanScore = z.infer<typeof scoreShape>

const evaluator = z.object({
  evaluator_id: s,
  evaluator_version_id: s,
  name: s,
  version: s,
  content: evaluatorContent,
  created_at: n,
})

export const traceTasks = {
  create: op('POST /api/observation/v1/tasks', {
    summary: 'Create an automation: spans that match are scored, or added to datasets',
    summaryZh: '创建自动化任务：对匹配的 Span 自动评分或回流到数据集',
    access: { on: 'space', id: 'task.workspace_id', can: 'observe' },
    reply: 'flat',
    input: () => z.object({ task: givenTask, base }),
    output: () => z.object({ task_id: s }),
  }),
  checkName: op('POST /api/observation/v1/tasks/check_name', {
    summary: 'Say whether a name of an automation is free',
    summaryZh: '检查自动化任务名称是否可用',
    access,
    reply: 'flat',
    input: () => z.object({ workspace_id: id(), name: s.max(200) }),
    output: () => z.object({ pass: z.boolean(), message: s }),
  }),
  list: op('POST /api/observation/v1/tasks/list', {
    summary: 'List the automations of a space',
    summaryZh: '列出空间的自动化任务',
    access,
    reply: 'flat',
    input: () =>
      z.object({
        workspace_id: id(),
        task_filters: filterTree.optional(),
        limit: pageSize(20, 200),
        offset: int().min(0).default(0),
        /** 1 oldest first, 2 newest first. */
        order_by: z.literal([0, 1, 2]).optional(),
        base,
      }),
    output: () => z.object({ tasks: z.array(task), total: s }),
  }),
  get: op('GET /api/observation/v1/tasks/{task_id}', {
    summary: 'Get an automation',
    summaryZh: '获取自动化任务',
    access,
    reply: 'flat',
    input: () => z.object({ workspace_id: id(), task_id: id(), base }),
    output: () => z.object({ task }),
  }),
  update: op('PUT /api/observation/v1/tasks/{task_id}', {
    summary: 'Pause, continue or disable an automation, or change its end or its share',
    summaryZh: '暂停、继续或停用自动化任务，或修改结束时间和采样率',
    access,
    reply: 'flat',
    input: () =>
      z.object({
        workspace_id: id(),
        task_id: id(),
        task_status: status.optional(),
        description: text(500).optional(),
        effective_time: z.object({ start_at: time.optional(), end_at: time.optional() }).optional(),
        sample_rate: z.number().min(0).max(1).optional(),
        base,
      }),
  }),
  evaluators: op('GET /api/observation/v1/annotation/list_evaluators', {
    summary: 'List the evaluators that have scored spans of a space, or can',
    summaryZh: '列出可为空间内 Span 评分的评估器',
    access: { on: 'space', id: 'workspace_id', can: 'view' },
    reply: 'flat',
    input: () => z.object({ workspace_id: id(), name: s.max(100).optional() }),
    output: () =>
      z.object({
        evaluators: z.array(z.object({ evaluator_version_id: s, evaluator_name: s, evaluator_version: s })),
      }),
  }),
  correct: op('POST /api/observation/v1/traces/change_eval_score', {
    summary: 'Correct the score of an evaluator; the score that it gave stays beside yours',
    summaryZh: '修正评估器的评分，原评分会保留',
    access: { on: 'space', id: 'workspace_id', can: 'view' },
    reply: 'flat',
    input: () =>
      z.object({
        workspace_id: id(),
        evaluator_record_id: id(),
        span_id: s.min(1).max(128),
        start_time: time.optional(),
        correction: z.object({ score: z.number().min(-1e6).max(1e6), explain: text(1000).default('') }),
      }),
    output: () =>
      z.object({
        annotation: z.object({
          id: s,
          annotation_type: z.literal('auto_evaluate'),
          key: s,
          value_type: z.literal('double'),
          value: s,
          status: z.literal('normal'),
          auto_evaluate: z.object({
            evaluator_version_id: s,
            evaluator_name: s,
            evaluator_version: s,
            evaluator_result: z.object({
              score: n,
              correction: z.object({ score: n, explain: s }),
              reasoning: s,
            }),
            record_id: s,
            task_id: s,
          }),
        }),
      }),
  }),
  scores: op('POST /api/trace/space/scores', {
    summary: 'Get the scores of a trace and its spans',
    summaryZh: '获取调用链及其 Span 的评分',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () => z.object({ space_id: id(), trace_id: s.min(1).max(128) }),
    output: () => z.object({ scores: z.array(scoreShape) }),
  }),
  log: op('POST /api/trace/automation/log', {
    summary: 'Get what an automation has done with each span, and its figures',
    summaryZh: '获取自动化任务对每个 Span 的处理结果和统计',
    access,
    input: () =>
      z.object({
        workspace_id: id(),
        task_id: id(),
        status: z.literal([1, 2, 3]).optional(),
        limit: pageSize(50, 200),
        page_token: s.max(500).optional(),
      }),
    output: () =>
      z.object({
        figures: z.object({
          done: n,
          failed: n,
          skipped: n,
          cost: n,
          /** Uses corrected scores where they exist. Absent without scores. */
          average_score: n.optional(),
          days: z.array(z.object({ at: n, count: n, average_score: n })),
        }),
        spans: z.array(processedSpan),
        next_page_token: s,
      }),
  }),
  preview: op('POST /api/trace/automation/preview', {
    summary: 'Try an automation on up to 20 spans of the last days, without storing scores or rows',
    summaryZh: '用近几天的最多 20 个 Span 试运行自动化任务，不保存评分和数据',
    access: { on: 'space', id: 'task.workspace_id', can: 'observe' },
    input: () => z.object({ task: givenTask, size: pageSize(5, AUTOMATION_LIMITS.previewed) }),
    output: () =>
      z.object({
        /** Number of matching spans in the last seven days. */
        matches: n,
        /** Average cost per span. */
        cost_each: n,
        spans: z.array(
          z.object({
            trace_id: s,
            span_id: s,
            name: s,
            started_at: n,
            results: z.array(
              z.object({
                name: s,
                fields: z.record(s, s),
                score: n.optional(),
                reasoning: s,
                problem: s,
              }),
            ),
          }),
        ),
      }),
  }),
  createEvaluator: op('POST /api/trace/evaluator/create', {
    summary: 'Create an evaluator of a space, or another version of one',
    summaryZh: '创建空间的评估器，或为其创建新版本',
    access,
    input: () => z.object({ workspace_id: id(), name: name(50), content: evaluatorContent }),
    output: () => z.object({ evaluator_id: s, evaluator_version_id: s, version: s }),
  }),
  listEvaluators: op('POST /api/trace/evaluator/list', {
    summary: 'List the evaluators of a space with their latest versions',
    summaryZh: '列出空间的评估器及其最新版本',
    access,
    input: () => z.object({ workspace_id: id() }),
    output: () => z.object({ evaluators: z.array(evaluator) }),
  }),
  deleteEvaluator: op('POST /api/trace/evaluator/delete', {
    summary: 'Delete an evaluator; the scores that it gave stay',
    summaryZh: '删除评估器，已有评分会保留',
    access,
    input: () => z.object({ workspace_id: id(), evaluator_id: id() }),
  }),
}

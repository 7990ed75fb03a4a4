import { z } from 'zod'
import { op } from '#kit.ts'
import { BatchObject, BatchStatus, CHECKUP_LIMITS, RunType } from '#shared/checkup-enums.ts'
import { base, id, idOrNone, int, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { infoShape } from '../evaluation/first-sets.ts'
import { mayCreate, mayView } from '../evaluation/shapes.ts'
import { taskShape } from '../evaluation/v1-cases.ts'
import { givenObject, objectShape } from '../evaluation/v1-objects.ts'
import { cid, flat, givenRule, ruleShape } from '../evaluation/v1-shapes.ts'
import { dashboard } from '../evaluation/v1-tasks.ts'
import { limit, offset } from './checkup-shapes.ts'

const s = z.string()
const n = z.number()
const inSpace = { space_id: id(), Base: base }
const ofBatch = { ...inSpace, batch_task_id: id() }
const batchName = () => name(100)
const objectType = () => int().pipe(z.enum(BatchObject, { error: 'must be 1 (bot), 2 (workflow) or 3 (model)' }))
const ids = (most: number) => z.array(id()).max(most).default([])
const progressShape = z.object({
  id: s,
  cost_consumption: z.object({ total_token: s, input_token: s, output_token: s, credits: n, evaluations: s }),
  status: n,
  tasks: z.array(taskShape),
  duration: s,
  estimated_time_remaining: s,
  total_row_count: s,
})
export type ShownBatchProgress = z.input<typeof progressShape>
const metaShape = z.object({
  id: s,
  space_id: s,
  name: s,
  eval_objects: z.array(objectShape),
  datasets: z.array(infoShape),
  rule: ruleShape.optional(),
  run_type: n,
  /** For ready-made datasets: the id of the copy of each. */
  built_in_dataset_ids: z.record(s, s),
  creator_id: s,
  created_at: s,
  updated_at: s,
})
const batchShape = z.object({ coze_batch_task_meta: metaShape, coze_batch_task_progress: progressShape })
export type ShownLiteBatch = z.input<typeof batchShape>

/** Comparisons of up to ten bots, workflows or models. */
export const liteBatch = {
  operable: op('POST /api/devops/coze_evaluation/v2/object/get_operable_bot', {
    summary: 'Get which of some bots you may evaluate',
    summaryZh: '查询可评测的智能体',
    access: mayView,
    ...flat,
    input: () => z.object({ ...inSpace, bot_ids: ids(100) }),
    output: () => z.object({ operable_bot_ids: z.array(s) }),
  }),
  bindObjects: op('POST /api/devops/coze_evaluation/v2/object/bind_bot', {
    summary: 'Set what a comparison compares',
    summaryZh: '设置对比评测的对象',
    access: mayCreate,
    ...flat,
    input: () => z.object({ ...ofBatch, eval_objects: z.array(givenObject()).max(50).default([]) }),
  }),
  create: op('POST /api/devops/coze_evaluation/v2/batch_task/create', {
    summary: 'Create a comparison to fill in',
    summaryZh: '创建对比评测',
    access: mayCreate,
    ...flat,
    input: () => z.object({ ...inSpace, name: batchName().optional() }),
    output: () => z.object({ id: s }),
  }),
  list: op('POST /api/devops/coze_evaluation/v2/batch_task/list', {
    summary: 'List comparisons',
    summaryZh: '列出对比评测',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        ...inSpace,
        creator_id: idOrNone(),
        type: z.array(objectType()).max(3).optional(),
        status: z
          .array(int().pipe(z.enum(BatchStatus)))
          .max(7)
          .optional(),
        search_name: text(100).optional(),
        offset: offset(),
        limit: limit(),
      }),
    output: () => z.object({ coze_batch_tasks: z.array(batchShape), has_more: z.boolean() }),
  }),
  /** Must come before the call that has an id at the same position of its path. */
  forecast: op('GET /api/devops/coze_evaluation/v2/batch_task/credits_check', {
    summary: 'Forecast the rows, tokens, cost and time of a comparison',
    summaryZh: '预估对比评测的数据量、Token、费用和时间',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        batch_task_id: idOrNone(),
        credits_check_type: int()
          .pipe(z.literal([1, 2, 3, 4], { error: 'must be 1 (retry), 2 (test run), 3 (formal) or 4 (free cases)' }))
          .default(3),
      }),
    output: () =>
      z.object({
        pass: z.boolean(),
        coze_version: n,
        cost_predication: z.object({
          free_case_cost: s,
          case_number: s,
          total_token: s,
          batch_operation_token: s,
          evaluation_rules_token: s,
          credits_needed: s,
          estimated_time: s,
          coze_credits_needed: s,
          /** Extension of this product: the price of the tokens. */
          cost: n,
        }),
        evaluation_model: s,
        /** Extension of this product: why the comparison cannot start. */
        problem: s,
      }),
  }),
  progress: op('POST /api/devops/coze_evaluation/v2/batch_task/batch_get_progress', {
    summary: 'Get how far comparisons are',
    summaryZh: '查询对比评测进度',
    access: mayView,
    ...flat,
    input: () => z.object({ ...inSpace, batch_task_ids: ids(50), is_test_run: z.boolean().optional() }),
    output: () => z.object({ coze_batch_task_progress: z.array(progressShape) }),
  }),
  update: op('POST /api/devops/coze_evaluation/v2/batch_task/update', {
    summary: 'Rename a comparison, choose whether it judges, pause it or continue it',
    summaryZh: '修改对比评测的名称和运行方式，或暂停、继续',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        ...ofBatch,
        name: batchName().optional(),
        status: int().pipe(z.enum(BatchStatus)).optional(),
        run_type: int()
          .pipe(z.enum(RunType, { error: 'must be 1 (judge) or 2 (collect outputs only)' }))
          .optional(),
      }),
  }),
  submit: op('POST /api/devops/coze_evaluation/v2/batch_task/submit', {
    summary: 'Start a comparison, or a test run of five rows',
    summaryZh: '开始对比评测，或试运行五条数据',
    access: mayCreate,
    ...flat,
    input: () => z.object({ ...ofBatch, is_test_run: z.boolean().optional() }),
    output: () => z.object({ task_ids: z.array(s) }),
  }),
  kill: op('POST /api/devops/coze_evaluation/v2/batch_task/kill', {
    summary: 'Stop a comparison',
    summaryZh: '停止对比评测',
    access: mayCreate,
    ...flat,
    input: () => z.object({ ...ofBatch, is_test_run: z.boolean().optional() }),
  }),
  retry: op('POST /api/devops/coze_evaluation/v2/batch_task/retry', {
    summary: 'Run what a comparison is missing',
    summaryZh: '重试对比评测中缺失的结果',
    access: mayCreate,
    ...flat,
    input: () => z.object(ofBatch),
  }),
  clone: op('POST /api/devops/coze_evaluation/v2/batch_task/clone', {
    summary: 'Copy a comparison to change it',
    summaryZh: '复制对比评测',
    access: mayCreate,
    ...flat,
    input: () => z.object({ ...inSpace, source_batch_task_id: id() }),
    output: () => z.object({ id: s }),
  }),
  get: op('GET /api/devops/coze_evaluation/v2/batch_task/{batch_task_id}', {
    summary: 'Get a comparison',
    summaryZh: '获取对比评测',
    access: mayView,
    ...flat,
    input: () => z.object({ batch_task_id: id(), space_id: id() }),
    output: () => z.object({ coze_batch_task: batchShape }),
  }),
  remove: op('DELETE /api/devops/coze_evaluation/v2/batch_task/{batch_task_id}', {
    summary: 'Delete a comparison with its private datasets and results',
    summaryZh: '删除对比评测及其私有数据集和结果',
    access: mayCreate,
    ...flat,
    input: () => z.object({ batch_task_id: id(), space_id: id() }),
  }),
  rows: op('GET /api/devops/coze_evaluation/v2/batch_task/{task_id}/dashboard', {
    summary: 'List the rows of one object of a comparison',
    summaryZh: '列出对比评测中某个对象的数据',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        task_id: id(),
        space_id: id(),
        batch_task_id: id(),
        row_group_run_state: int().min(-1).max(5).optional(),
        page: pageNumber(),
        page_size: pageSize(),
      }),
    output: () => dashboard(),
  }),
  setRule: op('POST /api/devops/coze_evaluation/evaluator/rule/overwrite', {
    summary: 'Set the judge of a comparison',
    summaryZh: '设置对比评测的评估器',
    access: mayCreate,
    ...flat,
    input: () => z.object({ ...ofBatch, rule: givenRule(), cid: cid() }),
    output: () => z.object({ rule: ruleShape }),
  }),
  judges: op('POST /api/devops/coze_evaluation/template/judge', {
    summary: 'List templates for judges of comparisons',
    summaryZh: '列出对比评测的评估器模板',
    access: mayView,
    ...flat,
    input: () =>
      z.object({ ...inSpace, cursor: idOrNone(), limit: pageSize(20, 100), object_type: objectType().optional() }),
    output: () =>
      z.object({
        templates: z.array(z.object({ name: s, desc: s, content: s })),
        next_cursor: s,
        has_more: z.boolean(),
      }),
  }),
  rewrite: op('POST /api/devops/coze_evaluation/template/judge/optimize', {
    summary: 'Have the prompt of a judge rewritten',
    summaryZh: '优化评估器提示词',
    access: mayCreate,
    reply: 'stream',
    input: () => z.object({ ...inSpace, prompt: text(CHECKUP_LIMITS.judge), batch_task_id: idOrNone() }),
  }),
}

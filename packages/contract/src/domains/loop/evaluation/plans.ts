import { z } from 'zod'
import { op } from '#kit.ts'
import { EVALUATION_LIMITS } from '#shared/evaluation-enums.ts'
import { id, idOrNone, name, pageSize, text } from '#shared/fields.ts'
import { planParts } from './experiments.ts'
import { mayCreate, mayView } from './shapes.ts'

const s = z.string()
const n = z.number()
const flat = { reply: 'flat' } as const
const ofPlan = { plan_id: id(), space_id: id() }
const planShape = z.object({
  id: s,
  name: s,
  desc: s,
  target: z.object({ type: n, source_id: s, name: s, is_published: z.boolean() }).optional(),
  dataset: z.object({ id: s, name: s }).optional(),
  evaluators: z.array(z.object({ version_id: s, name: s })),
  /** The lowest score with which a row passes. */
  pass: n,
  trials: n,
  /** The schedule of automatic runs; empty without one. */
  cron: s,
  time_zone: s,
  next_at: s,
  /** Why the last scheduled run did not start. */
  schedule_problem: s,
  last_run: z
    .object({ experiment_id: s, status: n, mean: n.optional(), passing_share: n.optional(), at: s })
    .optional(),
  /** Whether a bot can be published only when this plan passes. */
  is_gate: z.boolean(),
  can_delete: z.boolean(),
  created_by: z.object({ id: s, name: s }),
  created_at: s,
})
export type ShownPlan = z.input<typeof planShape>

/** Plans: a target, a dataset and evaluators, run again by hand, on a schedule, or before publishing. */
export const evaluationPlan = {
  list: op('GET /api/evaluation/v2/plan/list', {
    summary: 'List the plans of a space with their last results',
    summaryZh: '列出空间的评测计划及最近结果',
    access: mayView,
    ...flat,
    input: () =>
      z.object({
        space_id: id(),
        name: text(200).optional(),
        /** Only plans whose target is this bot or workflow. */
        source_id: idOrNone(),
        cursor: idOrNone(),
        page_size: pageSize(50, 100),
      }),
    output: () => z.object({ plans: z.array(planShape), next_cursor: s }),
  }),
  save: op('POST /api/evaluation/v2/plan', {
    summary: 'Check a plan and save it',
    summaryZh: '检查并保存评测计划',
    access: mayCreate,
    ...flat,
    input: () =>
      z.object({
        ...planParts,
        name: name(EVALUATION_LIMITS.experimentName),
        desc: text(EVALUATION_LIMITS.note).default(''),
        pass: z.number().min(0).max(1).default(0.6),
      }),
    output: () => z.object({ plan: planShape }),
  }),
  run: op('POST /api/evaluation/v2/plan/{plan_id}/run', {
    summary: 'Start an experiment from a plan',
    summaryZh: '按评测计划启动实验',
    access: mayCreate,
    ...flat,
    input: () => z.object(ofPlan),
    output: () => z.object({ experiment_id: s }),
  }),
  schedule: op('PUT /api/evaluation/v2/plan/{plan_id}/schedule', {
    summary: 'Run a plan at fixed times, or only by hand',
    summaryZh: '设置或取消评测计划的定时运行',
    access: mayCreate,
    ...flat,
    input: () => z.object({ ...ofPlan, cron: s.max(100).default(''), time_zone: s.max(64).default('UTC') }),
    output: () => z.object({ plan: planShape }),
  }),
  remove: op('DELETE /api/evaluation/v2/plan/{plan_id}', {
    summary: 'Delete a plan; experiments that it started stay',
    summaryZh: '删除评测计划，已启动的实验保留',
    access: mayCreate,
    ...flat,
    input: () => z.object(ofPlan),
  }),
}

import { z } from 'zod'
import { int, pageSize } from '#shared/fields.ts'

const s = z.string()
const n = z.number()
export const offset = () => int().min(0).max(1_000_000).default(0)
export const limit = () => pageSize(20, 100)

const subDivision = z.object({ sub_division_id: s, name: s })
export const moduleShape = z.object({ module_id: s, name: s, sub_divisions: z.array(subDivision) })
export type ShownModule = z.input<typeof moduleShape>
export const sceneShape = z.object({ scene_id: s, name: s, kind: n, modules: z.array(moduleShape) })
export type ShownScene = z.input<typeof sceneShape>
export const stateShape = z.object({
  space_id: s,
  bot_id: s,
  snap_version: s,
  create_time_ms: s,
  commit_version: s.optional(),
})
const person = z.object({ id: s, name: s, avatar_url: s })
export const checkupShape = z.object({
  batch_task_id: s,
  space_id: s,
  bot_id: s,
  status: n,
  create_time_ms: s,
  update_time_ms: s,
  creator: person,
  bot_snapshot_version: stateShape,
  scene: sceneShape,
  progress: n,
  err_msg: s,
})
export type ShownCheckup = z.input<typeof checkupShape>
const moduleScore = z.object({ module: moduleShape, score: n })
export const overallShape = z.object({
  batch_task_id: s,
  space_id: s,
  bot_id: s,
  bot_snapshot_version: stateShape,
  scene: sceneShape,
  module_eval_report_overalls: z.array(moduleScore),
  token: s,
  consuming_ms: s,
  create_time_ms: s,
  creator: person,
  /** Out of 100, with one decimal; empty if nothing is scored. */
  score: s,
  status: n,
  progress: n,
  err_msg: s,
  last_eval_task_res: z.object({ score: s, module_eval_report_overalls: z.array(moduleScore) }).optional(),
})
export type ShownOverall = z.input<typeof overallShape>
export const ruleScoreShape = z.object({
  rule: z.object({ rule_id: s, rule_name: s, evaluator_type: s, evaluator_type_name: s }),
  executed_case_count: n,
  total_case_count: n,
  consuming_ms: s,
  score: n.optional(),
})
export type ShownRuleScore = z.input<typeof ruleScoreShape>
const content = z.object({ data_type: n, text: s.optional(), markdown_box: z.object({ text: s }).optional() })
export const rowReport = z.object({
  row_id: s,
  row_group_id: s,
  contents: z.array(content),
  output: content,
  query_type: n,
  module_rules: z.array(z.object({ module: moduleShape, rules: z.array(ruleScoreShape) })),
  create_time_ms: s,
  row_eval_report: z.object({ input_token: s, output_token: s, consuming_ms: s }),
})
export type ShownRowReport = z.input<typeof rowReport>
export interface ValueOption {
  key: string
  value: string
  SonValueOption?: ValueOption[] | undefined
}
const valueOption: z.ZodType<ValueOption> = z.object({
  key: s,
  value: s,
  get SonValueOption() {
    return z.array(valueOption).optional()
  },
})
export const fieldMeta = z.object({
  operations: z.array(n),
  value_type: n,
  value_options: z.array(valueOption),
})
export type ShownFieldMeta = z.input<typeof fieldMeta>

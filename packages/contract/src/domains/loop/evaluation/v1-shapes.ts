import { z } from 'zod'
import { AUTOMATION_LIMITS } from '#shared/automation-enums.ts'
import { EVALUATION_LIMITS, ResultType } from '#shared/evaluation-enums.ts'
import { id, idOrNone, int, name, pageSize, text } from '#shared/fields.ts'

const s = z.string()
const n = z.number()
export const flat = { reply: 'flat' } as const
/** Idempotency key: repeating a call with the same key creates nothing twice. */
export const cid = () => s.max(128).optional()
/** The cursor returned by the previous page. */
export const cursorInput = () => ({ cursor: idOrNone(), limit: pageSize(20, 200) })
export const cursorOutput = { has_more: z.boolean(), next_cursor: s }
export const region = () => s.max(64).optional()
export const tagList = () => z.array(z.object({ tag_name: s.max(64), tag_value: s.max(200) })).max(50)

const modelInfo = z.object({
  model_id: idOrNone(),
  model_name: s.max(200).optional(),
  show_name: s.max(200).optional(),
  max_tokens: int().optional(),
  model_family: int().optional(),
  Platform: int().optional(),
})
const resultType = () => z.literal(Object.values(ResultType))
const scope = z.object({ max_score: n, min_score: n }).refine(({ min_score, max_score }) => min_score < max_score, {
  error: 'min_score must be less than max_score',
  path: ['min_score'],
  params: { zh: 'min_score 必须小于 max_score' },
})
export const scopeShape = scope
export const optionShape = z.object({ name: s.min(1).max(100), color: s.max(32).optional() })
const contents = () => z.array(s.max(10_000)).max(EVALUATION_LIMITS.contents).optional()

/** One evaluator of a list, with its weight. Its process type determines which part holds its content. */
export const givenRule = () =>
  z.object({
    rule_id: idOrNone(),
    evaluator_type: int().min(0).max(2_000_000_000),
    process_type: int().min(1).max(11),
    evaluator_type_name: s.max(200).optional(),
    weight: int().min(0).max(1000).optional(),
    name: text(EVALUATION_LIMITS.evaluatorName).optional(),
    granularity: int().min(0).max(2).optional(),
    receive_chat_history: z
      .literal(false, { error: 'earlier turns are not given to evaluators. Omit this field' })
      .optional(),
    data_type: int().min(0).max(4).optional(),
    prompt_rule: z
      .object({
        setting: z.object({
          model_version: s.max(200).optional(),
          temperature: n.min(0).max(2).optional(),
          respose_max_length: int().optional(),
        }),
        content: s.max(AUTOMATION_LIMITS.prompt),
        ModelInfo: modelInfo.optional(),
      })
      .optional(),
    python_rule: z.object({ code: s.max(AUTOMATION_LIMITS.code) }).optional(),
    js_rule: z.object({ code: s.max(AUTOMATION_LIMITS.code) }).optional(),
    buildin_func_rule: z.object({ contents: contents() }).optional(),
    buildin_prompt_rule: z
      .object({ contents: contents(), model_name: s.max(200).optional(), ModelInfo: modelInfo.optional() })
      .optional(),
    custom_callback: z
      .object({ content: s.max(AUTOMATION_LIMITS.prompt).optional(), env: s.max(64).optional() })
      .optional(),
    manual_rule: z
      .object({
        data_type: resultType(),
        scope: scope.optional(),
        options: z.array(optionShape).max(EVALUATION_LIMITS.contents).optional(),
      })
      .optional(),
    custom_metrics: z.object({ data_type: resultType(), value_type: int().min(0).max(1).optional() }).optional(),
    spec_test_rule: z.object({ content: s.max(10_000).optional() }).optional(),
    fornax_prompt_rule: z
      .object({ prompt_id: id(), version: s.max(64).optional(), ModelInfo: modelInfo.optional() })
      .optional(),
    coze_prompt_rule: z
      .object({
        model_info: z.object({
          model_id: idOrNone(),
          temperature: n.min(0).max(2).optional(),
          max_tokens: int().optional(),
          top_p: n.optional(),
          response_format: int().optional(),
          presence_penalty: n.optional(),
          frequency_penalty: n.optional(),
          model_style: int().optional(),
          model_name: s.max(200).optional(),
        }),
        prompt: s.max(AUTOMATION_LIMITS.prompt),
      })
      .optional(),
  })
export type GivenRule = z.output<ReturnType<typeof givenRule>>

const shownModel = z.object({ model_id: s })
export const ruleShape = z.object({
  rule_id: s,
  evaluator_type: n,
  process_type: n,
  evaluator_type_name: s,
  weight: n,
  creator_id: s,
  name: s,
  granularity: n,
  receive_chat_history: z.boolean(),
  data_type: n,
  prompt_rule: z
    .object({
      setting: z.object({ model_version: s, temperature: n, respose_max_length: s }),
      content: s,
      ModelInfo: shownModel,
    })
    .optional(),
  python_rule: z.object({ code: s }).optional(),
  js_rule: z.object({ code: s }).optional(),
  buildin_func_rule: z.object({ contents: z.array(s) }).optional(),
  buildin_prompt_rule: z.object({ contents: z.array(s), ModelInfo: shownModel }).optional(),
  custom_callback: z.object({ content: s }).optional(),
  manual_rule: z
    .object({ data_type: n, scope: z.object({ max_score: n, min_score: n }).optional(), options: z.array(optionShape) })
    .optional(),
  custom_metrics: z.object({ data_type: n, value_type: n }).optional(),
  spec_test_rule: z.object({ content: s }).optional(),
  fornax_prompt_rule: z.object({ prompt_id: s, version: s, ModelInfo: shownModel }).optional(),
  coze_prompt_rule: z.object({ model_info: z.object({ model_id: s, temperature: n }), prompt: s }).optional(),
})
export type ShownRule = z.input<typeof ruleShape>

export const cellShape = z.object({ text: s, data_type: n })
export const columnRule = z.object({
  rule_id: s,
  evaluator_type: n,
  evaluator_type_name: s,
  name: s,
  granularity: n,
})
export type ShownColumnRule = z.input<typeof columnRule>
export const entityMap = () =>
  z.record(s, z.object({ entity_id: s, entity_name: s, entity_type: n, image_url: s, email: s }))
export const planName = () => name(EVALUATION_LIMITS.experimentName)
const labelResult = z.object({
  manual_annotation_item_id: s,
  score: n.optional(),
  value: s.optional(),
  option: s.optional(),
  plain_text: s.optional(),
  reasoning: s,
  data_type: n,
  selected: z.boolean(),
})
/** The questions to one person about one row, and the answers. */
export const labelTask = z.object({
  id: s,
  manual_annotation_task_id: s,
  space_id: s,
  object_id: s,
  object_type: n,
  manual_annotation_label_results: z.array(labelResult),
  status: n,
  assign_annotator_id: s,
  actual_annotator_id: s,
  blind_num: s,
  serial_num: s,
  payload: z.object({ row_id: s, values: z.array(z.object({ name: s, text: s })) }),
})
export type ShownLabelTask = z.input<typeof labelTask>

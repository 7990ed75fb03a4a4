import { z } from 'zod'
import { AUTOMATION_LIMITS } from '#shared/automation-enums.ts'
import { DATASET_LIMITS } from '#shared/dataset-enums.ts'
import { CodeLanguage, EVALUATION_LIMITS } from '#shared/evaluation-enums.ts'
import { idOrNone, int } from '#shared/fields.ts'
import { builtinContent, scaleShape } from './content.ts'

const s = z.string()
const n = z.number()
/** Every call names a space; the objects that it refers to must belong to this space. */
export const mayView = { on: 'space', id: 'space_id', can: 'view' } as const
export const mayCreate = { on: 'space', id: 'space_id', can: 'createResource' } as const

export const orderBys = () => z.array(z.object({ field: s.max(64).optional(), is_asc: z.boolean().optional() })).max(5)
const userShape = z.object({ user_id: s, name: s, avatar_url: s })
export const baseInfo = z.object({
  created_by: userShape.optional(),
  updated_by: userShape.optional(),
  created_at: s,
  updated_at: s,
})
/** A value with its type; only texts are stored. */
export const contentShape = z.object({ content_type: s.max(50).optional(), format: n.optional(), text: s.optional() })
const fileShape = z.object({ name: s.max(255).optional(), uri: s.max(1000).optional(), url: s.max(4000).optional() })
const files = { image: fileShape.optional(), audio: fileShape.optional(), video: fileShape.optional() }
/** A text, a file, or several texts and files in order. */
export const setContent = contentShape.extend({
  ...files,
  multi_part: z
    .array(z.object({ content_type: s.max(50).optional(), text: s.optional(), ...files }))
    .max(DATASET_LIMITS.parts)
    .optional(),
})
export const inputData = z.object({
  history_messages: z
    .array(z.object({ role: int().min(1).max(4).optional(), content: contentShape.optional() }))
    .max(200)
    .optional(),
  input_fields: z.record(s.max(128), contentShape).optional(),
  ext: z.record(s, s).optional(),
})
const argsSchema = z.object({
  key: s.min(1).max(64),
  support_content_types: z.array(s.max(50)).max(10).optional(),
  json_schema: s.max(10_000).optional(),
})
export const argsShape = z.object({ key: s, support_content_types: z.array(s), json_schema: s })

const message = z.object({
  role: int().min(1).max(4).optional(),
  content: z
    .object({ content_type: s.max(50).optional(), text: s.max(AUTOMATION_LIMITS.prompt).optional() })
    .optional(),
})
/** The content of an evaluator: exactly one of the three parts. */
export const wireContent = z.object({
  receive_chat_history: z
    .literal(false, { error: 'earlier turns are not given to evaluators. Omit this field' })
    .optional(),
  input_schemas: z.array(argsSchema).max(EVALUATION_LIMITS.contents).optional(),
  prompt_evaluator: z
    .object({
      message_list: z.array(message).max(20).default([]),
      model_config: z
        .object({ id: idOrNone(), name: s.max(200).optional(), temperature: z.number().min(0).max(2).optional() })
        .optional(),
      prompt_source_type: z.literal([1, 3], { error: 'must be 1 (template) or 3 (own prompt)' }).optional(),
      prompt_template_key: s.max(64).optional(),
      prompt_template_name: s.max(200).optional(),
    })
    .optional(),
  code_evaluator: z
    .object({ language_type: z.literal(Object.values(CodeLanguage)), code: s.max(AUTOMATION_LIMITS.code) })
    .optional(),
  /** Rules, similarity and checks of tool calls, which need neither code nor a model. */
  builtin_evaluator: builtinContent.optional(),
  scale: scaleShape.optional(),
})
export type WireContent = z.infer<typeof wireContent>
export const shownContent = z.object({
  receive_chat_history: z.boolean(),
  input_schemas: z.array(argsShape),
  prompt_evaluator: z
    .object({
      message_list: z.array(z.object({ role: n, content: contentShape })),
      model_config: z.object({ id: s, name: s, temperature: n.optional() }),
      prompt_source_type: n,
      prompt_template_key: s,
      prompt_template_name: s,
    })
    .optional(),
  code_evaluator: z.object({ language_type: n, code: s }).optional(),
  builtin_evaluator: builtinContent.optional(),
  scale: scaleShape,
})
export type ShownContent = z.input<typeof shownContent>
export const versionShape = z.object({
  id: s,
  version: s,
  description: s,
  base_info: baseInfo,
  evaluator_content: shownContent,
})
export const evaluatorShape = z.object({
  evaluator_id: s,
  space_id: s,
  evaluator_type: n,
  name: s,
  description: s,
  draft_submitted: z.boolean(),
  base_info: baseInfo,
  current_version: versionShape.optional(),
  latest_version: s,
})
export type ShownEvaluator = z.input<typeof evaluatorShape>

export const outputData = z.object({
  evaluator_result: z
    .object({
      score: n,
      reasoning: s,
      correction: z.object({ score: n, explain: s, updated_by: s }).optional(),
    })
    .optional(),
  /** An option or text chosen by a person. */
  value: s.optional(),
  evaluator_usage: z.object({ input_tokens: s, output_tokens: s }),
  evaluator_run_error: z.object({ code: n, message: s }).optional(),
  time_consuming_ms: s,
  /** The output that the code printed. */
  stdout: s.optional(),
})
export const recordShape = z.object({
  id: s,
  experiment_id: s,
  item_id: s,
  turn_id: s,
  evaluator_version_id: s,
  trace_id: s,
  evaluator_input_data: z.object({ input_fields: z.record(s, contentShape) }),
  evaluator_output_data: outputData,
  status: n,
  base_info: baseInfo,
})
export type ShownRecord = z.input<typeof recordShape>

const mappingShape = z.object({
  field_name: s.min(1).max(128),
  const_value: s.max(10_000).optional(),
  /** A field, or a path into a field with JSON, such as `field.path[0]`. */
  from_field_name: s.max(500).optional(),
})
export type Mapping = z.infer<typeof mappingShape>
export const targetMapping = z.object({ from_eval_set: z.array(mappingShape).max(100).default([]) })
export const evaluatorMapping = z.object({
  evaluator_version_id: s,
  from_eval_set: z.array(mappingShape).max(100).default([]),
  from_target: z.array(mappingShape).max(100).default([]),
})

import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone } from '#shared/fields.ts'

const n = z.number()
const s = z.string()
export const parameterSchema = z.object({
  name: s,
  label: s,
  desc: s,
  type: z.literal([1, 2, 3, 4]),
  min: s,
  max: s,
  precision: n,
  default_val: z.object({
    default_val: s,
    creative: s.optional(),
    balance: s.optional(),
    precise: s.optional(),
  }),
  options: z.array(z.object({ label: s, value: s })),
  param_class: z.object({ class_id: n, label: s }),
})
export const abilitySchema = z.object({
  cot_display: z.boolean().optional(),
  function_call: z.boolean().optional(),
  image_understanding: z.boolean().optional(),
  video_understanding: z.boolean().optional(),
  audio_understanding: z.boolean().optional(),
  support_multi_modal: z.boolean().optional(),
  prefill_resp: z.boolean().optional(),
})
/** A model as the editor of a bot sees it. */
const listedModel = z.object({
  name: s,
  /** The id of the model as a number, for clients that read a number here. */
  model_type: n,
  model_class: n,
  model_icon: s,
  model_input_price: n,
  model_output_price: n,
  model_quota: z.object({
    token_limit: n,
    token_resp: n,
    token_system: n,
    token_user_in: n,
    token_tools_in: n,
    token_tools_out: n,
    token_data: n,
    token_history: n,
    token_cut_switch: z.boolean(),
    price_in: n,
    price_out: n,
    system_prompt_limit: n.optional(),
  }),
  model_name: s,
  model_class_name: s,
  is_offline: z.boolean(),
  model_params: z.array(parameterSchema),
  model_desc: z.array(z.object({ group_name: s, desc: z.array(s) })),
  func_config: z.record(s, n),
  endpoint_name: s,
  model_tag_list: z.array(z.object({ tag_name: s, tag_class: n, tag_icon: s, tag_descriptions: s })),
  is_up_required: z.boolean(),
  model_brief_desc: s,
  model_series: z.object({ series_name: s, icon_url: s, model_vendor: s, model_tips: s.optional() }),
  model_status_details: z.object({
    is_new_model: z.boolean(),
    is_advanced_model: z.boolean(),
    is_free_model: z.boolean(),
    is_upcoming_deprecated: z.boolean(),
    deprecated_date: s,
    replace_model_name: s,
    update_info: s,
    model_feature: n,
  }),
  model_ability: abilitySchema,
})
export type ListedModel = z.infer<typeof listedModel>

const voice = z.object({ id: s, model_name: s, name: s, language: s, style_id: s, style_name: s })

export const typeList = {
  typeList: op('POST /api/bot/get_type_list', {
    summary: 'List the models and voices a bot can use',
    summaryZh: '列出智能体可用的模型和音色',
    access: { on: 'space', id: 'space_id', can: 'view', optional: true },
    input: () =>
      z.object({
        model: z.boolean().optional(),
        voice: z.boolean().optional(),
        raw_model: z.boolean().optional(),
        space_id: idOrNone(),
        /** Models that are already selected: also listed when switched off, with `is_offline`. */
        cur_model_id: idOrNone(),
        cur_model_ids: z.array(z.string().max(64)).max(100).optional(),
        /** 0 chat, 1 embeddings, 2 rerank, 3 speech, 4 images, 5 transcription, 6 speech to speech. */
        model_type: z.literal([0, 1, 2, 3, 4, 5, 6]).default(0),
      }),
    output: () =>
      z.object({
        model_list: z.array(listedModel),
        voice_list: z.array(voice),
        raw_model_list: z.array(listedModel),
        model_show_family_list: z.array(z.object({ id: s, icon: s, iconUrl: s, name: s, ranking: n })),
        default_model_id: s,
        /** Why some or all voices are missing. */
        voice_note: s,
      }),
  }),
  guide: op('POST /api/bot/model_guide', {
    summary: 'Get where to add a model for a space, or whom to ask',
    summaryZh: '获取为空间添加模型的入口或联系人',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () => z.object({ space_id: id() }),
    output: () =>
      z.object({
        /** Whether the space has a chat model besides the built-in one. */
        has_model: z.boolean(),
        can_add_to_space: z.boolean(),
        can_add_to_instance: z.boolean(),
        /** Names of the people who can add a model to the space or to the instance. */
        space_keepers: z.array(s),
        instance_keepers: z.array(s),
      }),
  }),
}

import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone } from '#shared/fields.ts'
import { abilitySchema, parameterSchema } from './type-list.ts'

const api = '/api/intelligence_api/model'
const s = z.string()
const n = z.number()
/** Tags by the number of their class: 1 type of model, 3 features, 15 free or paid. */
const tags = z.record(s, z.array(s))
const basicInfo = z.object({
  name: s,
  model_id: s,
  model_class: n,
  model_icon: s,
  /** Per million tokens. */
  model_input_price: n,
  model_output_price: n,
  token_limit: n,
  model_name: s,
  model_class_name: s,
  model_desc: s,
  model_tags: tags,
  model_vendor: s,
  model_params: z.array(parameterSchema),
  show_family_id: s,
  model_ability: abilitySchema,
  default_model_flag: z.boolean(),
  model_config_type: n,
  /** 1 ready, 2 switched off. */
  status: z.literal([1, 2]),
  update_time: s,
})
const permission = z.object({
  can_delete: z.boolean(),
  can_finetune: z.boolean(),
  can_stop_tune_task: z.boolean(),
  can_retry_tune_task: z.boolean(),
  need_show_finetune_attention: z.boolean(),
})
const inSpace = { on: 'space', id: 'space_id', can: 'view' } as const
const ofModel = z.object({ space_id: id(), model_id: id() })
const point = z.object({ data: n, time: s })
const points = z.array(point)
const whole = z.coerce.number().min(0).optional()

/** The catalogue of models for people of a space: available models, what they can do, and how they were used. */
export const intelligenceModel = {
  list: op(`POST ${api}/get_model_list`, {
    summary: 'List the models a space can use, by capability',
    summaryZh: '按能力列出空间可用的模型',
    access: { ...inSpace, optional: true },
    input: () =>
      z.object({
        space_id: idOrNone(),
        name: s.max(100).default(''),
        tag_filters: z.record(s.max(4), z.array(s.max(100)).max(50)).nullish(),
        context_len_min: whole,
        context_len_max: whole,
        model_cost_min: whole,
        model_cost_max: whole,
        model_vendor: s.max(200).default(''),
        statusList: z.array(z.int()).max(10).nullish(),
        model_show_family_id: s.max(40).default(''),
        order_by: z.int().optional(),
        cursor_id: s.max(20).default(''),
        limit: z.int().min(1).max(200).default(50),
      }),
    output: () =>
      z.object({
        model_list: z.array(
          z.object({
            model_basic_info: basicInfo,
            model_permission_info: permission,
            /** Recent tokens per second; 0 without recent requests. */
            model_speed: n,
            is_finetuning: z.boolean(),
          }),
        ),
        next_cursor_id: s,
        has_more: z.boolean(),
        total: n,
      }),
  }),
  filters: op(`POST ${api}/get_model_list_filter_params`, {
    summary: 'List the filters for the models of a space',
    summaryZh: '列出空间模型的筛选项',
    access: { ...inSpace, optional: true },
    input: () => z.object({ space_id: idOrNone() }),
    output: () =>
      z.object({
        tag_filters: tags,
        context_len_min: n,
        context_len_max: n,
        model_cost_min: n,
        model_cost_max: n,
        model_vendors: z.array(s),
        model_ability: abilitySchema,
        model_show_family_list: z.array(z.object({ id: s, icon: s, iconUrl: s, name: s, ranking: n })),
      }),
  }),
  info: op(`POST ${api}/get_model_info`, {
    summary: 'Get a model and its provider',
    summaryZh: '获取模型及其服务商',
    access: { ...inSpace, optional: true },
    input: () => z.object({ space_id: idOrNone(), model_id: id(), is_finetuning: z.boolean().optional() }),
    output: () =>
      z.object({
        model_info: z.object({
          model_basic_info: basicInfo,
          model_speed: n,
          model_permission_info: permission,
          model_concurrent_info: z.object({
            has_model_tpm_expansion: z.boolean(),
            can_model_tpm_expansion: z.boolean(),
            show_model_concurrent_monitor: z.boolean(),
          }),
        }),
        model_owner: z.object({ user_id: s, nickname: s, avatar_url: s, user_unique_name: s }).optional(),
      }),
  }),
  usage: op(`POST ${api}/get_model_usage_data`, {
    summary: 'Get the tokens a space used with a model by day',
    summaryZh: '按天获取空间使用某模型的 Token',
    access: inSpace,
    input: ofModel,
    output: () =>
      z.object({
        usage: z.array(
          z.object({
            BotTotalInput: n,
            BotTotalOutput: n,
            WorkflowTotalInput: n,
            WorkflowTotalOutput: n,
            date: s,
          }),
        ),
      }),
  }),
  performance: op(`POST ${api}/get_model_performance_data`, {
    summary: 'Get the speed and success rate of a model in a space by day',
    summaryZh: '按天获取模型在空间中的速度和成功率',
    access: inSpace,
    input: ofModel,
    output: () =>
      z.object({
        /** Tokens per second. */
        output_speed: points,
        /** Milliseconds until the first chunk. */
        latency: points,
        /** Share of calls that succeeded. */
        accuracy: points,
      }),
  }),
  concurrency: op(`POST ${api}/get_model_concurrency_performance_data`, {
    summary: 'Get requests per minute to a model: last day by hour, last 30 days by day',
    summaryZh: '获取模型每分钟请求数：最近一天按小时，最近 30 天按天',
    access: inSpace,
    input: ofModel,
    output: () =>
      z.object({
        input_tmp_1d: points,
        output_tmp_1d: points,
        rpm_1d: points,
        input_tmp_30d: points,
        output_tmp_30d: points,
        rpm_30d: points,
        /** Calls in the last 30 days that the provider refused because of its rate limit. */
        exceed_rpm_threshold_num: n,
        exceed_tpm_threshold_num: n,
      }),
  }),
  userConfig: op(`POST ${api}/get_space_model_user_config`, {
    summary: 'Get whether bots (0) or the model (1) set the parameters',
    summaryZh: '获取参数由智能体（0）还是模型（1）设置',
    access: inSpace,
    input: () => z.object({ space_id: id() }),
    output: () =>
      z.object({
        space_model_user_config_list: z.array(z.object({ space_id: s, model_id: s, config_type: n })),
      }),
  }),
  setConfigType: op(`POST ${api}/update_model_config_type`, {
    summary: 'Choose whether bots (0) or the model (1) set the parameters',
    summaryZh: '设置参数由智能体（0）还是模型（1）决定',
    access: { on: 'space', id: 'space_id', can: 'manageModels' },
    input: () => z.object({ space_id: id(), model_id: id(), config_type: z.literal([0, 1]) }),
  }),
}

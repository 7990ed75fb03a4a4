import { z } from 'zod'
import { op } from '#kit.ts'
import { id } from '#shared/fields.ts'
import { modelInfo } from '#shared/bot-parts.ts'

const api = '/api/intelligence_api/diff_mode'
const side = z.object({
  prompt: z.string().max(200_000).optional(),
  model_info: modelInfo.optional(),
  conversation_id: z.string().max(40).optional(),
})
const times = { create_time: z.coerce.number().optional(), update_time: z.coerce.number().optional() }
/** 1 compares prompts, 2 compares models. */
const info = z.object({
  diff_mode: z.literal([1, 2]),
  diff_mode_config_a: side,
  diff_mode_config_b: side,
  ...times,
})
export type ComparisonInput = z.output<typeof info>
/** Only the draft of a bot (1) can be compared. */
const target = { target_type: z.literal(1), target_id: id() }

/** Comparison of two setups of a bot; each editor has their own. */
export const botComparison = {
  get: op(`POST ${api}/get_diff_mode_info`, {
    summary: 'Get your current comparison of a bot',
    summaryZh: '获取你在智能体上的对比调试',
    access: { on: 'bot', id: 'target_id', can: 'view' },
    input: () => z.object(target),
    output: () => z.object({ diff_mode_info: info.optional(), has_comparison_data: z.boolean() }),
  }),
  update: op(`POST ${api}/update_diff_mode_info`, {
    summary: 'Change, pause or discard a comparison',
    summaryZh: '修改、暂存或放弃对比调试',
    access: { on: 'bot', id: 'target_id', can: 'editInfo' },
    input: () =>
      z.object({
        ...target,
        diff_mode_info: info.optional(),
        exit_and_save: z.boolean().default(false),
        exit_and_discard: z.boolean().default(false),
      }),
    output: () => z.object({ diff_mode_info: info.optional() }),
  }),
}

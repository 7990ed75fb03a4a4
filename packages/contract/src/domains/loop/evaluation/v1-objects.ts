import { z } from 'zod'
import { idOrNone, int } from '#shared/fields.ts'

const s = z.string()
const n = z.number()
const word = () => s.max(200).optional()
const anything = () => z.unknown().optional()

/** The target of an evaluation. Its type determines which part identifies it. */
export const givenObject = () =>
  z.object({
    object_type: int().min(0).max(2_000_000_000),
    coze_bot: z
      .object({
        bot_id: idOrNone(),
        is_draft: int().optional(),
        version: int().optional(),
        bot_info_type: int().min(1).max(2).optional(),
        connector_id: word(),
        model_info: anything(),
        bot_name: word(),
        avatar_url: s.max(2000).optional(),
        env: word(),
        bot_version: word(),
        Agents: anything(),
      })
      .optional(),
    prompt: z.object({ prompt_id: idOrNone(), version: word(), name: word() }).optional(),
    object: z
      .object({
        object_type: int().optional(),
        name: word(),
        object_meta: s.max(10_000).optional(),
        space_id: idOrNone(),
        avatar_url: s.max(2000).optional(),
        env: word(),
        object_meta_id: s.max(500).optional(),
        object_type_name: word(),
        callback_type: int().optional(),
      })
      .optional(),
    chain_task: z
      .object({
        task_id: idOrNone(),
        task_name: word(),
        version: int().optional(),
        model_info: anything(),
        chain_task_template: int().optional(),
        prompt_template_format: int().optional(),
        app_id: idOrNone(),
      })
      .optional(),
    fornax_app_object: z
      .object({
        psm: word(),
        env: word(),
        cluster: word(),
        region: word(),
        app_id: idOrNone(),
        client_id: word(),
        object: z.object({ object_meta_id: idOrNone(), name: word() }).optional(),
      })
      .optional(),
    fornax_agent_object: z.object({ agent_id: idOrNone(), faas_id: word(), name: word() }).optional(),
    playground_coze_bot_v2: z
      .object({
        bot_id: idOrNone(),
        bot_version: word(),
        bot_info_type: int().min(1).max(2).optional(),
        bot_name: word(),
      })
      .optional(),
    eval_result_dataset_collection: z
      .object({
        items: z
          .array(z.object({ dataset_id: idOrNone(), rule_group_id: idOrNone(), dataset_name: word() }))
          .max(10)
          .default([]),
      })
      .optional(),
    playground_coze_model: z
      .object({
        model_id: idOrNone(),
        temperature: n.optional(),
        max_tokens: int().optional(),
        top_p: n.optional(),
        model_name: word(),
      })
      .optional(),
    cici_crawl: z.object({ bot_id: idOrNone(), name: word() }).optional(),
  })
export type GivenEvalObject = z.output<ReturnType<typeof givenObject>>

export const objectShape = z.object({
  object_type: n,
  coze_bot: z.object({ bot_id: s, bot_info_type: n, bot_name: s }).optional(),
  prompt: z.object({ prompt_id: s, version: s, name: s }).optional(),
  object: z
    .object({
      object_type: n,
      name: s,
      object_meta: s,
      space_id: s,
      env: s,
      object_meta_id: s,
      object_type_name: s,
    })
    .optional(),
  chain_task: z.object({ task_id: s, task_name: s, version: n }).optional(),
  fornax_app_object: z.object({ app_id: s, object: z.object({ object_meta_id: s, name: s }) }).optional(),
  fornax_agent_object: z.object({ agent_id: s, name: s }).optional(),
  playground_coze_bot_v2: z.object({ bot_id: s, bot_version: s.optional(), bot_info_type: n, bot_name: s }).optional(),
  eval_result_dataset_collection: z
    .object({ items: z.array(z.object({ dataset_id: s, rule_group_id: s, dataset_name: s })) })
    .optional(),
  playground_coze_model: z.object({ model_id: s, model_name: s }).optional(),
  cici_crawl: z.object({ bot_id: s, name: s }).optional(),
})
export type ShownEvalObject = z.input<typeof objectShape>

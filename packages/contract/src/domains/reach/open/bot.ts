import { z } from 'zod'
import { op } from '#kit.ts'
import { botDescription, botName } from '#shared/bot-info.ts'
import { bool, id, idOrNone, int, pageNumber, pageSize } from '#shared/fields.ts'
import { connectorId, openVariable } from './shapes.ts'

const onBot = (can: 'view' | 'editInfo' | 'publish') => ({ on: 'bot', id: 'bot_id', can }) as const
const modelConfig = z.object({
  model_id: id(),
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().min(0).max(1).optional(),
  top_k: z.int().min(0).max(1000).optional(),
  frequency_penalty: z.number().min(-2).max(2).optional(),
  presence_penalty: z.number().min(-2).max(2).optional(),
  max_tokens: z.int().min(1).max(1_000_000).optional(),
  context_round: z.int().min(0).max(100).optional(),
  response_format: z.enum(['text', 'markdown', 'json']).optional(),
  sp_current_time: z.boolean().optional(),
  sp_anti_leak: z.boolean().optional(),
})
/** Fields of a draft that programs can set. */
const draft = {
  description: botDescription().optional(),
  icon_file_id: z.string().max(300).optional(),
  prompt_info: z.object({ prompt: z.string().optional() }).optional(),
  onboarding_info: z
    .object({ prologue: z.string().optional(), suggested_questions: z.array(z.string()).max(20).optional() })
    .optional(),
  plugin_id_list: z
    .object({
      id_list: z
        .array(z.object({ plugin_id: id(), api_id: idOrNone() }))
        .max(100)
        .default([]),
    })
    .optional(),
  workflow_id_list: z
    .object({
      ids: z
        .array(z.object({ id: id() }))
        .max(100)
        .default([]),
    })
    .optional(),
  model_info_config: modelConfig.optional(),
  suggest_reply_info: z
    .object({
      reply_mode: z.enum(['disable', 'enable', 'customized']).optional(),
      customized_prompt: z.string().optional(),
    })
    .optional(),
}
const openDraft = z.object({
  ...draft,
  name: botName().optional(),
  knowledge: z
    .object({
      dataset_ids: z.array(id()).max(100).optional(),
      auto_call: z.boolean().optional(),
      search_strategy: int()
        .pipe(z.union([z.literal(0), z.literal(1), z.literal(20)]))
        .optional(),
    })
    .optional(),
})
export type OpenDraft = z.output<typeof openDraft>

const component = z.object({
  name: z.string(),
  description: z.string(),
  type: z.enum(['text', 'select', 'file']),
  tool_parameter: z.string(),
  default_value: z.string(),
  is_hide: z.boolean(),
  options: z.array(z.string()),
})
const picture = z.object({
  image_url: z.string(),
  theme_color: z.string(),
  gradient_position: z.object({ left: z.number().optional(), right: z.number().optional() }),
  canvas_position: z.object({
    width: z.number().optional(),
    height: z.number().optional(),
    left: z.number().optional(),
    top: z.number().optional(),
  }),
})
const botInfo = z.object({
  bot_id: z.string(),
  name: z.string(),
  description: z.string(),
  icon_url: z.string(),
  create_time: z.number(),
  update_time: z.number(),
  version: z.string(),
  prompt_info: z.object({ prompt: z.string() }),
  onboarding_info: z.object({ prologue: z.string(), suggested_questions: z.array(z.string()) }),
  bot_mode: z.number(),
  plugin_info_list: z.array(
    z.object({
      plugin_id: z.string(),
      name: z.string(),
      description: z.string(),
      icon_url: z.string(),
      api_info_list: z.array(z.object({ api_id: z.string(), name: z.string(), description: z.string() })),
    }),
  ),
  model_info: z.object({
    model_id: z.string(),
    model_name: z.string(),
    temperature: z.number().optional(),
    top_p: z.number().optional(),
    max_tokens: z.number().optional(),
    context_round: z.number(),
    response_format: z.string(),
  }),
  knowledge: z.object({ knowledge_infos: z.array(z.object({ id: z.string(), name: z.string() })) }),
  shortcut_commands: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      command: z.string(),
      description: z.string(),
      query_template: z.string(),
      icon_url: z.string(),
      agent_id: z.string(),
      components: z.array(component),
      tool: z.object({ name: z.string(), type: z.enum(['plugin', 'workflow', '']) }),
    }),
  ),
  workflow_info_list: z.array(
    z.object({ id: z.string(), name: z.string(), description: z.string(), icon_url: z.string() }),
  ),
  suggest_reply_info: z.object({
    reply_mode: z.enum(['disable', 'enable', 'customized']),
    customized_prompt: z.string(),
  }),
  background_image_info: z.object({
    web_background_image: picture.optional(),
    mobile_background_image: picture.optional(),
  }),
  variables: z.array(openVariable),
  default_user_input_type: z.string(),
  owner_user_id: z.string(),
})
export type OpenBotInfo = z.output<typeof botInfo>

/** Bots for programs with a token: create, change, publish and list. */
export const openBot = {
  create: op('POST /v1/bot/create', {
    summary: 'Create a bot',
    summaryZh: '创建智能体',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    scope: 'Bot.create',
    input: () => z.object({ ...draft, space_id: id(), name: botName() }),
    output: () => z.object({ bot_id: z.string() }),
  }),
  update: op('POST /v1/bot/update', {
    summary: 'Update the draft of a bot; the published version is unchanged',
    summaryZh: '更新智能体草稿，已发布的版本不变',
    access: onBot('editInfo'),
    scope: 'Bot.update',
    input: () => openDraft.extend({ bot_id: id() }),
  }),
  publish: op('POST /v1/bot/publish', {
    summary: 'Publish the draft of a bot to channels',
    summaryZh: '将智能体草稿发布到渠道',
    access: onBot('publish'),
    scope: 'Bot.publish',
    input: () =>
      z.object({
        bot_id: id(),
        connector_ids: z
          .array(z.union([z.string().max(64), z.int().transform(String)]))
          .min(1)
          .max(20),
        /** Changelog. */
        note: z.string().max(2000).default(''),
      }),
    output: () => z.object({ bot_id: z.string(), version: z.string() }),
  }),
  online: op('GET /v1/bot/get_online_info', {
    summary: 'Get a bot as a channel serves it',
    summaryZh: '获取渠道线上的智能体',
    access: onBot('view'),
    scope: 'Bot.view',
    input: () => z.object({ bot_id: id(), connector_id: connectorId }),
    output: botInfo,
  }),
  get: op('GET /v1/bots/{bot_id}', {
    summary: 'Get a bot, published or draft',
    summaryZh: '获取智能体（线上版本或草稿）',
    access: onBot('view'),
    scope: 'Bot.view',
    input: () => z.object({ bot_id: id(), is_published: bool().default(true), connector_id: connectorId }),
    output: botInfo,
  }),
  list: op('GET /v1/bots', {
    summary: 'List the bots of a space, last published first',
    summaryZh: '列出空间的智能体，最近发布在前',
    access: { on: 'space', id: 'workspace_id', can: 'view', optional: true },
    scope: 'Bot.view',
    input: () =>
      z.object({
        workspace_id: idOrNone(),
        publish_status: z.enum(['all', 'published_online', 'published_draft', 'unpublished_draft']).optional(),
        connector_id: connectorId,
        page_num: pageNumber(),
        page_size: pageSize(20, 50),
      }),
    output: () =>
      z.object({
        total: z.number(),
        items: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            description: z.string(),
            icon_url: z.string(),
            is_published: z.boolean(),
            updated_at: z.number(),
            published_at: z.number().optional(),
            owner_user_id: z.string(),
          }),
        ),
      }),
  }),
  published: op('GET /v1/space/published_bots_list', {
    summary: 'List the bots of a space that a channel serves',
    summaryZh: '列出空间中在某渠道上线的智能体',
    access: { on: 'space', id: 'space_id', can: 'view' },
    scope: 'Bot.view',
    input: () =>
      z.object({
        space_id: id(),
        connector_id: connectorId,
        page_index: pageNumber(),
        page_size: pageSize(20, 50),
      }),
    output: () =>
      z.object({
        total: z.number(),
        space_bots: z.array(
          z.object({
            bot_id: z.string(),
            bot_name: z.string(),
            description: z.string(),
            icon_url: z.string(),
            publish_time: z.string(),
          }),
        ),
      }),
  }),
  versions: op('GET /v1/bots/{bot_id}/versions', {
    summary: 'List the published versions of a bot, newest first',
    summaryZh: '列出智能体已发布的版本，最新在前',
    access: onBot('view'),
    scope: 'Bot.view',
    input: () =>
      z.object({ bot_id: id(), connector_id: connectorId, page_num: pageNumber(), page_size: pageSize(20, 50) }),
    output: () =>
      z.object({
        items: z.array(
          z.object({
            version: z.string(),
            created_at: z.number(),
            creator: z.object({ id: z.string(), name: z.string() }),
            publish_status: z.string(),
            changelog: z.string(),
          }),
        ),
        has_more: z.boolean(),
      }),
  }),
}

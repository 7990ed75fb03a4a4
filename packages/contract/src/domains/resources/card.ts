import { z } from 'zod'
import { op } from '#kit.ts'
import { cardPress, pressedCard } from '#shared/card-press.ts'
import { CardBiz } from '#shared/chat-card.ts'
import { id, idOrNone, int, pageNumber, pageSize } from '#shared/fields.ts'

interface ApiStruct {
  name: string
  type: number
  children: ApiStruct[]
}
const struct = z.object({ api_struct: z.array(z.custom<ApiStruct>()) })
export type { ApiStruct }
export const CardCategory = { official: 1, custom: 2 } as const
export const CardStatus = { latest: 1, needUpdate: 2, paramMismatch: 3 } as const
const rows = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  int().min(0).max(100).default(5),
)
const onBot = (can: 'view' | 'editInfo') => ({ on: 'bot', id: 'bot_id', can }) as const
const viewSpace = { on: 'space', id: 'space_id', can: 'view' } as const
const target = {
  plugin_id: idOrNone(),
  api_name: z.string().max(200).default(''),
  bot_id: id(),
  agent_id: z.string().max(40).default(''),
  biz_type: z.enum(CardBiz).default(CardBiz.plugin),
  business_id: idOrNone(),
  unique_id: z.string().max(200).default(''),
}
const binding = {
  card_id: idOrNone(),
  mapping_rule: z.string().max(20_000).default(''),
  max_display_rows: rows,
  card_version_num: z.string().max(20).default(''),
  llm_text_card: z.boolean().default(false),
}
const shownBinding = {
  mapping_rule: z.string(),
  card_id: z.string(),
  max_display_rows: z.string(),
  card_version_num: z.string(),
  category: z.int(),
  llm_text_card: z.boolean(),
}
const card = z.object({
  card_id: z.string(),
  draft_card_id: z.string(),
  name: z.string(),
  creator_id: z.string(),
  card_category: z.int(),
  card_display_type: z.int(),
  version_num: z.string(),
  version_name: z.string(),
  description: z.string(),
  update_time: z.string(),
  properties: z.string(),
  thumbnail: z.string(),
  card_status: z.int(),
  publish_time: z.string(),
})
export type CardInfo = z.input<typeof card>
const meta = z.object({
  dsl_content: z.string(),
  channel_type: z.int(),
  version_num: z.string(),
  thumbnail: z.string(),
})

/** Cards that display answers of tools, and their bindings to the tools of bots. */
export const cards = {
  create: op('POST /api/card/create_card', {
    summary: 'Create a card, empty or from another card',
    summaryZh: '创建空白卡片，或从已有卡片复制',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    input: () =>
      z.object({
        space_id: id(),
        card_id: idOrNone(),
        version_num: z.string().max(20).default(''),
        name: z.string().trim().max(60).default(''),
        /** The fields of the card, as JSON text: a list of { name, type, title }. */
        properties: z.string().max(50_000).default(''),
        display_type: z.enum({ basic: 1, list: 2, custom: 3, slide: 4 }).default(1),
      }),
    output: () => z.object({ card_id: z.string(), draft_card_id: z.string() }),
  }),
  remove: op('POST /api/card/delete_card', {
    summary: 'Delete a card; answers that used it are shown as text again',
    summaryZh: '删除卡片，使用它的回答恢复为文本',
    access: { on: 'card', id: 'card_id', can: 'delete' },
    reply: 'flat',
    input: () => z.object({ card_id: id() }),
  }),
  list: op('POST /api/card/query_card_list', {
    summary: 'List official cards or the cards of a space',
    summaryZh: '列出官方卡片或空间的卡片',
    access: viewSpace,
    input: () =>
      z.object({
        space_id: id(),
        page: pageNumber(),
        size: pageSize(20),
        category: z.enum(CardCategory).default(CardCategory.official),
        /** The card in use, which is listed first. */
        bind_card_id: idOrNone(),
        /** Omitted: includes drafts. */
        status: z.enum({ published: 1, unPublish: 2 }).optional(),
      }),
    output: () => z.object({ card_list: z.array(card), total: z.int() }),
  }),
  detail: op('POST /api/card/query_card_detail', {
    summary: 'Get a card',
    summaryZh: '获取卡片',
    access: viewSpace,
    input: () => z.object({ space_id: id(), card_id: id(), card_version: z.string().max(20).default('') }),
    output: () => z.object({ card_detail: card }),
  }),
  respStruct: op('POST /api/card/get_api_resp_struct', {
    summary: 'List the response fields of a tool that can be bound to a card',
    summaryZh: '列出工具可绑定到卡片的响应字段',
    reply: 'flat',
    input: () => z.object({ plugin_id: id(), api_name: z.string().max(200), space_id: idOrNone() }),
    output: struct,
  }),
  cardStruct: op(
    [
      'POST /api/plugin_api/get_card_resp_struct',
      'POST /api/plugin/get_card_resp_struct',
      'GET /api/plugin/get_card_resp_struct',
    ],
    {
      summary: 'List the output fields of a tool or a workflow node that replies',
      summaryZh: '列出工具或工作流回复节点的输出字段',
      reply: 'flat',
      input: () =>
        z.object({
          biz_type: z.preprocess((value) => (value === undefined ? 1 : Number(value)), z.enum(CardBiz)),
          plugin_id: id(),
          /** The name of the tool, or the id of the node; without it, the outputs of the workflow. */
          unique_id: z.string().max(200).default(''),
          space_id: idOrNone(),
          /** Uses the draft of the tool, as its maker sees it; by default the published version that bots use. */
          from_plugin_preset: z.preprocess((value) => value === true || value === 'true', z.boolean()),
        }),
      output: struct,
    },
  ),
  bind: op('POST /api/card/bind_card', {
    summary: 'Show the answer of a tool as a card; without a card, as text',
    summaryZh: '为工具的回答绑定卡片；不指定卡片时恢复为文本',
    access: onBot('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...target, ...binding, plugin_preset_card_selected: z.boolean().default(false) }),
  }),
  binding: op('POST /api/card/get_card_bind', {
    summary: 'Get the card bound to a tool of a bot',
    summaryZh: '获取智能体工具绑定的卡片',
    access: onBot('view'),
    reply: 'flat',
    input: () => z.object(target),
    output: () => z.object({ ...shownBinding, plugin_preset_card_selected: z.boolean() }),
  }),
  bindStatus: op('POST /api/card/get_bind_card_status', {
    summary: 'Check whether the cards of a bot still match their tools',
    summaryZh: '检查智能体的卡片是否与工具一致',
    access: onBot('view'),
    input: () =>
      z.object({
        space_id: idOrNone(),
        bot_id: id(),
        business_list: z
          .array(z.object({ biz_type: z.int(), business_id: id(), unique_id: z.string().max(200) }))
          .max(200)
          .default([]),
        agent_id: z.string().max(40).default(''),
        /** Uses the bindings of the published version instead of the draft. */
        using_master: z.boolean().default(false),
      }),
    output: () =>
      z.object({
        bind_cards: z.array(
          z.object({
            card_id: z.string(),
            business_id: z.string(),
            unique_id: z.string(),
            status: z.int(),
            business_type: z.int(),
            card_version: z.string(),
          }),
        ),
        publish_time: z.string(),
      }),
  }),
  ofPlugins: op('POST /api/card/get_plugin_cards', {
    summary: 'List the cards of the plugin tools of a bot',
    summaryZh: '列出智能体插件工具的卡片',
    access: onBot('view'),
    input: () =>
      z.object({
        space_id: idOrNone(),
        bot_id: id(),
        plugins: z
          .array(z.object({ plugin_id: id(), api_id: idOrNone(), api_name: z.string().max(200).default('') }))
          .max(200)
          .default([]),
        agent_id: z.string().max(40).default(''),
        using_master: z.boolean().default(false),
      }),
    output: () =>
      z.object({
        plugin_cards: z.array(
          z.object({ card_id: z.string(), plugin_id: z.string(), api_name: z.string(), status: z.int() }),
        ),
      }),
  }),
  press: op('POST /api/card/press', {
    summary: 'Press a button in a card of your conversation',
    summaryZh: '点击会话中卡片的按钮',
    access: { on: 'conversation', id: 'conversation_id', can: 'testRunWorkflow' },
    limit: { by: 'user', max: 60, seconds: 60 },
    input: cardPress,
    output: pressedCard,
  }),
  presetOf: op('POST /api/card/get_plugin_preset_card', {
    summary: 'Get the card provided by the creator of a tool',
    summaryZh: '获取工具创建者提供的卡片',
    reply: 'flat',
    input: () => z.object({ plugin_id: id(), api_name: z.string().max(200) }),
    output: () =>
      z.object({
        card_bind_info: z.object(shownBinding).optional(),
        card_info: card.optional(),
        card_meta_info: z.array(meta),
      }),
  }),
  quickBind: op('POST /api/card/quick_bind_plugin_preset_card', {
    summary: 'Bind the card provided with a tool',
    summaryZh: '绑定工具自带的卡片',
    access: onBot('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        plugin_id: id(),
        api_name: z.string().max(200),
        bot_id: id(),
        agent_id: z.string().max(40).default(''),
        space_id: idOrNone(),
      }),
  }),
  bindPreset: op('POST /api/plugin_api/bind_plugin_preset_card', {
    summary: 'Provide a card with a tool',
    summaryZh: '为工具设置自带卡片',
    access: { on: 'plugin', id: 'plugin_id', can: 'editInfo' },
    reply: 'flat',
    input: () => z.object({ plugin_id: id(), api_id: id(), ...binding, edit_version: z.int().optional() }),
    output: () => z.object({ edit_version: z.int() }),
  }),
  preset: op('POST /api/plugin_api/get_plugin_preset_card_bind', {
    summary: 'Get the card provided with a tool, for its creator',
    summaryZh: '获取工具自带的卡片（供创建者使用）',
    access: { on: 'plugin', id: 'plugin_id', can: 'view' },
    reply: 'flat',
    input: () => z.object({ plugin_id: id(), api_id: id() }),
    output: () => z.object(shownBinding),
  }),
  example: op('POST /api/plugin_api/display_example_resp_by_card', {
    summary: 'Get an example response rendered as a card',
    summaryZh: '获取以卡片展示的示例响应',
    reply: 'flat',
    input: () =>
      z.object({
        card_id: id(),
        mapping_rule: z.string().max(20_000),
        max_display_rows: rows,
        card_version: z.string().max(20).default(''),
        connector_id: z.string().max(40).default(''),
        example_resp: z.string().max(1_000_000).default(''),
      }),
    output: () =>
      z.object({
        plugin_card_resp: z.object({
          card_type: z.string(),
          template_id: z.string(),
          response_for_model: z.string(),
          content_type: z.string(),
          data: z.string(),
          response_type: z.string(),
          dsl_content: z.string(),
          info_in_card: z.string(),
        }),
      }),
  }),
}

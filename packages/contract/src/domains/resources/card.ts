import { z } from 'zod'
import { op } from '#kit.ts'
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

/** Cards that show the answer of a tool, and which tool of which bot is shown by which. */
export const cards = {
  create: op('POST /api/card/create_card', {
    summary: 'Make a card, empty or from another one',
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
    summary: 'Delete a card of a space; where it was bound, answers are shown as text again',
    reply: 'flat',
    input: () => z.object({ card_id: id() }),
  }),
  list: op('POST /api/card/query_card_list', {
    summary: 'Official cards, or those of a space',
    access: viewSpace,
    input: () =>
      z.object({
        space_id: id(),
        page: pageNumber(),
        size: pageSize(20),
        category: z.enum(CardCategory).default(CardCategory.official),
        /** The card that is in use: it comes first. */
        bind_card_id: idOrNone(),
        /** Cards are published when they are made: of others there are none. */
        status: z.enum({ published: 1, unPublish: 2 }).optional(),
      }),
    output: () => z.object({ card_list: z.array(card), total: z.int() }),
  }),
  detail: op('POST /api/card/query_card_detail', {
    summary: 'One card',
    access: viewSpace,
    input: () => z.object({ space_id: id(), card_id: id(), card_version: z.string().max(20).default('') }),
    output: () => z.object({ card_detail: card }),
  }),
  respStruct: op('POST /api/card/get_api_resp_struct', {
    summary: 'The fields that the answer of a tool has, for binding them to a card',
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
      summary: 'The fields that the answer of a tool, or a speaking node of a workflow, has',
      reply: 'flat',
      input: () =>
        z.object({
          biz_type: z.preprocess((value) => (value === undefined ? 1 : Number(value)), z.enum(CardBiz)),
          plugin_id: id(),
          /** The name of the tool, or the id of the node; without one, what the workflow gives back. */
          unique_id: z.string().max(200).default(''),
          space_id: idOrNone(),
          /** As the maker of the tool sees it: its draft. Otherwise what bots get. */
          from_plugin_preset: z.preprocess((value) => value === true || value === 'true', z.boolean()),
        }),
      output: struct,
    },
  ),
  bind: op('POST /api/card/bind_card', {
    summary: 'Show the answer of a tool of a bot by a card; without a card, as text again',
    access: onBot('editInfo'),
    reply: 'flat',
    input: () => z.object({ ...target, ...binding, plugin_preset_card_selected: z.boolean().default(false) }),
  }),
  binding: op('POST /api/card/get_card_bind', {
    summary: 'By which card the answer of a tool of a bot is shown',
    access: onBot('view'),
    reply: 'flat',
    input: () => z.object(target),
    output: () => z.object({ ...shownBinding, plugin_preset_card_selected: z.boolean() }),
  }),
  bindStatus: op('POST /api/card/get_bind_card_status', {
    summary: 'Whether the cards of a bot are still up to date with their tools',
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
        /** Those of the published version instead of the draft. */
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
    summary: 'The cards of the plugin tools of a bot',
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
  presetOf: op('POST /api/card/get_plugin_preset_card', {
    summary: 'The card that the maker of a tool gave it',
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
    summary: "Show the answer of a tool of a bot by the tool's own card",
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
    summary: 'Give a tool a card of its own',
    access: { on: 'plugin', id: 'plugin_id', can: 'editInfo' },
    reply: 'flat',
    input: () => z.object({ plugin_id: id(), api_id: id(), ...binding, edit_version: z.int().optional() }),
    output: () => z.object({ edit_version: z.int() }),
  }),
  preset: op('POST /api/plugin_api/get_plugin_preset_card_bind', {
    summary: 'The card of a tool, for its maker',
    access: { on: 'plugin', id: 'plugin_id', can: 'view' },
    reply: 'flat',
    input: () => z.object({ plugin_id: id(), api_id: id() }),
    output: () => z.object(shownBinding),
  }),
  example: op('POST /api/plugin_api/display_example_resp_by_card', {
    summary: 'An example of an answer, shown by a card',
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

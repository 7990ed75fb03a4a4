import { z } from 'zod'
import { op } from '#kit.ts'
import { cardDesign } from '#shared/card-design.ts'
import { cardTestChannels } from '#shared/card-test-fields.ts'
import { CardChannel } from '#shared/card-channels.ts'
import { id, idOrNone, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { CardCategory } from './card.ts'

const s = z.string()
/** Clients name the space in a header. */
const inHeader = { headers: { space_id: 'space-id' } } as const
const onSpace = (can: 'view' | 'createResource') =>
  ({ ...inHeader, access: { on: 'space', id: 'space_id', can } }) as const
const onCard = (can: 'view' | 'editInfo' | 'publish', field = 'card_id') =>
  ({ access: { on: 'card', id: field, can } }) as const
const channel = z.enum(CardChannel)

const CardState = { draft: 0, published: 1, takenDown: 2 } as const
const basic = z.object({
  card_id: s,
  draft_card_id: s,
  name: s,
  creator_id: s,
  creator_name: s,
  card_category: z.int(),
  card_display_type: z.int(),
  version_num: z.int(),
  version_name: s,
  description: s,
  update_time: z.int(),
  publish_time: z.int(),
  properties: s,
  properties_hash: s,
  card_status: z.int(),
  audit_status: z.int(),
  space_id: s,
  /** An image of the draft for lists; empty until it is rendered. */
  thumbnail: s.default(''),
  thumb_status: z.int().default(0),
})
export type CardBasicInfo = z.input<typeof basic>
const template = z.object({
  template_id: s,
  creator_id: s,
  name: s,
  channel_type: z.int(),
  thumbnail: s,
  dsl_content: s,
  category: z.int(),
  create_time: z.int(),
})
export type CardTemplateInfo = z.input<typeof template>

/** Editing of cards: drafts, versions, templates, and their messages for each channel. */
export const cardBuilder = {
  list: op('POST /api/card_builder/query_card_list', {
    summary: 'List the cards of a space',
    summaryZh: '列出空间中的卡片',
    ...onSpace('view'),
    reply: 'flat',
    input: () =>
      z.object({
        space_id: id(),
        page: pageNumber(),
        size: pageSize(20),
        condition: z
          .object({
            only_myself: z.boolean().default(false),
            status: z.enum(CardState).optional(),
            keyword: z.string().max(100).default(''),
            sort_condition: z
              .object({
                field: z.enum({ default: 0, updateTime: 1, publishTime: 2 }).default(0),
                order_type: z.enum({ desc: 0, asc: 1 }).default(0),
              })
              .optional(),
          })
          .prefault({}),
      }),
    output: () => z.object({ card_info_list: z.array(basic), total: z.int() }),
  }),
  mget: op('POST /api/card_builder/mget_card_info', {
    summary: 'Get several cards of a space; those of other spaces are left out',
    summaryZh: '批量获取空间中的卡片，其他空间的不返回',
    ...onSpace('view'),
    reply: 'flat',
    input: () => z.object({ space_id: id(), card_ids: z.array(id()).max(100).default([]) }),
    output: () => z.object({ card_basic_infos: z.array(basic) }),
  }),
  get: op('POST /api/card_builder/get_card_info', {
    summary: 'Get a card with its design: the draft, or a version',
    summaryZh: '获取卡片及其设计：草稿或某个版本',
    ...onCard('view'),
    input: () =>
      z.object({
        card_id: id(),
        /** Defaults to all channels. */
        channel_type: channel.optional(),
        version_num: z.string().max(20).default(''),
      }),
    output: () =>
      z.object({
        card_id: s,
        draft_card_id: s,
        name: s,
        creator_id: s,
        card_category: z.int(),
        card_display_type: z.int(),
        version_num: s,
        version_name: s,
        description: s,
        update_time: s,
        properties: s,
        properties_hash: s,
        card_status: z.int(),
        audit_status: z.int(),
        /** The design for channel 0; for other channels the resulting message, filled with the samples. */
        card_meta_info: z.array(
          z.object({ dsl_content: s, channel_type: z.int(), version_num: s, audit_status: z.int() }),
        ),
        card_basic_info: basic,
      }),
  }),
  update: op('POST /api/card_builder/update', {
    summary: 'Rename a card, or unpublish it',
    summaryZh: '重命名或下架卡片',
    ...onCard('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        card_id: id(),
        name: name(60).optional(),
        card_status: z.enum({ unPublish: 2 }).optional(),
        /** Continues editing from the last version; refused if the draft has unpublished edits. */
        edit_card: z.boolean().default(false),
      }),
  }),
  publish: op('POST /api/card_builder/publish', {
    summary: 'Publish the draft of a card as a version',
    summaryZh: '将卡片草稿发布为新版本',
    ...onCard('publish'),
    input: () =>
      z.object({ card_id: id(), version_name: z.string().trim().max(40), description: text(800).default('') }),
    output: () => z.object({ card_id: s, version_num: s, audit_status: z.int() }),
  }),
  history: op('POST /api/card_builder/query_history', {
    summary: 'List the versions of a card, newest first',
    summaryZh: '列出卡片的版本，最新在前',
    ...onCard('view'),
    input: () => z.object({ card_id: id(), page: pageNumber(), size: pageSize(20) }),
    output: () =>
      z.object({
        total: z.int(),
        history_infos: z.array(
          z.object({
            card_id: s,
            draft_id: s,
            name: s,
            version_num: s,
            publish_time: s,
            version_name: s,
            description: s,
            audit_status: z.int(),
          }),
        ),
      }),
  }),
  checkLength: op('POST /api/card_builder/check_card_length', {
    summary: 'Check for which channels the draft of a card is too long',
    summaryZh: '检查卡片草稿在哪些渠道超出长度限制',
    ...onCard('view', 'DraftID'),
    reply: 'flat',
    input: () => z.object({ DraftID: id() }),
    output: () => z.object({ is_over_length: z.record(s, z.boolean()) }),
  }),
  saveTemplate: op('POST /api/card_builder/save_template', {
    summary: 'Save a card design as a template of the space',
    summaryZh: '将卡片设计保存为空间模板',
    ...onSpace('createResource'),
    input: () =>
      z.object({
        space_id: id(),
        name: name(60),
        /** The design as JSON text. */
        dsl_content: z.string().max(150_000),
        /** Templates store the design itself, from which the message for every channel is derived. */
        channel_type: z.enum({ default: 0 }).default(0),
      }),
    output: () => z.object({ template_id: s }),
  }),
  templates: op('POST /api/card_builder/mget_template', {
    summary: 'List card templates: official ones, or those of the space',
    summaryZh: '列出卡片模板：官方模板或空间模板',
    ...onSpace('view'),
    input: () =>
      z.object({
        space_id: id(),
        page: pageNumber(),
        size: pageSize(20),
        channel_type: z.enum({ default: 0 }).default(0),
        category: z.enum(CardCategory),
      }),
    output: () => z.object({ total: z.int(), card_templates: z.array(template) }),
  }),
  deleteTemplate: op('POST /api/card_builder/delete_template', {
    summary: 'Delete a card template of the space',
    summaryZh: '删除空间的卡片模板',
    ...onSpace('createResource'),
    input: () => z.object({ space_id: id(), template_id: id() }),
    output: () => z.object({ success: z.boolean() }),
  }),

  upload: op('POST /api/card_builder/upload_file', {
    summary: 'Upload a file that cards show',
    summaryZh: '上传卡片使用的文件',
    bodyLimit: 30 * 1024 * 1024,
    input: () =>
      z.object({
        file_name: z.string().trim().min(1).max(255),
        /** The content in base64. */
        data: z.string().max(28 * 1024 * 1024),
        scene: z.enum({ card: 0, agent: 1, audio: 2, thumbnail: 3, video: 4 }).default(0),
      }),
    output: () => z.object({ upload_url: s, upload_uri: s }),
  }),
  config: op('POST /api/card_builder/get_tcc_config', {
    summary: 'Get a setting of the card builder: limits, channel_limits, elements or guide',
    summaryZh: '获取卡片设计器的配置：limits、channel_limits、elements 或 guide',
    input: () =>
      z.object({
        key: z.string().min(1).max(100),
        value_option: z
          .object({ remove_newline: z.boolean().default(false), remove_space: z.boolean().default(false) })
          .prefault({}),
      }),
    output: () => z.object({ config: s }),
  }),
  packageInfo: op('POST /api/card_builder/get_card_tcc_info', {
    summary: 'Get what the card builder draws with: format, elements, channels',
    summaryZh: '获取卡片设计器支持的格式、元素和渠道',
    reply: 'flat',
    output: () => z.object({ card_builder_package_detail: s }),
  }),
  queryAll: op('POST /api/op_card/query_cards', {
    summary: 'Find cards across all spaces, for the owner of the instance',
    summaryZh: '在所有空间中查找卡片（实例所有者）',
    access: 'instance',
    input: () =>
      z.object({
        card_condition: z
          .object({
            id: idOrNone(),
            space_id: idOrNone(),
            name: z.string().max(100).default(''),
            creator_id: idOrNone(),
            page: pageNumber(),
            size: pageSize(20),
            status: z.enum(CardState).optional(),
            /** In seconds. */
            create_time_range: z
              .object({ start_time: z.coerce.number().int().min(0), end_time: z.coerce.number().int().min(0) })
              .optional(),
          })
          .prefault({}),
      }),
    output: () =>
      z.object({
        cards: z.array(
          z.object({
            id: s,
            name: s,
            space_id: s,
            create_time: z.int(),
            update_time: z.int(),
            /** The design, by the number of its channel. */
            dsl_map: z.record(s, s),
            status: z.int(),
            creator_id: s,
          }),
        ),
        count: z.int(),
      }),
  }),

  draft: op('POST /api/card/draft', {
    summary: 'Get the draft of a card, to edit it',
    summaryZh: '获取卡片草稿以供编辑',
    ...onCard('view'),
    input: () => z.object({ card_id: id() }),
    output: () =>
      z.object({
        card_id: s,
        space_id: s,
        name: s,
        design: cardDesign,
        /** Has to be sent with the next save. */
        version: z.int(),
        card_status: z.int(),
        has_edits: z.boolean(),
        last_version_name: s,
        can_edit: z.boolean(),
      }),
  }),
  save: op('POST /api/card/save_draft', {
    summary: 'Save the draft of a card',
    summaryZh: '保存卡片草稿',
    ...onCard('editInfo'),
    input: () => z.object({ card_id: id(), version: z.int(), design: cardDesign }),
    output: () => z.object({ version: z.int() }),
  }),
  sendTest: op('POST /api/card/send_test', {
    summary: 'Send the draft of a card with its samples to a channel; what is entered here is not kept',
    summaryZh: '将卡片草稿及示例值发送到渠道进行测试，填写的内容不会保存',
    ...onCard('editInfo'),
    limit: { by: 'user', max: 10, seconds: 60 },
    input: () =>
      z.object({
        card_id: id(),
        channel: z.enum(cardTestChannels),
        /** Webhook of Feishu, Slack or Discord. */
        url: z.string().trim().max(1000).default(''),
        token: z.string().trim().max(1000).default(''),
        /** WhatsApp only: the id of the sending number. */
        from: z.string().trim().max(100).default(''),
        to: z.string().trim().max(100).default(''),
        /** Base URL of a proxy for the platform's API. */
        api_base: z.string().trim().max(500).default(''),
      }),
  }),
  restore: op('POST /api/card/restore_version', {
    summary: 'Make an earlier version of a card its draft',
    summaryZh: '将卡片的历史版本恢复为草稿',
    ...onCard('editInfo'),
    input: () => z.object({ card_id: id(), version: z.int(), version_num: z.coerce.number().int().min(1) }),
    output: () => z.object({ version: z.int() }),
  }),
}

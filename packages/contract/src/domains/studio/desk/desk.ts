import { z } from 'zod'
import { op } from '#kit.ts'
import { shortcutView } from '#domains/studio/bot/shapes.ts'
import { DESK_LIMITS } from '#shared/desk.ts'
import { base, id, idOrNone, name, pageNumber, pageSize } from '#shared/fields.ts'

const s = z.string()
/** `reader`, `writer`, or the id of a published bot. */
export const deskAgentId = () => z.string().trim().min(1).max(40)
/** Clients send the space in a header; defaults to the caller's personal space. */
export const inDeskSpace = {
  headers: { space_id: 'space-id' },
  access: { on: 'space', id: 'space_id', can: 'view', optional: true },
} as const
export const deskSpace = () => idOrNone()
const params = z
  .record(z.string().min(1).max(100), z.string().max(20_000))
  .refine((value) => Object.keys(value).length <= 50, { error: 'at most 50 entries', params: { max: 50 } })
const content = z.string().max(DESK_LIMITS.content)

const instance = z.object({
  agent_id: s,
  bot_id: s,
  instance_id: s,
  session_id: s,
  name: s,
  creator_id: s,
  content: s,
  init_param_info: z.record(s, s),
  create_time: z.int(),
  update_time: z.int(),
})

/** Desks and their documents. Only the creator of a document can access it. */
export const desk = {
  agent: op('POST /api/card_builder/agent/get', {
    summary: 'Get a desk: reader, writer, or a published bot',
    summaryZh: '获取阅读、写作或智能体工作台',
    reply: 'flat',
    input: () => z.object({ agent_id: deskAgentId(), base }),
    output: () =>
      z.object({
        agent: z.object({
          agent_id: s,
          bot_id: s,
          name: s,
          description: s,
          create_time: z.int(),
          update_time: z.int(),
          bot_version: s,
          shortcut_command_list: z.array(shortcutView.partial()),
          agent_config: z.object({ command_relation_map: z.record(s, s) }),
        }),
      }),
  }),
  create: op('POST /api/card_builder/agent/create_instance', {
    summary: 'Create a document of a desk; the same idem_key creates it once',
    summaryZh: '创建工作台文档，相同的 idem_key 只创建一次',
    ...inDeskSpace,
    reply: 'flat',
    input: () =>
      z.object({
        space_id: deskSpace(),
        agent_id: deskAgentId(),
        name: name(100),
        /** For the reader: paper_id. */
        init_param: params.default({}),
        content: content.default(''),
        idem_key: z.string().max(100).default(''),
        base,
      }),
    output: () => z.object({ instance_id: s, session_id: s, name: s }),
  }),
  save: op('POST /api/card_builder/agent/save_instance', {
    summary: 'Save the name, text or parameters of a document of a desk',
    summaryZh: '保存工作台文档的名称、正文或参数',
    reply: 'flat',
    input: () =>
      z.object({
        agent_id: deskAgentId(),
        instance_id: id(),
        update_param: z
          .object({ name: name(100).optional(), content: content.optional(), init_param: params.optional() })
          .prefault({}),
        base,
      }),
  }),
  get: op('POST /api/card_builder/agent/get_instance_detail', {
    summary: 'Get a document of a desk with what was said about it',
    summaryZh: '获取工作台文档及其问答',
    reply: 'flat',
    input: () => z.object({ agent_id: deskAgentId(), instance_id: id(), base }),
    output: () =>
      z.object({
        instance,
        /** The last questions and answers, oldest first. */
        messages: z.array(z.object({ message_id: s, role: s, content: s, create_time: z.int() })),
      }),
  }),
  list: op('POST /api/card_builder/agent/instance_list', {
    summary: 'List your documents of a desk',
    summaryZh: '列出你在工作台中的文档',
    ...inDeskSpace,
    reply: 'flat',
    input: () =>
      z.object({
        space_id: deskSpace(),
        agent_id: deskAgentId(),
        page: pageNumber(),
        size: pageSize(20),
        sort_cond: z
          .object({
            field: z.enum({ default: 0, updateTime: 1, publishTime: 2 }).default(0),
            order_type: z.enum({ desc: 0, asc: 1 }).default(0),
          })
          .prefault({}),
        base,
      }),
    output: () => z.object({ instance_list: z.array(instance), total: z.int() }),
  }),
  remove: op('POST /api/card_builder/agent/delete_instance', {
    summary: 'Delete a document of a desk with its paper, translation and conversation',
    summaryZh: '删除工作台文档及其论文、译文和会话',
    reply: 'flat',
    input: () => z.object({ agent_id: deskAgentId(), instance_id: id(), base }),
  }),
  settings: op('POST /api/card_builder/agent/get_settings', {
    summary: 'Get your settings of a desk',
    summaryZh: '获取你的工作台设置',
    input: () =>
      z.object({
        agent_id: deskAgentId(),
        setting_keys: z.array(z.string().max(100)).max(100).default([]),
        Base: base,
      }),
    output: () => z.object({ setting_map: z.record(s, z.object({ setting_key: s, setting_value: s })) }),
  }),
  saveSettings: op('POST /api/card_builder/agent/save_setting', {
    summary: 'Save your settings of a desk; an empty value restores the default',
    summaryZh: '保存你的工作台设置，值为空则恢复默认',
    reply: 'flat',
    input: () =>
      z.object({
        agent_id: deskAgentId(),
        setting: z
          .array(z.object({ setting_key: z.string().min(1).max(100), setting_value: z.string().max(100) }))
          .max(20)
          .default([]),
        Base: base,
      }),
  }),
}

import { z } from 'zod'
import { op } from '#kit.ts'
import { botInfoSchema, botUpdateSchema } from '#shared/bot-info.ts'
import { shortcutSchema } from '#shared/bot-shortcut.ts'
import { id, idOrNone } from '#shared/fields.ts'
import { visibleToMembers } from '#shared/bot-visibility.ts'
import { agentInfo, connectorInfo, shortcutView, workInfo } from './shapes.ts'

/** The answer to every change of a draft: the result, and the version to send with the next change. */
const changed = z.object({
  has_change: z.boolean(),
  check_not_pass: z.boolean(),
  check_not_pass_msg: z.string(),
  branch: z.number(),
  same_with_online: z.boolean(),
  version: z.string(),
  update_time: z.string(),
})
const version = z.string().max(20).optional()
const modelDetail = z.object({
  name: z.string(),
  model_name: z.string(),
  model_id: z.string(),
  model_family: z.number(),
  model_icon_url: z.string(),
})
const resourceSummary = z.object({ id: z.string(), name: z.string(), description: z.string(), icon_url: z.string() })
const draftStatus = {
  has_unpublished_change: z.boolean(),
  bot_market_status: z.number(),
  in_collaboration: z.boolean(),
  same_with_online: z.boolean(),
  editable: z.boolean(),
  deletable: z.boolean(),
  collaborator_status: z.object({ commitable: z.boolean(), operateable: z.boolean(), manageable: z.boolean() }),
}
const publisher = z.object({ user_id: z.string(), name: z.string(), icon_url: z.string(), nick_name: z.string() })

export const draft = {
  getDraft: op('POST /api/playground_api/draftbot/get_draft_bot_info', {
    summary: 'Get the draft or a saved version of a bot with everything the editor shows',
    summaryZh: '获取智能体的草稿或历史版本，以及编辑器所需的信息',
    access: { on: 'bot', id: 'bot_id', can: 'view' },
    input: () => z.object({ bot_id: id(), version, commit_version: version }),
    output: () =>
      z.object({
        bot_info: botInfoSchema,
        bot_option_data: z.object({
          model_detail_map: z.record(z.string(), modelDetail),
          plugin_detail_map: z.record(z.string(), resourceSummary),
          plugin_api_detail_map: z.record(
            z.string(),
            z.object({
              id: z.string(),
              name: z.string(),
              description: z.string(),
              plugin_id: z.string(),
              plugin_name: z.string(),
              plugin_icon: z.string(),
              /** plugin, official or mcp; empty if the tool no longer exists */
              source: z.string(),
            }),
          ),
          workflow_detail_map: z.record(z.string(), resourceSummary.extend({ plugin_id: z.string() })),
          knowledge_detail_map: z.record(z.string(), resourceSummary.extend({ format_type: z.number() })),
          shortcut_command_list: z.array(shortcutView),
        }),
        ...draftStatus,
        publisher: publisher.optional(),
        has_publish: z.boolean(),
        space_id: z.string(),
        connectors: z.array(connectorInfo),
        branch: z.number(),
        commit_version: z.string(),
        committer_name: z.string(),
        commit_time: z.string(),
        publish_time: z.string(),
        /** Errors of a failed copy. */
        copy_error: z.string(),
      }),
  }),
  updateDraft: op('POST /api/playground_api/draftbot/update_draft_bot_info', {
    summary: 'Update parts of a draft. Refused with both versions if someone else saved in the meantime',
    summaryZh: '更新草稿的部分内容；若他人已保存，则拒绝并返回两个版本',
    access: { on: 'bot', id: 'bot_info.bot_id', can: 'editInfo' },
    input: () => z.object({ bot_info: botUpdateSchema, base_commit_version: version }),
    output: changed,
  }),
  getInfo: op('POST /api/draftbot/get_bot_info', {
    summary: 'Get the draft of a bot with its parts as JSON strings',
    summaryZh: '获取智能体草稿，各部分为 JSON 字符串',
    access: { on: 'bot', id: 'bot_id', can: 'view' },
    reply: 'flat',
    input: () => z.object({ space_id: idOrNone(), bot_id: id(), version, commit_version: version }),
    output: () =>
      z.object({
        data: z.object({
          id: z.string(),
          name: z.string(),
          description: z.string(),
          icon_uri: z.string(),
          icon_url: z.string(),
          visibility: z.number(),
          has_published: z.number(),
          app_ids: z.array(z.never()),
          create_time: z.string(),
          update_time: z.string(),
          creator_id: z.string(),
          space_id: z.string(),
          work_info: workInfo,
          connectors: z.array(connectorInfo),
          bot_mode: z.number(),
          agents: z.array(agentInfo),
          version: z.string(),
          bot_tag_info: z.array(z.object({ bot_id: z.string(), key: z.string(), value: z.string() })),
          filebox_info: z.object({ mode: z.number() }),
          branch: z.number(),
          commit_version: z.string(),
          committer_name: z.string(),
          commit_time: z.string(),
          publish_time: z.string(),
          multi_agent_info: z.object({ session_type: z.number(), connector_type: z.number() }),
        }),
        ...draftStatus,
        publisher: publisher.optional(),
      }),
  }),
  update: op('POST /api/draftbot/update', {
    summary: 'Update a draft whose parts are sent as JSON strings; agents are updated and deleted one by one',
    summaryZh: '以 JSON 字符串更新草稿；子智能体逐个更新和删除',
    access: { on: 'bot', id: 'bot_id', can: 'editInfo' },
    input: () =>
      z.object({
        space_id: idOrNone(),
        bot_id: id(),
        work_info: workInfo.optional(),
        name: botUpdateSchema.shape.name,
        description: botUpdateSchema.shape.description,
        icon_uri: botUpdateSchema.shape.icon_uri,
        visibility: visibleToMembers().optional(),
        update_agents: z.array(agentInfo).max(100).optional(),
        delete_agents: z.array(z.string().max(64)).max(100).optional(),
        bot_mode: botUpdateSchema.shape.bot_mode,
        filebox_info: z.object({ mode: z.union([z.literal(0), z.literal(1)]) }).optional(),
        base_commit_version: version,
      }),
    output: changed,
  }),
  saveShortcut: op('POST /api/playground_api/create_update_shortcut_command', {
    summary: 'Create a shortcut, or update the one given by command_id',
    summaryZh: '创建快捷指令，或更新 command_id 指定的快捷指令',
    access: { on: 'bot', id: 'object_id', can: 'editInfo' },
    reply: 'flat',
    input: () => z.object({ object_id: id(), space_id: idOrNone(), shortcuts: shortcutSchema, version }),
    output: () => z.object({ shortcuts: shortcutView, version: z.string() }),
  }),
  createAgent: op('POST /api/draftbot/agent/create', {
    summary: 'Add an agent to a multi-agent bot',
    summaryZh: '为多智能体添加子智能体',
    access: { on: 'bot', id: 'bot_id', can: 'editInfo' },
    reply: 'flat',
    input: () =>
      z.object({
        space_id: idOrNone(),
        bot_id: id(),
        agent_type: z.int().min(0).max(4).default(1),
        position: z.object({ x: z.number().default(0), y: z.number().default(0) }).optional(),
        references: z.object({ reference_id: id(), version: z.string().max(20).default('') }).optional(),
        base_commit_version: version,
      }),
    output: () =>
      z.object({
        agentData: z.object({
          agentInfo: agentInfo,
          branch: z.number(),
          same_with_online: z.boolean(),
          version: z.string(),
        }),
      }),
  }),
  copyAgent: op('POST /api/draftbot/agent/copy', {
    summary: 'Duplicate an agent of a multi-agent bot',
    summaryZh: '复制多智能体中的子智能体',
    access: { on: 'bot', id: 'bot_id', can: 'editInfo' },
    reply: 'flat',
    input: () =>
      z.object({
        space_id: idOrNone(),
        bot_id: id(),
        agent_id: z.string().min(1).max(64),
        base_commit_version: version,
      }),
    output: () =>
      z.object({
        agentData: z.object({
          agentInfo: agentInfo,
          branch: z.number(),
          same_with_online: z.boolean(),
          version: z.string(),
        }),
      }),
  }),
}

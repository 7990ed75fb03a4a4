import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const botErrors = defineErrors(ErrorCode.bot, {
  stillCopying: {
    status: 409,
    en: 'This bot is still being copied. Try again when the copy is complete',
    zh: '智能体正在复制中，请在复制完成后再试',
  },
  notFailed: {
    status: 400,
    en: 'bot_id: only a copy that failed can be copied again',
    zh: 'bot_id：只能重试复制失败的智能体',
  },
  otherSpace: {
    status: 400,
    en: 'space_id: the bot belongs to another space',
    zh: 'space_id：智能体属于其他空间',
  },
  sameVariable: {
    status: 400,
    en: 'variable_list: the name “{key}” is used twice. Give each variable a unique name',
    zh: 'variable_list：变量名“{key}”重复，请使用不同的名称',
  },
  noStartAgent: {
    status: 400,
    en: 'agents: mark one agent as the start (root_agent)',
    zh: 'agents：请指定一个起始节点（root_agent）',
  },
  severalStartAgents: {
    status: 400,
    en: 'agents: only one agent can be the start, but “{a}” and “{b}” both are',
    zh: 'agents：只能有一个起始节点，但“{a}”与“{b}”都是',
  },
  danglingJump: {
    status: 400,
    en: 'agents: “{agent}” hands over to an agent that does not exist ({target}). Choose another one or remove the intent',
    zh: 'agents：“{agent}”跳转到不存在的节点（{target}），请重新选择或删除该意图',
  },
  agentIds: {
    status: 400,
    en: 'agents: each agent needs a unique ID. Create agents with agent/create',
    zh: 'agents：每个节点都需要唯一的 ID，请使用 agent/create 创建',
  },
  tooManyAgents: {
    status: 400,
    en: 'agents: max {max} agents',
    zh: 'agents：最多 {max} 个节点',
  },
  startAgentStays: {
    status: 400,
    en: 'agents: the start agent cannot be deleted. Make another agent the start first',
    zh: 'agents：不能删除起始节点，请先将其他节点设为起始',
  },
  toolHasData: {
    status: 400,
    en: '{tab}: a block with data cannot be hidden. Remove its data first',
    zh: '{tab}：包含数据的模块不能隐藏，请先移除数据',
  },
  noSuchVersion: {
    status: 404,
    en: 'version: this bot has no such version',
    zh: 'version：该智能体没有此版本',
  },
  shortcutLimit: {
    status: 400,
    en: 'shortcuts: max {max} shortcuts',
    zh: 'shortcuts：最多 {max} 个快捷指令',
  },
  unknownConnector: {
    status: 400,
    en: 'connector_id: there is no channel {id}. See publish/connector/list for the available ones',
    zh: 'connector_id：不存在渠道 {id}，可用渠道见 publish/connector/list',
  },
  connectorNotBound: {
    status: 400,
    en: 'connectors: channel {id} is not connected to this bot. Connect it first',
    zh: 'connectors：渠道 {id} 尚未绑定此智能体，请先绑定',
  },
  noConnector: {
    status: 400,
    en: 'connectors: choose at least one channel to publish to',
    zh: 'connectors：请至少选择一个发布渠道',
  },
  noModel: {
    status: 503,
    en: 'No model is available to generate this. Add one, or write it yourself',
    zh: '没有可用的模型来生成内容，请先配置模型或手动填写',
  },
  generationFailed: {
    status: 502,
    en: 'failed to generate: {why}',
    zh: '生成失败：{why}',
  },
  badWorkInfo: {
    status: 400,
    en: 'work_info.{field}: {problem}',
    zh: 'work_info.{field}：{problem}',
  },
  noSuchShortcut: {
    status: 404,
    en: 'shortcuts.command_id: this bot has no such shortcut',
    zh: 'shortcuts.command_id：该智能体没有此快捷指令',
  },
  shortcutTool: {
    status: 400,
    en: 'shortcuts.plugin_id: choose the plugin or workflow that the shortcut runs',
    zh: 'shortcuts.plugin_id：请选择快捷指令要调用的插件或工作流',
  },
  badVersionName: {
    status: 400,
    en: 'version_name: use the form v1.2.3, higher than {last}',
    zh: 'version_name：请使用 v1.2.3 的格式，且大于 {last}',
  },
  noSuchPublication: {
    status: 404,
    en: 'publish_id: this bot has no such published version',
    zh: 'publish_id：该智能体没有此发布版本',
  },
  nothingOnline: {
    status: 400,
    en: 'connectors: none of these channels serves the bot',
    zh: 'connectors：所选渠道均未发布该智能体',
  },
  channelFailed: {
    status: 400,
    en: 'Publishing to this channel failed. Try again',
    zh: '该渠道发布失败，请重试',
  },
  overtaken: {
    status: 409,
    en: 'A newer version was published to this channel in the meantime',
    zh: '该渠道已发布更新的版本',
  },
  nothingToRetry: {
    status: 409,
    en: 'publish_record_id: no channel of this publication has failed',
    zh: 'publish_record_id：此次发布没有失败的渠道',
  },
})

import { ShortcutTool } from '@orrery/contract/shared/bot-enums'
import type { BotInfo } from '@orrery/contract'
import type { LoadedDraft } from '../bot.queries.ts'
import type { Shortcut } from './shortcut-rules.ts'

type Options = LoadedDraft['bot_option_data']
export interface ToolChoice {
  value: string
  label: string
  /** The fields that the shortcut stores. */
  fields: Pick<Shortcut, 'tool_type' | 'work_flow_id' | 'plugin_id' | 'plugin_api_id' | 'plugin_api_name' | 'tool_info'>
}

export const noTool: ToolChoice['fields'] = {
  tool_type: 0,
  work_flow_id: '',
  plugin_id: '',
  plugin_api_id: '',
  plugin_api_name: '',
  tool_info: undefined,
}

/** Tools of the bot that a shortcut can run before the question is sent. */
export function toolChoices(
  { workflow_info_list: flows, plugin_info_list: tools }: Pick<BotInfo, 'workflow_info_list' | 'plugin_info_list'>,
  { workflow_detail_map: flowDetails, plugin_api_detail_map: toolDetails }: Options,
): ToolChoice[] {
  const infoOf = (name: string) => ({ tool_name: name, tool_params_list: [] })
  return [
    ...flows.map((flow): ToolChoice => {
      const name = flowDetails[flow.workflow_id]?.name || flow.workflow_name
      return {
        value: `workflow:${flow.workflow_id}`,
        label: name,
        fields: {
          ...noTool,
          tool_type: ShortcutTool.workflow,
          work_flow_id: flow.workflow_id,
          // A callable workflow has a plugin with the same id.
          plugin_id: flow.plugin_id || flow.workflow_id,
          tool_info: infoOf(name),
        },
      }
    }),
    ...tools.map((tool): ToolChoice => {
      const name = toolDetails[tool.api_id]?.name || tool.api_name
      return {
        value: `tool:${tool.api_id}`,
        label: name,
        fields: {
          ...noTool,
          tool_type: ShortcutTool.plugin,
          plugin_id: tool.plugin_id,
          plugin_api_id: tool.api_id,
          plugin_api_name: name,
          tool_info: infoOf(name),
        },
      }
    }),
  ]
}

/** The selected tool of a shortcut; empty if there is none. */
export const toolValue = ({ tool_type: type, work_flow_id: flow, plugin_api_id: tool }: Shortcut): string =>
  type === ShortcutTool.workflow ? `workflow:${flow}` : type === ShortcutTool.plugin ? `tool:${tool}` : ''

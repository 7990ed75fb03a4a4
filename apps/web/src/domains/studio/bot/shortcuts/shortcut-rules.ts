import { PluginFrom, ShortcutInput, ShortcutSend } from '@orrery/contract/shared/bot-enums'
import type { LoadedDraft } from '../bot.queries.ts'

export type Shortcut = LoadedDraft['bot_option_data']['shortcut_command_list'][number]
export type ShortcutComponent = Shortcut['components_list'][number]

export const emptyShortcut = (): Shortcut => ({
  object_id: '',
  command_id: '',
  command_name: '',
  shortcut_command: '',
  description: '',
  send_type: ShortcutSend.query,
  tool_type: 0,
  work_flow_id: '',
  plugin_id: '',
  plugin_api_name: '',
  plugin_api_id: '',
  template_query: '',
  components_list: [],
  card_schema: '',
  agent_id: '',
  plugin_from: PluginFrom.default,
})

export const emptyComponent = (): ShortcutComponent => ({
  name: '',
  description: '',
  input_type: ShortcutInput.text,
  parameter: '',
  options: [],
  hide: false,
  upload_options: [],
})

const placeholder = /\{\{\s*([^{}]+?)\s*\}\}/g
/** Placeholders of the query that have no field in the panel. */
export function missingComponents({ template_query: query, components_list: components }: Shortcut): string[] {
  const names = new Set(components.map((component) => component.name.trim()))
  if (names.size === 0) return []
  const asked = [...query.matchAll(placeholder)].map((match) => match[1]!)
  return [...new Set(asked.filter((name) => !names.has(name)))]
}

export type ShortcutFault = 'name' | 'command' | 'query' | 'components'

export function shortcutFault(shortcut: Shortcut): ShortcutFault | null {
  if (shortcut.command_name.trim() === '') return 'name'
  if (shortcut.shortcut_command !== '' && !/^\/\S+$/.test(shortcut.shortcut_command)) return 'command'
  const names = shortcut.components_list.map((component) => component.name.trim())
  if (names.some((name) => name === '') || new Set(names).size < names.length) return 'components'
  return shortcut.template_query.trim() === '' ? 'query' : null
}

import { z } from 'zod'
import { PluginFrom, ShortcutInput, ShortcutSend, ShortcutTool } from './bot-enums.ts'
import { flag, line, madeUrl, ref, uri } from './bot-fields.ts'
import { name } from './fields.ts'
import { SHORTCUT_LIMITS } from './limits.ts'

const component = z.object({
  name: line(50),
  description: line(200),
  input_type: z.enum(ShortcutInput).default(ShortcutInput.text),
  parameter: line(200),
  options: z.array(z.string().max(200)).max(100).default([]),
  default_value: z.object({ value: line(2000), type: z.enum(ShortcutInput).default(ShortcutInput.text) }).optional(),
  hide: flag(),
  upload_options: z.array(z.enum(ShortcutInput)).max(20).default([]),
})
const parameter = z.object({
  name: line(200),
  required: flag(),
  desc: line(2000),
  type: line(50),
  default_value: line(2000),
  refer_component: flag(),
})
/** A button above the chat input: it sends a prepared query, and can run a tool first. */
export const shortcutSchema = z.object({
  object_id: ref(),
  command_id: ref(),
  command_name: name(SHORTCUT_LIMITS.name),
  /** The command to type, e.g. `/translate`. */
  shortcut_command: line(SHORTCUT_LIMITS.command),
  description: line(SHORTCUT_LIMITS.description),
  send_type: z.enum(ShortcutSend).default(ShortcutSend.query),
  /** 0 or absent: no tool. */
  tool_type: z.union([z.literal(0), z.enum(ShortcutTool)]).default(0),
  work_flow_id: ref(),
  plugin_id: ref(),
  plugin_api_name: line(200),
  plugin_api_id: ref(),
  template_query: line(SHORTCUT_LIMITS.query),
  components_list: z.array(component).max(50).default([]),
  card_schema: line(20_000),
  tool_info: z.object({ tool_name: line(200), tool_params_list: z.array(parameter).max(100).default([]) }).optional(),
  shortcut_icon: z.object({ url: madeUrl(), uri: uri() }).optional(),
  agent_id: ref(),
  plugin_from: z.enum(PluginFrom).default(PluginFrom.default),
})
export type BotShortcut = z.output<typeof shortcutSchema>

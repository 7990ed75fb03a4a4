import { type BotShortcut } from '@orrery/contract'

/** Drops shortcuts that cannot work: those without a command id, and those for a tool without plugin_id. */
export const keepUsable = (shortcuts: BotShortcut[]): BotShortcut[] =>
  shortcuts.filter(
    ({ command_id: id, tool_type: tool, plugin_id: plugin }) => id !== '' && (tool === 0 || plugin !== ''),
  )

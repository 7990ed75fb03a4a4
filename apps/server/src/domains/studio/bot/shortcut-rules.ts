import { type BotShortcut } from '@orrery/contract'

/** A shortcut without a command id cannot be called, and one for a tool without plugin_id has nothing to run: both are dropped. */
export const keepUsable = (shortcuts: BotShortcut[]): BotShortcut[] =>
  shortcuts.filter(
    ({ command_id: id, tool_type: tool, plugin_id: plugin }) => id !== '' && (tool === 0 || plugin !== ''),
  )

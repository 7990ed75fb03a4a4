import type { BotInfo } from '@orrery/contract'
import { PluginFrom } from '@orrery/contract/shared/bot-enums'
import { useState } from 'react'
import { type PickedTool, ToolPicker } from '#domains/resources/plugin/index.ts'
import { useEditor } from '../../draft/draft-context.ts'
import type { Picker } from './use-picker.tsx'

export type BotTool = BotInfo['plugin_info_list'][number]

const toTool = (pickedTool: PickedTool): BotTool => ({
  plugin_id: pickedTool.pluginId,
  api_id: pickedTool.toolId,
  api_name: pickedTool.toolName,
  plugin_from: PluginFrom.default,
  // Empty means the latest published version.
  api_version_ms: '',
})

/** A dialog to add tools of plugins and MCP servers to a list of the draft and to remove them. */
export function useToolPicker(
  tools: readonly BotTool[],
  onChange: (next: BotTool[]) => void,
  /** Called for a plugin created from here, which is added once it is published. */
  onPlugin?: (id: string) => void,
): Picker {
  const { spaceId, store, reload } = useEditor()
  const [isOpen, setOpen] = useState(false)
  const change = (next: BotTool[]) => {
    onChange(next)
    // The reloaded draft contains the names and descriptions of the added tools.
    void store.flush().then(reload)
  }
  const dialog = isOpen && (
    <ToolPicker
      spaceId={spaceId}
      chosen={new Set(tools.map((tool) => tool.api_id))}
      onAdd={(tool) => change([...tools, toTool(tool)])}
      onRemove={(tool) => change(tools.filter((item) => item.api_id !== tool.toolId))}
      {...(onPlugin && { onPlugin })}
      onClose={() => setOpen(false)}
    />
  )
  return { open: () => setOpen(true), dialog }
}

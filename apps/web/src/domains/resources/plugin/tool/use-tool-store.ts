import { useEffect, useState } from 'react'
import { api } from '#lib/api.ts'
import { useAutosave } from '#lib/autosave.ts'
import { queryClient } from '#lib/query.ts'
import { adoptVersion, changePlugin } from '../edit-version.ts'
import { isConflict } from '../page/conflict.tsx'
import { type PluginTool, toolsQuery } from '../plugin.queries.ts'
import { createToolStore, type ToolStore } from './tool-store.ts'

/** The tool being edited. Changes saved by others are adopted while there are no local edits. */
export function useToolStore(pluginId: string, tool: PluginTool, editVersion: number): ToolStore {
  const [store] = useState(() => {
    adoptVersion(pluginId, editVersion)
    return createToolStore(tool, {
      save: (changes) =>
        changePlugin(pluginId, (edit_version) =>
          api.pluginTool.update({ plugin_id: pluginId, api_id: tool.api_id, ...changes, edit_version }),
        ),
      isConflict,
      newest: async () => {
        const { api_info: all, edit_version: version } = await queryClient.fetchQuery({
          ...toolsQuery(pluginId),
          staleTime: 0,
        })
        const found = all.find((item) => item.api_id === tool.api_id)
        if (!found) throw new Error('The tool is gone')
        adoptVersion(pluginId, version)
        return found
      },
      now: Date.now,
    })
  })
  useEffect(() => {
    if (!store.isClean()) return
    adoptVersion(pluginId, editVersion)
    if (!store.isSameAs(tool)) store.adopt(tool)
  }, [store, tool, editVersion, pluginId])
  useAutosave(store)
  return store
}

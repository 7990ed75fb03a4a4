import { NodeType } from '@orrery/engine/node-type'
import { useCallback } from 'react'
import { useSearched } from '#ui/use-searched.ts'
import { findTools, type PickedTool } from '#domains/resources/plugin/index.ts'
import type { NodeChoice } from './node-choices.ts'
import { useEditor } from '../document/editor-context.ts'

const most = 20

export interface ToolChoice extends NodeChoice {
  tool: PickedTool
}

/** Tools of plugins and MCP servers that match the query. */
export function useToolChoices(query: string): readonly ToolChoice[] {
  const { spaceId } = useEditor()
  const search = useCallback(
    async (search: string, signal: AbortSignal): Promise<ToolChoice[]> => {
      if (search.trim() === '') return []
      return (await findTools(spaceId, search.trim(), signal)).slice(0, most).map((tool) => ({
        id: `tool-${tool.toolId}`,
        type: NodeType.Api,
        group: 'tools',
        name: tool.toolName,
        about: `${tool.pluginName} · ${tool.description}`,
        tool,
      }))
    },
    [spaceId],
  )
  const { items } = useSearched(search, query, true)
  return query.trim() === '' ? [] : items
}

import { NodeType } from '@orrery/engine/node-type'
import { useCallback } from 'react'
import { useSearched } from '#ui/use-searched.ts'
import { findTools, type PickedTool } from '#domains/resources/plugin/index.ts'
import type { NodeChoice } from './node-choices.ts'

const most = 20

export interface ToolChoice extends NodeChoice {
  tool: PickedTool
}

/** Single tools of plugins and MCP servers, by what is typed. */
export function useToolChoices(spaceId: string, query: string): readonly ToolChoice[] {
  const search = useCallback(
    async (words: string, signal: AbortSignal): Promise<ToolChoice[]> => {
      if (words.trim() === '') return []
      return (await findTools(spaceId, words.trim(), signal)).slice(0, most).map((tool) => ({
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

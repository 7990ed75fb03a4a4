import type { VariableShape } from '@orrery/engine/describe'
import { createRegistry } from '../../../lib/registry.ts'

/** A tool of a plugin, as it can be chosen. */
export interface ListedTool {
  pluginId: string
  pluginName: string
  pluginVersion: string
  toolId: string
  toolName: string
  description: string
  /** Where the plugin comes from, when it is not of this space. */
  from?: string
}
export interface ToolShape {
  inputs: readonly VariableShape[]
  outputs: readonly VariableShape[]
}

/** The part of the studio that has plugins brings this. */
export interface ToolSource {
  id: string
  find: (spaceId: string, query: string, signal: AbortSignal) => Promise<readonly ListedTool[]>
  shape: (tool: Pick<ListedTool, 'pluginId' | 'toolId' | 'pluginVersion'>) => Promise<ToolShape>
}

const sources = createRegistry<ToolSource>()
export const registerToolSource = sources.add
export const useToolSources = sources.use

import type { VariableShape } from '@orrery/engine/describe'
import { api } from '../../../lib/api.ts'
import { readShapes } from './called-shape.ts'

/** A tool of a plugin, as it can be chosen. */
export interface ListedTool {
  pluginId: string
  pluginName: string
  /** Empty: as it is now. */
  pluginVersion: string
  toolId: string
  toolName: string
  description: string
}
export interface ToolShape {
  inputs: readonly VariableShape[]
  outputs: readonly VariableShape[]
}

/** Tools of the plugins of a space, of its project and of those that people marked, by name. */
export async function findTools(
  spaceId: string,
  projectId: string,
  query: string,
  signal: AbortSignal,
): Promise<ListedTool[]> {
  const found = await api.workflowStudio.panelSearch(
    { space_id: spaceId, search_key: query, page_size: 50, ...(projectId ? { project_id: projectId } : {}) },
    { signal, quiet: true },
  )
  const plugins = [found.project_plugin, found.resource_plugin, found.favorite_plugin, found.store_plugin].flatMap(
    (panel) => (Array.isArray(panel.plugin_list) ? panel.plugin_list : []),
  )
  const tools = plugins.flatMap((plugin) =>
    plugin.tool_list.map((tool) => ({
      pluginId: plugin.plugin_id,
      pluginName: plugin.name,
      pluginVersion: plugin.version,
      toolId: tool.api_id,
      toolName: tool.api_name,
      description: tool.api_desc,
    })),
  )
  return [...new Map(tools.map((one) => [`${one.pluginId}/${one.toolId}`, one])).values()]
}

/** What a tool takes and gives. */
export async function shapeOfTool(tool: ListedTool, spaceId: string): Promise<ToolShape> {
  const detail = await api.workflowAssist.apiDetail({
    pluginID: tool.pluginId,
    api_id: tool.toolId,
    apiName: tool.toolName,
    space_id: spaceId,
    plugin_version: tool.pluginVersion,
  })
  return { inputs: readShapes(detail.inputs), outputs: readShapes(detail.outputs) }
}

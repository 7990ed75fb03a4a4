import type { Ctx } from '#kit/http/context.ts'

type Json = Record<string, unknown>
interface ToolRef {
  pluginId: string
  apiId?: string | undefined
  apiName?: string | undefined
  version?: string | undefined
}
/** A tool for the workflow editor: inputs and outputs are canvas variables. */
interface ToolInfo {
  name: string
  apiName: string
  desc: string
  icon: string
  inputs: Json[]
  outputs: Json[]
  spaceId: string
  projectId: string
  version: string
  latest: string
  updatedAt: number
  type: number
  example: { request: string; response: string }
  needsAuth: boolean
  isOfficial?: boolean
}
export interface PanelPlugin {
  plugin_id: string
  name: string
  desc: string
  icon: string
  version: string
  tool_list: { api_id: string; api_name: string; api_desc: string }[]
}
/** Facts about plugins for workflows. Undefined: the plugin is missing or not visible to the caller. */
export interface PluginInfo {
  tool(ref: ToolRef, ctx: Ctx): Promise<ToolInfo | undefined>
  auth(
    pluginId: string,
    ctx: Ctx,
  ): Promise<{ isOAuth: boolean; isAllowed: boolean; isShared: boolean; url: string } | undefined>
  /** Plugins for the node panel: of a space or project, favourites of the caller, or official ones. */
  search(
    input: {
      where: 'space' | 'project' | 'favorite' | 'store'
      spaceId: string
      projectId: string | undefined
      words: string | undefined
      page: number
      size: number
    },
    ctx: Ctx,
  ): Promise<{ plugins: PanelPlugin[]; hasMore: boolean }>
}

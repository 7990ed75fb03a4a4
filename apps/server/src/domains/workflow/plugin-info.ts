import type { Ctx } from '../../kit/http/context.ts'

type Json = Record<string, unknown>
export interface ToolRef {
  pluginId: string
  apiId?: string | undefined
  apiName?: string | undefined
  version?: string | undefined
}
/** A tool as the workflow editor wants to know it: inputs and outputs are variables of canvases. */
export interface ToolInfo {
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
}
/** What workflows ask of plugins besides calling them. Undefined: there is none, or the caller may not see it. */
export interface PluginInfo {
  tool(ref: ToolRef, ctx: Ctx): Promise<ToolInfo | undefined>
  auth(
    pluginId: string,
    ctx: Ctx,
  ): Promise<{ isOAuth: boolean; isAllowed: boolean; isShared: boolean; url: string } | undefined>
  /** For the node panel and the skills of model nodes. */
  search(
    wish: { spaceId: string; words: string | undefined; page: number; size: number },
    ctx: Ctx,
  ): Promise<{ plugins: Json[]; hasMore: boolean }>
}

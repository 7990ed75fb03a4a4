import type { contract, Input } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { type ToolDraft, toolsOf } from './import/document-tools.ts'
import { readImport } from './manifest-text.ts'
import type { PluginAsync } from './plugin-async.service.ts'
import { pluginErrors } from './plugin.errors.ts'
import type { PluginService } from './plugin.service.ts'
import type { PluginView } from './plugin.view.ts'
import type { PluginUses } from './plugin-use.service.ts'
import type { Reach } from './shared/plugin-reach.ts'
import type { PluginWriter } from './plugin-writer.ts'
import { toolAsyncRoutes } from './tool-async.routes.ts'
import { toolDebugRoutes } from './tool-debug.routes.ts'
import { toolPriceRoutes } from './tool-price.routes.ts'
import { toolUseRoutes } from './tool-use.routes.ts'
import type { ToolService } from './tool.service.ts'
import type { Toolsets } from './toolset.service.ts'
import type { WorkflowFactsPort } from './shared/workflow-port.ts'

export interface ToolRoutesDeps {
  plugins: PluginService
  tools: ToolService
  toolsets: Toolsets
  uses: PluginUses
  async: PluginAsync
  writer: PluginWriter
  view: PluginView
  reach: Reach
  ports: WorkflowFactsPort
}
type Tool = typeof contract.pluginTool
const toolRequest = (input: Partial<Input<Tool['update']>>) => ({
  name: input.name,
  description: input.desc,
  path: input.path,
  method: input.method,
  request: input.request_params,
  response: input.response_params,
  extend: input.api_extend,
  disabled: input.disabled,
  functionName: input.function_name,
  code: input.source_code,
  ...(input.save_example === true &&
    input.debug_example && {
      example: { request: input.debug_example.req_example, response: input.debug_example.resp_example },
    }),
  ...(input.save_example === false && { example: null }),
})

export function toolRoutes(deps: ToolRoutesDeps): Handlers<Tool> {
  const { plugins, tools, toolsets, view, reach } = deps

  return {
    ...toolDebugRoutes(deps),
    ...toolUseRoutes(deps),
    ...toolPriceRoutes(deps),
    ...toolAsyncRoutes(deps.async, deps.reach),
    create: async (input, ctx) => {
      const request = { ...toolRequest(input), name: input.name, description: input.desc }
      const { editVersion, toolId } = await tools.create(input.plugin_id, ctx.userId, request, input.edit_version)
      return { api_id: toolId, edit_version: editVersion }
    },
    update: async (input, ctx) => ({
      edit_version: await tools.update(
        input.plugin_id,
        ctx.userId,
        input.api_id,
        toolRequest(input),
        input.edit_version,
      ),
    }),
    remove: async (input, ctx) => ({
      edit_version: await tools.remove(input.plugin_id, ctx.userId, input.api_id, input.edit_version),
    }),
    list: async (input, ctx) => {
      const kind = await reach(ctx, input.plugin_id, 'view')
      const paged = <T>(all: T[]) => all.slice((input.page - 1) * input.size, input.page * input.size)
      const isWanted = (id: string) => !input.api_ids?.length || input.api_ids.includes(id)
      if (kind !== 'plugin') {
        const set = await toolsets.find(input.plugin_id, '', false, ctx.locale)
        const all = (set?.tools ?? []).filter((tool) => isWanted(tool.id))
        return { api_info: paged(all).map((tool) => view.foreignTool(set!, tool)), total: all.length, edit_version: 0 }
      }
      const { row } = await plugins.get(input.plugin_id)
      const version = row.versionId ? await plugins.version(input.plugin_id, row.versionId) : undefined
      const wanted = input.preview_version_ts && input.preview_version_ts !== '0' ? input.preview_version_ts : ''
      const preview = wanted ? await plugins.version(input.plugin_id, wanted) : undefined
      if (wanted && !preview) throw pluginErrors.noVersion({ version: wanted })
      const all = (preview ? preview.manifest.tools : await tools.list(input.plugin_id)).filter((tool) =>
        isWanted(tool.id),
      )
      if (input.order?.desc) all.reverse()
      const online = new Set(version?.manifest.tools.filter((tool) => !tool.disabled).map((tool) => tool.id))
      const quotes = (await plugins.botQuotes([input.plugin_id])).get(input.plugin_id) ?? 0
      return {
        api_info: paged(all).map((tool) => view.tool(tool, { isOnline: online.has(tool.id), quotes })),
        total: all.length,
        edit_version: row.editVersion,
      }
    },
    batchCreate: async (input, ctx) => {
      const drafts = toolsOf(readImport(input.openapi).document)
      const chosen = new Set(input.paths_to_replace.map((item) => `${item.method ?? 0} ${item.path}`))
      const mayReplace = (draft: ToolDraft) =>
        input.replace_same_paths &&
        (!chosen.size || chosen.has(`${draft.method} ${draft.path}`) || chosen.has(`0 ${draft.path}`))
      const { editVersion, created, duplicated } = await tools.addAll(
        input.plugin_id,
        ctx.userId,
        drafts,
        mayReplace,
        input.edit_version,
      )
      return {
        paths_created: created.map((tool) => view.tool(tool, { isOnline: false, quotes: 0 })),
        paths_duplicated: duplicated.map((draft) => ({
          plugin_id: input.plugin_id,
          name: draft.name,
          desc: draft.description,
          path: draft.path,
          method: draft.method as 1,
          request_params: draft.request,
          response_params: draft.response,
        })),
        edit_version: editVersion,
      }
    },
    optimizeParams: async (input, ctx) => ({
      request_params: await deps.writer.describeParameters(
        input.request_params,
        input.api_desc,
        ctx.located!.spaceId,
        ctx.signal,
      ),
      response_params: await deps.writer.describeParameters(
        input.response_params,
        input.api_desc,
        ctx.located!.spaceId,
        ctx.signal,
      ),
    }),
    optimizeTool: async (input, ctx) => ({
      api_desc: await deps.writer.describeTool(input.api_desc, ctx.located!.spaceId, ctx.signal),
    }),
    messageNodes: async (input) => {
      const { name, speaking } = await deps.ports.workflowFacts.tools(input.plugin_id)
      return {
        id: input.plugin_id,
        plugin_id: input.plugin_id,
        name,
        message_nodes: speaking.map((node) => ({ node_id: node.id, node_type: node.type, node_title: node.title })),
      }
    },
  }
}

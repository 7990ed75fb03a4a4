import { type contract, FlowMode } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import { readFacts } from '@orrery/engine/canvas-facts'
import type { AssistRoutesDeps } from './assist.routes.ts'

const Plugin = { workflow: 4, imageflow: 5 }
const none = { is_oauth: false, status: 1, content: '' }

/** Plugins and workflows as nodes of a canvas. */
export function toolNodeRoutes({
  workflows,
  versions,
  present,
  plugins,
}: AssistRoutesDeps): Pick<Handlers<typeof contract.workflowAssist>, 'apiDetail' | 'pluginAuth'> {
  async function workflowAsTool(id: string, version: string | undefined) {
    const { head, row } = await workflows.get(id)
    const content = await versions.content(id, version || (row.version ?? ''))
    const facts = readFacts(content.schema)
    return {
      name: head.name,
      apiName: head.name,
      desc: head.description,
      icon: present.iconOf(head.iconUri),
      inputs: facts.inputs,
      outputs: facts.outputs,
      spaceId: head.spaceId,
      projectId: head.projectId ?? '',
      version: content.version,
      latest: row.version ?? '',
      updatedAt: head.updatedAt,
      type: row.flowMode === FlowMode.imageflow ? Plugin.imageflow : Plugin.workflow,
      example: { request: '', response: '' },
      needsAuth: false,
    }
  }

  return {
    async apiDetail(input, ctx) {
      const isWorkflow = await ctx.access.can(ctx.actor!, 'workflow', input.pluginID, 'view')
      const ref = {
        pluginId: input.pluginID,
        apiId: input.api_id,
        apiName: input.apiName,
        version: input.plugin_version,
      }
      const tool = isWorkflow
        ? await workflowAsTool(input.pluginID, input.plugin_version)
        : await plugins?.tool(ref, ctx)
      if (!tool) throw errors.notFound({ what: 'plugin' })
      const example = { req_example: tool.example.request, resp_example: tool.example.response }
      return {
        pluginID: input.pluginID,
        apiName: tool.apiName,
        inputs: tool.inputs,
        outputs: tool.outputs,
        icon: tool.icon,
        name: tool.name,
        desc: tool.desc,
        pluginProductStatus: 0,
        pluginProductUnlistType: 0,
        spaceID: tool.spaceId,
        debug_example: example,
        updateTime: seconds(tool.updatedAt),
        projectID: tool.projectId,
        version: tool.version,
        pluginType: tool.type,
        latest_version: tool.latest,
        latest_version_name: tool.latest,
        version_name: tool.version,
        auth: tool.needsAuth ? 1 : 0,
        PluginID: input.pluginID,
        ApiName: tool.apiName,
        Inputs: JSON.stringify(tool.inputs),
        Outputs: JSON.stringify(tool.outputs),
        Icon: tool.icon,
        Name: tool.name,
        Desc: tool.desc,
        DebugExample: example,
      }
    },
    async pluginAuth({ plugin_id }, ctx) {
      // A workflow that is used as a plugin runs with the rights of its caller.
      if (await ctx.access.can(ctx.actor!, 'workflow', plugin_id, 'view'))
        return { auth_info: none, shared_auth_info: none }
      const found = await plugins?.auth(plugin_id, ctx)
      if (!found) throw errors.notFound({ what: 'plugin' })
      const own = { is_oauth: found.isOAuth, status: found.isAllowed ? 1 : 2, content: found.url }
      return { auth_info: own, shared_auth_info: found.isShared ? own : none }
    },
  }
}

import { type contract, type Input, isId } from '@orrery/contract'
import { badInput, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { pluginErrors } from './plugin.errors.ts'
import { plainStyle, settingsOf, type UseKey } from './plugin-use.service.ts'
import type { ToolRoutesDeps } from './tool.routes.ts'

type Referrer = Pick<
  Input<typeof contract.pluginTool.removeBotParams>,
  'bot_id' | 'workflow_id' | 'plugin_referrer_id' | 'plugin_referrer_scene'
>

/** Settings of a bot or a model node for the tools it uses. */
export function toolUseRoutes({
  toolsets,
  uses,
  reach,
}: Pick<ToolRoutesDeps, 'toolsets' | 'uses' | 'reach'>): Pick<
  Handlers<typeof contract.pluginTool>,
  'botParams' | 'saveBotParams' | 'removeBotParams'
> {
  /** The bot or model node that the setting is for; requires the caller's right to change it. */
  async function referrer(
    input: Referrer,
    ctx: Ctx,
    action: 'view' | 'editInfo',
  ): Promise<Pick<UseKey, 'referrerId' | 'nodeId'>> {
    const isNode = input.plugin_referrer_scene === 1
    const id = isNode
      ? input.workflow_id
      : (input.bot_id ?? (isId(input.plugin_referrer_id) ? input.plugin_referrer_id : undefined))
    if (!id) throw badInput(isNode ? 'workflow_id' : 'bot_id', 'is required', '为必填项')
    await ctx.access.require(ctx.actor!, isNode ? 'workflow' : 'bot', id, action)
    return { referrerId: id, nodeId: isNode ? input.plugin_referrer_id : '' }
  }
  async function open(pluginId: string, toolName: string, ctx: Ctx, of: { isDraft?: boolean; version?: string } = {}) {
    const kind = await reach(ctx, pluginId, 'view')
    const draft = async () => (kind === 'plugin' ? toolsets.find(pluginId, '', true) : undefined)
    const named = of.version ? await toolsets.find(pluginId, of.version) : undefined
    if (of.version && !named) throw errors.notFound({ what: 'version' })
    const set = named ?? (of.isDraft ? await draft() : undefined) ?? (await toolsets.find(pluginId)) ?? (await draft())
    if (!set) throw pluginErrors.notPublished()
    return { set, tool: toolsets.pick(set, { name: toolName }) }
  }

  return {
    botParams: async (input, ctx) => {
      const key = await referrer(input, ctx, 'view')
      const { set, tool } = await open(input.plugin_id, input.api_name, ctx, {
        isDraft: input.plugin_is_debug,
        version: input.plugin_publish_version_ts === '0' ? '' : input.plugin_publish_version_ts,
      })
      const use = await uses.get({ ...key, pluginId: set.id, tool: tool.name })
      const { request, response } = settingsOf(tool, use)
      return {
        request_params: request,
        response_params: response,
        response_style: use?.style ?? plainStyle,
        api_id: tool.id,
      }
    },
    saveBotParams: async (input, ctx) => {
      const key = await referrer(input, ctx, 'editInfo')
      const { set, tool } = await open(input.plugin_id, input.api_name, ctx)
      await uses.save(
        { ...key, pluginId: set.id, tool: tool.name },
        { request: input.request_params, response: input.response_params, style: input.response_style },
      )
      return {}
    },
    removeBotParams: async (input, ctx) => {
      const key = await referrer(input, ctx, 'editInfo')
      if (!input.delete_bot && !input.plugin_id) throw badInput('plugin_id', 'is required', '为必填项')
      await uses.remove(
        input.delete_bot
          ? { referrerId: key.referrerId }
          : { ...key, pluginId: input.plugin_id!, ...(input.api_name && { tool: input.api_name }) },
      )
      return {}
    },
  }
}

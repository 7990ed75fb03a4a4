import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { estimateTokens } from '#kit/models/tokens.ts'
import type { LocalPlugins } from '#domains/resources/plugin/local-plugin.service.ts'
import { pluginErrors } from '#domains/resources/plugin/plugin.errors.ts'
import type { Reach } from '#domains/resources/plugin/shared/plugin-reach.ts'
import { parseArguments } from '#domains/resources/plugin/shared/read-arguments.ts'
import { resultText } from '#domains/resources/plugin/shared/result-text.ts'
import type { Toolsets } from '#domains/resources/plugin/toolset.service.ts'
import type { BotService } from '#domains/studio/bot/bot.service.ts'
import { agentAppErrors } from './agent-app.errors.ts'
import type { AgentApps } from './agent-app.service.ts'

export interface AgentPluginDeps {
  apps: Pick<AgentApps, 'require' | 'setPlugin'>
  local: LocalPlugins
  toolsets: Toolsets
  reach: Reach
  bots: Pick<BotService, 'editConfig'>
}
const LONGEST_MS = 115_000

/** The longest prefix of a text that has at most `max` tokens. */
function cutAt(text: string, max: number): string {
  if (estimateTokens(text) <= max) return text
  let [low, high] = [0, text.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (estimateTokens(text.slice(0, middle)) <= max) low = middle
    else high = middle - 1
  }
  return text.slice(0, low)
}

export function agentPluginRoutes(deps: AgentPluginDeps): Handlers<typeof contract.agentAppPlugin> {
  const { apps, local, toolsets } = deps
  function requireSpace(ctx: Ctx, named: string | undefined) {
    if (named && named !== ctx.located!.spaceId) throw errors.notFound({ what: 'project' })
  }
  /** Gives the bot of the app exactly the current tools of the plugin. */
  async function giveToBot(botId: string, pluginId: string, ctx: Ctx) {
    const set = await toolsets.find(pluginId, '', true)
    await deps.bots.editConfig(botId, ctx.userId, (config) => ({
      ...config,
      plugin_info_list: [
        ...config.plugin_info_list.filter((one) => one.plugin_id !== pluginId),
        ...(set?.tools ?? []).map(({ id, name }) => ({
          plugin_id: pluginId,
          api_id: id,
          api_name: name,
          api_version_ms: '',
          plugin_name: set!.name,
          is_disabled: false,
        })),
      ] as typeof config.plugin_info_list,
    }))
  }
  return {
    create: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const app = await apps.require(input.agent_app_id)
      if (app.pluginId) throw agentAppErrors.hasPlugin()
      if (app.botId) await ctx.access.require(ctx.actor!, 'bot', app.botId, 'editInfo')
      const to = { spaceId: ctx.located!.spaceId, userId: ctx.userId, projectId: app.projectId }
      const id = await local.create(to, { manifest: input.ai_plugin, document: input.openapi })
      await apps.setPlugin(app.projectId, id)
      if (app.botId) await giveToBot(app.botId, id, ctx)
      return { plugin_id: id }
    },
    update: async (input, ctx) => {
      requireSpace(ctx, input.space_id)
      const app = await apps.require(input.agent_app_id)
      if (!app.pluginId) throw agentAppErrors.noPlugin()
      if (app.botId) await ctx.access.require(ctx.actor!, 'bot', app.botId, 'editInfo')
      await local.update(app.pluginId, ctx.userId, { manifest: input.ai_plugin, document: input.openapi })
      if (app.botId) await giveToBot(app.botId, app.pluginId, ctx)
      return {}
    },
    call: async (input, ctx) => {
      const kind = await deps.reach(ctx, input.plugin_id, 'testRunPlugin')
      const set = await toolsets.find(input.plugin_id, '', kind === 'plugin', ctx.locale)
      if (!set) throw pluginErrors.notPublished()
      const tool = toolsets.pick(set, { name: input.api_name })
      const result = await toolsets.call(set, tool, parseArguments(input.parameters), {
        spaceId: set.spaceId ?? '0',
        userId: ctx.userId,
        endUser: '',
        connectorId: '',
        isDraft: true,
        locale: ctx.locale,
        signal: AbortSignal.any([ctx.signal, AbortSignal.timeout(LONGEST_MS)]),
      })
      if (result.authUrl) throw pluginErrors.needsGrant({ name: set.name }, { auth_url: result.authUrl })
      const text = resultText(result)
      return input.output_token_limit ? cutAt(text, Number(input.output_token_limit)) : text
    },
  }
}

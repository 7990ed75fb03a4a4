import { errors } from '#kit/errors.ts'
import { type PluginUses, settingsOf } from './plugin-use.service.ts'
import { resultText } from './shared/result-text.ts'
import { pluginErrors } from './plugin.errors.ts'
import { parseArguments } from './shared/read-arguments.ts'
import type { Toolsets } from './toolset.service.ts'

const MAX_CALL_MS = 115_000
export interface TaskCall {
  userId: string
  botId: string
  pluginId: string
  apiName: string
  params: string
}

/** Calls a tool of a bot for a due task. */
export function createTaskCall(deps: {
  toolsets: Toolsets
  uses: PluginUses
  spaceOf(id: string): Promise<string | undefined>
}): (call: TaskCall) => Promise<string> {
  const { toolsets, uses } = deps
  return async ({ userId, botId, pluginId, apiName, params }) => {
    const spaceId = (await deps.spaceOf(botId)) ?? ''
    const context = {
      spaceId,
      userId,
      endUser: '',
      connectorId: '',
      botId,
      isDraft: false,
      locale: 'en' as const,
      signal: AbortSignal.timeout(MAX_CALL_MS),
    }
    const set = await toolsets.forSpace(pluginId, '', { spaceId, isDraft: true })
    if (!set) throw errors.notFound({ what: 'plugin' })
    const use = await uses.get({ referrerId: botId, nodeId: '', pluginId, tool: apiName })
    const tool = toolsets.pick(set, { name: apiName })
    const result = await toolsets.call(set, tool, parseArguments(params), context, settingsOf(tool, use))
    if (result.authUrl) throw pluginErrors.needsGrant({ name: set.name })
    return resultText(result)
  }
}

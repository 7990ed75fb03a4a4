import type { ToolCall } from '#kit/models/chat-types.ts'
import type { Toolsets } from '#domains/resources/plugin/toolset.service.ts'
import type { PromptDetail } from '#domains/resources/prompt/shared/prompt-detail.ts'
import { callReached, type CallScope, type Reached } from './mcp-tools.ts'
import { promptRunErrors } from './prompt-run.errors.ts'

export type PluginSets = Pick<Toolsets, 'forSpace' | 'call'>

type Source = NonNullable<PromptDetail['tools'][number]['source']>
/** Finds a tool of a plugin; undefined if the plugin is in another space. */
async function find(sets: PluginSets, spaceId: string, source: Source): Promise<Reached | undefined> {
  const toolset = await sets.forSpace(source.plugin_id, '', { spaceId, isDraft: true })
  const tool = toolset?.tools.find(({ name }) => name === source.api_name)
  return toolset && tool && !tool.disabled ? { toolset, tool } : undefined
}
/** Shows a tool as a function of a prompt. Function names allow fewer characters than tool names. */
export async function functionOf(sets: PluginSets, spaceId: string, source: Source) {
  const found = await find(sets, spaceId, source)
  if (!found) throw promptRunErrors.noPlugin({ name: source.api_name })
  const { name, description, parameters } = found.tool
  return {
    name: name.replaceAll(/[^\w-]/g, '_').slice(0, 64),
    description,
    parameters: JSON.stringify(parameters, undefined, 2),
  }
}

/** Functions of a prompt that are backed by a plugin tool, by name. */
export async function reachPlugins(
  sets: PluginSets,
  spaceId: string,
  { tools }: Pick<PromptDetail, 'tools'>,
): Promise<Map<string, Reached>> {
  const found = new Map<string, Reached>()
  for (const { source, disable, tool_def: own } of tools) {
    if (!source || disable) continue
    const reached = await find(sets, spaceId, source)
    if (!reached) throw promptRunErrors.noPlugin({ name: own.function.name })
    found.set(own.function.name, reached)
  }
  return found
}

/** Calls a plugin tool. Throws if the person must first authorise the plugin. */
export const callPlugin = (sets: PluginSets, reached: Reached, call: ToolCall, scope: CallScope) =>
  callReached(reached, call, scope, async ({ toolset, tool }, given, context) => {
    const result = await sets.call(toolset, tool, given, context)
    if (result.authUrl) throw promptRunErrors.needsGrant({ name: toolset.name })
    return result.raw
  })

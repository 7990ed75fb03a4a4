import { ParameterType, PluginAuthMode } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import type { BundleItem } from '#domains/ground/resource/shared/resource-content.ts'
import type { Toolsets } from '#domains/resources/plugin/toolset.service.ts'
import { authModeOf } from '#domains/resources/plugin/shared/auth-mode.ts'
import type { PluginContent } from '#domains/resources/plugin/shared/plugin-content.ts'

export interface ShownTool {
  id: string
  name: string
  description: string
  parameters: { name: string; required: boolean; description: string; type: string }[]
}
type Described = Pick<PluginContent['tools'][number], 'name' | 'description' | 'request'>
const typeNames = new Map<number, string>(Object.entries(ParameterType).map(([name, value]) => [value, name]))

/** Public facts about a tool, without its URL. */
const shownTool = (id: string, { name, description, request }: Described): ShownTool => ({
  id,
  name,
  description,
  parameters: request.map((item) => ({
    name: item.name,
    required: item.is_required,
    description: item.desc,
    type: typeNames.get(item.type) ?? '',
  })),
})

/** The tools of an official plugin. */
export const createShownTools =
  (toolsets: Pick<Toolsets, 'find'>) =>
  async (pluginId: string, locale: Locale): Promise<ShownTool[] | undefined> => {
    const set = await toolsets.find(pluginId, '', false, locale)
    // A toolset with a space is not official.
    return set?.spaceId === undefined ? set?.tools.map((tool) => shownTool(tool.id, tool)) : undefined
  }

/** The tools of the plugins in the content of a product. */
export const toolsIn = (items: BundleItem[]): ShownTool[] =>
  items
    .filter((item) => item.kind === 'plugin')
    .flatMap((item) =>
      (item.content as PluginContent).tools
        .filter((tool) => !tool.disabled)
        .map((tool) => shownTool(`${item.id}.${tool.name}`, tool)),
    )

/** The authorisation that the tools of a product's plugin need before a person can use them. */
export function authModeIn(items: BundleItem[]): PluginAuthMode {
  const plugin = items.find((item) => item.kind === 'plugin')
  if (!plugin) return PluginAuthMode.none
  const { auth, tools } = plugin.content as PluginContent
  return authModeOf(
    auth,
    tools.filter((tool) => !tool.disabled).map((tool) => tool.extend.auth_mode),
  ) as PluginAuthMode
}

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

type Answer = Awaited<ReturnType<typeof api.pluginList.playground>>
export type OfferedPlugin = Answer['plugin_list'][number]
export type OfferedTool = OfferedPlugin['plugin_apis'][number]

/** Sources of tools to pick from. */
export const toolShelves = ['all', 'favourite', 'mine', 'space', 'mcp', 'official'] as const
export type ToolShelf = (typeof toolShelves)[number]

const filters: Record<ToolShelf, Partial<Parameters<typeof api.pluginList.playground>[0]>> = {
  all: {},
  favourite: { is_favorite: true },
  // The user's own plugins can be tried before they are published.
  mine: { source: 'plugin', self_created: true, is_get_offline: true },
  space: { source: 'plugin' },
  mcp: { source: 'mcp' },
  official: { source: 'official' },
}
const atOnce = 20
const key = ['plugin', 'offers'] as const

export const toolOffersQuery = (spaceId: string, shelf: ToolShelf, word: string) =>
  infiniteQueryOptions({
    queryKey: [...key, spaceId, shelf, word],
    // Something may have just been created in another window.
    staleTime: 0,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.pluginList.playground(
        { space_id: spaceId, name: word, page: pageParam, size: atOnce, brief: true, ...filters[shelf] },
        { signal },
      ),
    getNextPageParam: (last, pages) => (pages.length * atOnce < last.total ? pages.length + 1 : undefined),
  })

export const refreshOffers = (): Promise<void> => queryClient.invalidateQueries({ queryKey: key })

/** Tools whose name or description matches, then all tools of plugins with a matching name. */
export async function findTools(spaceId: string, word: string, signal: AbortSignal): Promise<PickedTool[]> {
  const input = { space_id: spaceId, name: word, size: atOnce, brief: true }
  const { plugin_list: plugins } = await api.pluginList.playground(input, { signal })
  const has = (text: string) => text.toLowerCase().includes(word.toLowerCase())
  const all = plugins.flatMap((plugin) =>
    plugin.plugin_apis.map((tool) => ({ plugin, tool, isOwn: has(`${tool.name} ${tool.desc}`) })),
  )
  const found = [...all.filter((item) => item.isOwn), ...all.filter((item) => !item.isOwn && has(item.plugin.name))]
  return found.map(({ plugin, tool }) => toPicked(plugin, tool))
}

/** Prices per call by tool id; free tools are left out. */
export const pricesQuery = (plugin: OfferedPlugin) =>
  queryOptions({
    queryKey: ['plugin', 'prices', plugin.id],
    enabled: plugin.source === 'plugin',
    queryFn: async ({ signal }) => {
      const tools = plugin.plugin_apis.slice(0, 200).map((tool) => ({ plugin_id: plugin.id, api_id: tool.api_id }))
      const { pricing_rules: rules } = await api.pluginTool.prices({ plugin_apis: tools }, { signal })
      return new Map(rules.filter((rule) => rule.PricingStrategy !== 0).map((rule) => [rule.APIID, rule.PriceInfo]))
    },
  })

/** A chosen tool, with everything needed to show and call it. */
export interface PickedTool {
  pluginId: string
  pluginName: string
  /** Empty: the current version. */
  pluginVersion: string
  toolId: string
  toolName: string
  description: string
}

export const toPicked = (plugin: OfferedPlugin, tool: OfferedTool): PickedTool => ({
  pluginId: plugin.id,
  pluginName: plugin.name,
  pluginVersion: plugin.version_name,
  toolId: tool.api_id,
  toolName: tool.name,
  description: tool.desc,
})

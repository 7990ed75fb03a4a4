import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type PluginInfo = Awaited<ReturnType<typeof api.plugin.info>>
export type PluginTool = Awaited<ReturnType<typeof api.pluginTool.list>>['api_info'][number]
export type ListedPlugin = Awaited<ReturnType<typeof api.pluginList.mine>>['plugin_infos'][number]
export type OfficialPlugin = Awaited<ReturnType<typeof api.pluginList.playground>>['plugin_list'][number]
export type Authority = Awaited<ReturnType<typeof api.plugin.authority>>
export type Changes = Awaited<ReturnType<typeof api.plugin.updatedApis>>
export type DebugAnswer = Awaited<ReturnType<typeof api.pluginTool.debug>>
const pageSize = 50

/** Official plugins and MCP servers have no author and no draft here. */
export const isForeignPlugin = (info: PluginInfo): boolean => info.creator.id === '0'

export const pluginsQuery = (spaceId: string, word = '') =>
  infiniteQueryOptions({
    queryKey: ['plugin', 'list', spaceId, word],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.pluginList.mine({ space_id: spaceId, name: word, page: pageParam, size: pageSize }, { signal }),
    getNextPageParam: (last) => (last.page * last.size < last.total ? last.page + 1 : undefined),
  })

/** The official plugins, which are available in every space. */
export const officialQuery = (spaceId: string, word = '') =>
  queryOptions({
    queryKey: ['plugin', 'official', spaceId, word],
    queryFn: async ({ signal }) => {
      const input = { space_id: spaceId, name: word, size: 100 }
      const { plugin_list: all } = await api.pluginList.playground(input, { signal })
      return all.filter((plugin) => plugin.is_official)
    },
  })

export const pluginQuery = (id: string, version = '') =>
  queryOptions({
    queryKey: ['plugin', 'one', id, version],
    queryFn: ({ signal }) =>
      api.plugin.info({ plugin_id: id, ...(version && { preview_version_ts: version }) }, { signal }),
  })

export const toolsQuery = (id: string, version = '') =>
  queryOptions({
    queryKey: ['plugin', 'tools', id, version],
    queryFn: ({ signal }) =>
      api.pluginTool.list({ plugin_id: id, size: 200, ...(version && { preview_version_ts: version }) }, { signal }),
  })

export const authorityQuery = (id: string) =>
  queryOptions({
    queryKey: ['plugin', 'authority', id],
    queryFn: ({ signal }) => api.plugin.authority({ plugin_id: id }, { signal }),
  })

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['plugin', 'history', id],
    queryFn: ({ signal }) => api.plugin.history({ plugin_id: id, size: 100 }, { signal }),
  })

export const changelogQuery = (id: string) =>
  queryOptions({
    queryKey: ['plugin', 'changelog', id],
    staleTime: 0,
    queryFn: ({ signal }) => api.plugin.changelog({ plugin_id: id, size: 50 }, { signal }),
  })

/** Unpublished changes of the draft. */
export const changesQuery = (id: string) =>
  queryOptions({
    queryKey: ['plugin', 'changes', id],
    staleTime: 0,
    queryFn: ({ signal }) => api.plugin.updatedApis({ plugin_id: id }, { signal }),
  })

export const grantQuery = (id: string) =>
  queryOptions({
    queryKey: ['plugin', 'grant', id],
    staleTime: 0,
    refetchOnWindowFocus: true,
    queryFn: ({ signal }) => api.pluginAuth.status({ plugin_id: id }, { signal }),
  })

interface IdeConfig {
  runtimes: { id: string; name: string; language: 'javascript' | 'python'; template: string }[]
}
/** The OAuth redirect URL, and the initial code of a code tool. */
export const settingsQuery = queryOptions({
  queryKey: ['plugin', 'settings'],
  staleTime: Infinity,
  queryFn: async ({ signal }) => {
    const answer = await api.plugin.oauthSchema({}, { signal })
    const { redirect_uri: redirectUri } = JSON.parse(answer.oauth_schema) as { redirect_uri: string }
    return { redirectUri, ide: JSON.parse(answer.ide_conf) as IdeConfig }
  },
})

export const linksQuery = queryOptions({
  queryKey: ['plugin', 'links'],
  queryFn: async ({ signal }) => (await api.plugin.links({}, { signal })).private_links,
})

export const exportIpQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['plugin', 'export-ip', spaceId],
    staleTime: Infinity,
    queryFn: ({ signal }) => api.plugin.exportIp({ space_id: spaceId }, { signal }),
  })

export const refreshPlugins = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['plugin'] })
/** Refetches everything about one plugin. */
export const refreshPlugin = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'plugin' && queryKey[2] === id })

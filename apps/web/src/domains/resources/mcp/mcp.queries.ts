import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type McpServer = Awaited<ReturnType<typeof api.mcp.get>>['mcp_server']
export type McpPoint = McpServer['mcp_server_access_points'][number]
export type McpTool = McpPoint['tools'][number]

const pageSize = 50

export const serversQuery = (spaceId: string, word: string) =>
  infiniteQueryOptions({
    queryKey: ['mcp', 'list', spaceId, word],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.mcp.list({ space_id: spaceId, name_keyword: word, page: pageParam, page_size: pageSize }, { signal }),
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length + 1 : undefined),
  })

/** Servers that the instance owner offers to every space. */
export const officialQuery = (word = '') =>
  queryOptions({
    queryKey: ['mcp', 'official', word],
    queryFn: async ({ signal }) =>
      (await api.mcp.official({ name_keyword: word, page_size: 100 }, { signal })).mcp_servers,
  })

export const serverQuery = (id: string) =>
  queryOptions({
    queryKey: ['mcp', 'one', id],
    queryFn: async ({ signal }) => (await api.mcp.get({ mcp_server_id: id }, { signal })).mcp_server,
  })

/** Refetches servers and the lists of tools, which include the tools of servers. */
export async function refreshServers(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['mcp'] }),
    queryClient.invalidateQueries({ queryKey: ['plugin', 'offers'] }),
  ])
}

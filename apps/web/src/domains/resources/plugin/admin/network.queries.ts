import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export const networkQuery = queryOptions({
  queryKey: ['admin', 'network'],
  queryFn: ({ signal }) => api.instance.network({}, { signal }),
})
export const webSearchQuery = queryOptions({
  queryKey: ['admin', 'web-search'],
  queryFn: ({ signal }) => api.instanceTools.webSearch({}, { signal }),
})
export const offeredServersQuery = queryOptions({
  queryKey: ['admin', 'mcp-servers'],
  queryFn: ({ signal }) => api.instanceTools.mcpServers({}, { signal }),
})
export type OfferedServer = Parameters<typeof api.instanceTools.saveMcpServers>[0]['servers'][number]

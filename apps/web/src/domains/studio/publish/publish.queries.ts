import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import type { PublishPort } from './publish-port.ts'

export const publishQuery = (port: PublishPort) =>
  queryOptions({
    queryKey: ['publish', port.id, 'state'],
    // The draft may have been edited since: refetch on every visit.
    staleTime: 0,
    queryFn: ({ signal }) => port.load(signal),
  })

export const versionsQuery = (port: PublishPort) =>
  infiniteQueryOptions({
    queryKey: ['publish', port.id, 'versions'],
    staleTime: 0,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => port.versions(pageParam, signal),
    getNextPageParam: (last, pages) => {
      const seen = pages.reduce((sum, page) => sum + page.versions.length, 0)
      return last.versions.length > 0 && seen < last.total ? pages.length + 1 : undefined
    },
  })

/** The links for visitors. */
export const linksQuery = (resourceId: string) =>
  queryOptions({
    queryKey: ['publish', resourceId, 'links'],
    queryFn: async ({ signal }) => (await api.share.links({ resource_id: resourceId }, { signal })).links,
  })

export type ChannelForm = Awaited<ReturnType<typeof api.channel.get>>
export type ChannelMode = ChannelForm['usual_mode']
export type SetupSettings = NonNullable<ChannelForm['account']>['settings']

/** The setup of a channel with an account on a platform. */
export const setupQuery = (resourceId: string, connectorId: string) =>
  queryOptions({
    queryKey: ['publish', resourceId, 'setup', connectorId],
    staleTime: 0,
    queryFn: ({ signal }) => api.channel.get({ resource_id: resourceId, connector_id: connectorId }, { signal }),
  })

export const refreshPublish = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['publish', id] })

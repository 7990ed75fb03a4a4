import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export const appsQuery = queryOptions({
  queryKey: ['oauth-apps'],
  queryFn: async ({ signal }) => (await api.oauth.listApps({}, { signal })).apps,
})
export type OauthApp = Awaited<ReturnType<typeof api.oauth.listApps>>['apps'][number]

export const appQuery = (appid: string) =>
  queryOptions({
    queryKey: ['oauth-apps', appid],
    queryFn: ({ signal }) => api.oauth.getApp({ appid }, { signal }),
  })

export const authorizedQuery = queryOptions({
  queryKey: ['oauth-authorized'],
  queryFn: async ({ signal }) => (await api.oauth.authorizedApps({ page: 1, size: 100 }, { signal })).authorized_apps,
})

export const refreshApps = (): Promise<void> => queryClient.invalidateQueries({ queryKey: appsQuery.queryKey })
export const refreshAuthorized = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: authorizedQuery.queryKey })

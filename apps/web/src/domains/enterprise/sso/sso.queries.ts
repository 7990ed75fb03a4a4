import { queryOptions } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

/** The id of the enterprise in the address, on pages below /enterprise/{enterprise_id}. */
export const useEnterpriseId = (): string =>
  (useParams({ strict: false }) as { enterprise_id?: string }).enterprise_id ?? ''

const key = (id: string, part: string) => ['enterprise', id, part]
export const domainsQuery = (enterprise_id: string) =>
  queryOptions({
    queryKey: key(enterprise_id, 'domains'),
    queryFn: async ({ signal }) => (await api.ssoDomain.list({ enterprise_id }, { signal })).domains,
  })
export type EmailDomain = Awaited<ReturnType<typeof api.ssoDomain.list>>['domains'][number]

export const connectionsQuery = (enterprise_id: string) =>
  queryOptions({
    queryKey: key(enterprise_id, 'connections'),
    queryFn: ({ signal }) => api.ssoConnections.list({ enterprise_id }, { signal }),
  })
export type Connection = Awaited<ReturnType<typeof api.ssoConnections.list>>['connections'][number]

export const provisioningQuery = (enterprise_id: string) =>
  queryOptions({
    queryKey: key(enterprise_id, 'provisioning'),
    queryFn: ({ signal }) => api.provisioning.status({ enterprise_id }, { signal }),
  })

export const refreshSignIn = (id: string) => queryClient.invalidateQueries({ queryKey: ['enterprise', id] })

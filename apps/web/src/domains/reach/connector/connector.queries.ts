import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

/** A person has at most fifty channels: one page. */
export const connectorsQuery = queryOptions({
  queryKey: ['connectors', 'own'],
  queryFn: async ({ signal }) => (await api.connector.list({ page_size: 50 }, { signal })).data,
})
export type OwnConnector = Awaited<ReturnType<typeof api.connector.list>>['data'][number]

export const refreshConnectors = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['connectors'] })

const waiting = 1
export const reviewsQuery = (connectorId: string) =>
  queryOptions({
    queryKey: ['connectors', 'reviews', connectorId],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const input = { connector_id: connectorId, audit_status: waiting, page_size: 50 } as const
      return (await api.connectorReview.list(input, { signal })).items
    },
  })
export type Review = Awaited<ReturnType<typeof api.connectorReview.list>>['items'][number]

export const oauthSchemaQuery = queryOptions({
  queryKey: ['connectors', 'oauth'],
  queryFn: async ({ signal }) => (await api.connectorSetup.oauthSchema({}, { signal })).oauth_schema,
})

export const domainsQuery = queryOptions({
  queryKey: ['connectors', 'domains'],
  queryFn: async ({ signal }) => (await api.miniProgram.domains({}, { signal })).data,
})
export type Domain = Awaited<ReturnType<typeof api.miniProgram.domains>>['data'][number]

/** The newest fifty channels of the instance. */
export const allConnectorsQuery = queryOptions({
  queryKey: ['connectors', 'all'],
  queryFn: async ({ signal }) => (await api.connector.all({ page_size: 50 }, { signal })).data,
})
export type AnyConnector = Awaited<ReturnType<typeof api.connector.all>>['data'][number]

export const callbacksQuery = (id: string) =>
  queryOptions({
    queryKey: ['connectors', 'callbacks', id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.connector.deliveries({ id }, { signal })).items,
  })

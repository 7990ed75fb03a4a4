import type { TraceHead, TraceView } from '@orrery/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import { type TraceAddress, timesOf, toTree } from './trace-address.ts'

export type { TraceHead, TraceView }
const atOnce = 50

export const listInput = (spaceId: string, address: TraceAddress, now: number) => ({
  space_id: spaceId,
  ...timesOf(address, now),
  ...(address.conditions.length > 0 && { filters: toTree(address.conditions) }),
  ...(address.words && { words: address.words }),
})

export const spaceTracesQuery = (spaceId: string, address: TraceAddress, now: number) =>
  infiniteQueryOptions({
    queryKey: ['observe', spaceId, 'traces', listInput(spaceId, address, now)],
    staleTime: 0,
    initialPageParam: '',
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.traceSearch.list(
        { ...listInput(spaceId, address, now), limit: atOnce, ...(pageParam && { page_token: pageParam }) },
        { signal },
      ),
    getNextPageParam: (last) => (last.has_more ? last.next_page_token : undefined),
  })

export const overviewQuery = (spaceId: string, address: TraceAddress, now: number) =>
  queryOptions({
    queryKey: ['observe', spaceId, 'overview', listInput(spaceId, address, now)],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.traceSearch.overview(listInput(spaceId, address, now), { signal }),
  })
export type Overview = Awaited<ReturnType<typeof api.traceSearch.overview>>

/** The number of traces of each view in the period, without the other filters. */
export const countsQuery = (spaceId: string, address: TraceAddress, now: number) =>
  queryOptions({
    queryKey: ['observe', spaceId, 'counts', timesOf(address, now)],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.traceSearch.counts({ space_id: spaceId, ...timesOf(address, now) }, { signal }),
  })

interface OptionsInput {
  spaceId: string
  times: { start_time: number; end_time: number }
  field: string
  words: string
}
export const optionsQuery = ({ spaceId, times, field, words }: OptionsInput) =>
  queryOptions({
    queryKey: ['observe', spaceId, 'options', times, field, words],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const input = { space_id: spaceId, ...times, field, ...(words && { words }) }
      return (await api.traceSearch.options(input, { signal })).options
    },
  })

export const spaceTraceQuery = (spaceId: string, traceId: string) =>
  queryOptions({
    queryKey: ['observe', spaceId, 'trace', traceId],
    queryFn: ({ signal }) => api.traceSearch.get({ space_id: spaceId, trace_id: traceId }, { signal }),
  })

export const loadSpan = async (spaceId: string, traceId: string, spanId: string) =>
  (await api.traceSearch.span({ space_id: spaceId, trace_id: traceId, span_id: spanId })).span

const viewsKey = (spaceId: string) => ['observe', spaceId, 'views']
export const viewsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: viewsKey(spaceId),
    queryFn: ({ signal }) => api.observation.listViews({ fornax_space_id: spaceId }, { signal }),
  })
export const refreshViews = (spaceId: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: viewsKey(spaceId) }),
    queryClient.invalidateQueries({ queryKey: ['observe', spaceId, 'counts'] }),
  ])

export const keepQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['observe', spaceId, 'settings'],
    queryFn: ({ signal }) => api.traceSearch.settings({ space_id: spaceId }, { signal }),
  })

export const outboundQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['observe', spaceId, 'outbound'],
    staleTime: 0,
    queryFn: ({ signal }) => api.traceOutbound.get({ space_id: spaceId }, { signal }),
  })

/** The newest trace that a program sent in the last 24 hours. */
export const arrivedQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['observe', spaceId, 'arrived'],
    staleTime: 0,
    refetchInterval: 2000,
    queryFn: async ({ signal }) => {
      const now = Date.now()
      const filters = { filter_fields: [{ field_name: 'source', query_type: 'in' as const, values: ['loop', 'otlp'] }] }
      const input = { space_id: spaceId, start_time: now - 86_400_000, end_time: now + 60_000, filters, limit: 1 }
      return (await api.traceSearch.list(input, { signal })).traces[0] ?? null
    },
  })

interface DashboardInput {
  start_time: number
  end_time: number
  object?: string
  scene?: 'debug' | 'online' | 'task'
}
export const dashboardQuery = (spaceId: string, input: DashboardInput) =>
  queryOptions({
    queryKey: ['observe', spaceId, 'dashboard', input],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.traceDashboard.get({ space_id: spaceId, ...input }, { signal }),
  })
export type Dashboard = Awaited<ReturnType<typeof api.traceDashboard.get>>

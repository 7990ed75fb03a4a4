import type { Trace, TraceSpan } from '@orrery/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import type { LogFilter } from './log-filter.ts'

export type { Trace, TraceSpan }
export const TraceStatus = { done: 1, failed: 2, stopped: 3 } as const

export const traceQuery = (traceId: string) =>
  queryOptions({
    queryKey: ['trace', traceId],
    queryFn: ({ signal }) => api.trace.get({ trace_id: traceId }, { signal }),
  })

const pageSize = 50
export const conversationsQuery = (botId: string, filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['trace', 'conversations', botId, filter],
    staleTime: 0,
    initialPageParam: '',
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.trace.conversations({ ...filter, bot_id: botId, cursor: pageParam, size: pageSize }, { signal }),
    getNextPageParam: (last) => (last.has_more ? last.next_cursor : undefined),
  })
export type LoggedConversation = Awaited<ReturnType<typeof api.trace.conversations>>['conversations'][number]

export const tracesQuery = (botId: string, filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['trace', 'list', botId, filter],
    staleTime: 0,
    initialPageParam: '',
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.trace.list({ ...filter, bot_id: botId, cursor: pageParam, size: pageSize }, { signal }),
    getNextPageParam: (last) => (last.has_more ? last.next_cursor : undefined),
  })

export type Step = 'minute' | 'hour' | 'day'
export const aggregateQuery = (botId: string, filter: LogFilter, step: Step) =>
  queryOptions({
    queryKey: ['trace', 'aggregate', botId, filter, step],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.trace.aggregate(
        { ...filter, bot_id: botId, step, utc_offset_minutes: -new Date().getTimezoneOffset() },
        { signal },
      ),
  })
export type Aggregate = Awaited<ReturnType<typeof api.trace.aggregate>>
export type Figures = Aggregate['totals']

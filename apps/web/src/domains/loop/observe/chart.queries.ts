import type { GivenChart, TraceChart } from '@orrery/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type { GivenChart, TraceChart }
export type ReleaseMark = Awaited<ReturnType<typeof api.traceCharts.marks>>['marks'][number]
interface Times {
  start_time: number
  end_time: number
}
const key = (spaceId: string) => ['observe', spaceId, 'charts']

export const chartsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'list'],
    queryFn: async ({ signal }) => (await api.traceCharts.list({ space_id: spaceId }, { signal })).charts,
  })
export const chartPointsQuery = (spaceId: string, times: Times, chart: Omit<GivenChart, 'title'>) =>
  queryOptions({
    queryKey: [...key(spaceId), 'points', times, chart],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.traceCharts.points({ space_id: spaceId, ...times, chart }, { signal }),
  })
export const marksQuery = (spaceId: string, times: Times, app: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'marks', times, app],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.traceCharts.marks({ space_id: spaceId, ...times, ...(app && { object_key: app }) }, { signal })).marks,
  })
export const refreshCharts = (spaceId: string) => queryClient.invalidateQueries({ queryKey: key(spaceId) })

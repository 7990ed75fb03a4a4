import type { TraceAlarm } from '@orrery/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type { TraceAlarm }
export type AlarmEvent = Awaited<ReturnType<typeof api.traceAlarms.events>>['events'][number]
const key = (spaceId: string) => ['alarm', spaceId]

/** All alarms: a space has at most a hundred. */
export const alarmsQuery = (spaceId: string) =>
  infiniteQueryOptions({
    queryKey: [...key(spaceId), 'list'],
    staleTime: 0,
    refetchInterval: 30_000,
    initialPageParam: 0,
    queryFn: async ({ signal }) => (await api.traceAlarms.list({ space_id: spaceId }, { signal })).alarms,
    getNextPageParam: () => undefined,
  })
export const alarmEventsQuery = (spaceId: string, alarmId: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'events', alarmId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.traceAlarms.events({ space_id: spaceId, alarm_id: alarmId }, { signal })).events,
  })
/** The people that an alarm can notify: members with their names. */
export const alarmPeopleQuery = (spaceId: string) =>
  queryOptions({
    queryKey: [...key(spaceId), 'people'],
    queryFn: async ({ signal }) =>
      (await api.space.members({ space_id: spaceId, page: 1, size: 100 }, { signal })).member_info_list,
  })
export const refreshAlarms = (spaceId: string) => queryClient.invalidateQueries({ queryKey: key(spaceId) })

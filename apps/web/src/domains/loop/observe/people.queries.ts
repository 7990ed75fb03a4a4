import { IntelligenceType } from '@orrery/contract/shared/project-enums'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

const DAY = 86_400_000
export const peopleRanges = ['week', 'month', 'quarter'] as const
export type PeopleRange = (typeof peopleRanges)[number]
const days: Record<PeopleRange, number> = { week: 7, month: 30, quarter: 90 }

/** Bots to choose from. */
export const botsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['people', spaceId, 'bots'],
    queryFn: async ({ signal }) => {
      const found = await api.intelligences.list(
        { space_id: spaceId, types: [IntelligenceType.bot], size: 100 },
        { signal },
      )
      return found.intelligences.map(({ basic_info: { id, name } }) => ({ value: id, label: name }))
    },
  })

/** The users of a bot, their retention, and their intents. */
export const peopleQuery = (spaceId: string, botId: string, range: PeopleRange, now: number) =>
  queryOptions({
    queryKey: ['people', spaceId, botId, range, now],
    enabled: botId !== '',
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const of = { space_id: spaceId, bot_id: botId }
      const time_range = { start: now - days[range] * DAY, end: now }
      const metrics_types = ['dau', 'dnu', 'session_count', 'message_count'] as const
      const ask = (data_type: 'value' | 'point_list') =>
        api.traceBotData.batch(
          { ...of, metrics_types: [...metrics_types], data_type, time_range, period_type: 'day' },
          { signal },
        )
      const retained = (period: '1d' | '7d' | '30d') =>
        api.traceBotData.query(
          {
            ...of,
            metrics_type: 'retention_rate',
            time_type: 'day',
            time_range,
            filter: { retention_period: [period] },
          },
          { signal },
        )
      const intents = (label_depth: '1' | '2') =>
        api.traceBotData.intents({ ...of, time_range, label_depth }, { signal })
      const [values, points, day, week, month, upper, lower, satisfaction] = await Promise.all([
        ask('value'),
        ask('point_list'),
        retained('1d'),
        retained('7d'),
        retained('30d'),
        intents('1'),
        intents('2'),
        api.traceBotData.satisfaction({ ...of, time_range }, { signal }),
      ])
      const average = ({ list }: typeof day) =>
        list.length ? list.reduce((sum, { value }) => sum + Number(value), 0) / list.length : undefined
      return {
        figures: metrics_types.map((metric, at) => ({
          metric,
          now: Number(values.data[at]?.value?.value ?? 0),
          before: Number(values.data[at]?.value?.last_period_value ?? 0),
          points:
            points.data[at]?.point_list?.map((one) => ({ at: Number(one.metrics_time), value: Number(one.value) })) ??
            [],
        })),
        retention: { day: average(day), week: average(week), month: average(month) },
        intents: { upper: upper.data, lower: lower.data },
        satisfaction,
      }
    },
  })
export type People = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof peopleQuery>['queryFn']>>>>

export const intentsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['people', spaceId, 'intents'],
    staleTime: 0,
    queryFn: ({ signal }) => api.traceIntents.get({ space_id: spaceId }, { signal }),
  })
export type Intents = Awaited<ReturnType<typeof api.traceIntents.get>>
export const refreshPeople = (spaceId: string) => queryClient.invalidateQueries({ queryKey: ['people', spaceId] })

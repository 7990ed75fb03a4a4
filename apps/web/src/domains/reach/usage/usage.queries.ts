import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export const groups = ['day', 'bot', 'kind', 'connector'] as const
export type Group = (typeof groups)[number]
export type UsageRow = Awaited<ReturnType<typeof api.openUsage.usage>>['items'][number]
export type Limit = Awaited<ReturnType<typeof api.openUsage.limits>>['items'][number]

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)
const day = 24 * 3600_000

export const usageQuery = (spaceId: string, by: Group, days: number) =>
  queryOptions({
    queryKey: ['usage', spaceId, by, days],
    staleTime: 0,
    queryFn: ({ signal }) => {
      const now = Date.now()
      const period = { from: dayOf(now - (days - 1) * day), to: dayOf(now) }
      return api.openUsage.usage({ workspace_id: spaceId, by, ...period }, { signal })
    },
  })

export const limitsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['usage', spaceId, 'limits'],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.openUsage.limits({ workspace_id: spaceId }, { signal })).items,
  })

/** Names of the bots of a space, for figures that contain only ids. */
export const botNamesQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['bots', spaceId, 'names'],
    queryFn: async ({ signal }) => {
      const { bot_draft_list: bots } = await api.bot.list({ space_id: spaceId, page_size: 100 }, { signal })
      return new Map(bots.map((bot) => [bot.id, bot.name]))
    },
  })

export const refreshUsage = (spaceId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['usage', spaceId] })

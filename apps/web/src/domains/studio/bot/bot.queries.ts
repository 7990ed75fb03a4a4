import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export const draftQuery = (botId: string) =>
  queryOptions({
    queryKey: ['bot', botId, 'draft'],
    // The editor owns the loaded draft: it is fetched on each visit and never refetched in between.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => api.bot.getDraft({ bot_id: botId }, { signal }),
  })
export type LoadedDraft = Awaited<ReturnType<typeof api.bot.getDraft>>
export type OptionData = LoadedDraft['bot_option_data']

/** A stored version, which never changes. */
export const versionQuery = (botId: string, version: string) =>
  queryOptions({
    queryKey: ['bot', botId, 'version', version],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api.bot.getDraft({ bot_id: botId, version }, { signal }),
  })

/** Name and state of a bot, for pages beside the editor. */
export const botHeadQuery = (botId: string) =>
  queryOptions({
    queryKey: ['bot', botId, 'head'],
    queryFn: ({ signal }) => api.bot.getDraft({ bot_id: botId }, { signal }),
  })

export const displayQuery = (botId: string) =>
  queryOptions({
    queryKey: ['bot', botId, 'display'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await api.bot.getDisplay({ bot_id: botId }, { signal })).tab_display_info,
  })

const historyAtOnce = 20
export const historyQuery = (botId: string) =>
  infiniteQueryOptions({
    queryKey: ['bot', botId, 'history'],
    staleTime: 0,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.bot.history({ bot_id: botId, page_index: pageParam, page_size: historyAtOnce }, { signal }),
    getNextPageParam: (last, pages) => {
      const seen = pages.reduce((sum, page) => sum + page.history_infos.length, 0)
      return last.history_infos.length > 0 && seen < last.total ? pages.length + 1 : undefined
    },
  })
export type HistoryEntry = Awaited<ReturnType<typeof api.bot.history>>['history_infos'][number]

/** Refreshes all lists that show bots, after one was created, copied, renamed or deleted. */
export const refreshBotLists = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['bots'] })
export const refreshBotHead = (botId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['bot', botId, 'head'] })

/** Whether the Evaluate tab is available in this space. */
export const evaluateTabQuery = (spaceId: string, botId: string) =>
  queryOptions({
    queryKey: ['bot', botId, 'evaluate-tab'],
    staleTime: 300_000,
    queryFn: async ({ signal }) =>
      (await api.checkupTask.enabled({ space_id: spaceId, bot_id: botId }, { signal })).is_hit_gray,
  })
/** The result of the latest check-up of the current draft. */
export const draftCheckupQuery = (botId: string) =>
  queryOptions({
    queryKey: ['bot', botId, 'draft-checkup'],
    staleTime: 0,
    queryFn: ({ signal }) => api.checkupTab.draft({ bot_id: botId }, { signal }),
  })

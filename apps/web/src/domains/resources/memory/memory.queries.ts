import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type Memory = Awaited<ReturnType<typeof api.memory.list>>['list_items_result_list'][number]
const pageSize = 50

export const consentQuery = (botId: string) =>
  queryOptions({
    queryKey: ['memory', botId, 'consent'],
    queryFn: ({ signal }) => api.memory.consent({ bot_id: botId }, { signal }),
  })

/** What a bot remembers about the current user, newest first. */
export const memoriesQuery = (botId: string) =>
  infiniteQueryOptions({
    queryKey: ['memory', botId, 'items'],
    staleTime: 0,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      api.memory.list({ bot_id: botId, offset: pageParam * pageSize, limit: pageSize }, { signal }),
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total_num ? pages.length : undefined),
  })

/** The memories that the bot would find for a query, best first. */
export const searchQuery = (botId: string, word: string) =>
  queryOptions({
    queryKey: ['memory', botId, 'search', word],
    enabled: word !== '',
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Memory[]> => {
      const input = { bot_id: botId, search_item: { query: word } }
      const { search_result_list: found } = await api.memory.search(input, { signal })
      return found.map((item) => ({
        iid: item.id ?? '',
        text: item.text,
        event_ms: item.event_ms ?? 0,
        ext: item.ext ?? {},
        tags: item.tags ?? [],
        biz_id: '',
        item_type: Number(item.item_type ?? 0),
        update_ms: 0,
      }))
    },
  })

export const botNameQuery = (botId: string) =>
  queryOptions({
    queryKey: ['memory', botId, 'bot'],
    queryFn: async ({ signal }) => (await api.bot.getDraft({ bot_id: botId }, { signal })).bot_info.name,
  })

export const refreshMemory = (botId: string): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['memory', botId] }),
    queryClient.invalidateQueries({ queryKey: ['bot', botId, 'memory'] }),
  ])

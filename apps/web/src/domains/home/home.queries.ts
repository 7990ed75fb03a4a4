import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { botListPageSize } from '../../lib/constants.ts'
import { BotStatus } from '@orrery/contract/shared/bot-enums'

export interface DevelopSearch {
  kind?: 'bots' | 'projects'
  owner?: 'me'
  status?: 'published' | 'draft' | 'favourite' | 'recent'
  sort?: 'created' | 'published'
  word?: string
}

const orders = { created: 0, published: 2 }

/** Bots of a space, a page at a time. Copies that are under way change by themselves: they are asked for again. */
export const botsQuery = (spaceId: string, { owner, status, sort, word }: DevelopSearch) =>
  infiniteQueryOptions({
    queryKey: ['bots', spaceId, { owner, status, sort, word }],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.bot.list(
        {
          space_id: spaceId,
          bot_name: word ?? '',
          order_by: sort ? orders[sort] : 1,
          team_bot_type: owner === 'me' ? 3 : 2,
          is_publish: status === 'published' ? 1 : status === 'draft' ? 2 : 0,
          is_fav: status === 'favourite',
          recently_open: status === 'recent',
          page_size: botListPageSize,
          cursor_id: pageParam,
        },
        { signal, quiet: true },
      ),
    getNextPageParam: (last) => (last.has_more ? last.cursor_id : undefined),
  })
export type ListedBot = Awaited<ReturnType<typeof api.bot.list>>['bot_draft_list'][number]

export const isCopying = (bot: ListedBot): boolean => bot.status === BotStatus.copying

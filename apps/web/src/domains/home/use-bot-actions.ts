import { type InfiniteData } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { textOf } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query.ts'
import { forgetRecent } from '../../lib/recent.ts'
import { confirm } from '../../ui/confirm-host.tsx'
import { toast } from '../../ui/toast-store.ts'
import { refreshFavourites } from '../../lib/favourites.ts'
import type { ListedBot } from './home.queries.ts'

interface BotActions {
  onFavourite: (bot: ListedBot) => void
  onDuplicate: (bot: ListedBot) => void
  onDelete: (bot: ListedBot) => void
  onRetry: (bot: ListedBot, skip?: boolean) => void
}

const refresh = () => queryClient.invalidateQueries({ queryKey: ['bots'] })

/** Shown at once; the server's own list follows. */
function patchBot(id: string, change: Partial<ListedBot>): void {
  type Pages = InfiniteData<{ bot_draft_list: ListedBot[] }>
  queryClient.setQueriesData<Pages>({ queryKey: ['bots'] }, (data) =>
    data?.pages
      ? {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            bot_draft_list: page.bot_draft_list.map((bot) => (bot.id === id ? { ...bot, ...change } : bot)),
          })),
        }
      : data,
  )
}

/** What can be done with a bot from its card. Failures are said by the client itself. */
export function useBotActions(): BotActions {
  return {
    onFavourite: (bot) => {
      patchBot(bot.id, { is_fav: !bot.is_fav })
      const done = () => Promise.all([refresh(), refreshFavourites()])
      api.favorite.setBot({ bot_id: bot.id, fav_status: bot.is_fav ? 0 : 1 }).then(done, done)
    },
    onDuplicate: (bot) => {
      api.bot.duplicate({ bot_id: bot.id, space_id: bot.space_id }).then(
        (made) => {
          toast.ok(textOf('home')('copied', { name: made.name }))
          return refresh()
        },
        () => {},
      )
    },
    onDelete: (bot) => {
      const t = textOf('home')
      void confirm({
        title: t('delete.title', { name: bot.name }),
        text: t('delete.text'),
        action: t('delete.action', { name: bot.name }),
        danger: true,
        askName: bot.name,
        onConfirm: async () => {
          await api.bot.remove({ bot_id: bot.id }, { quiet: true })
          forgetRecent(bot.space_id, bot.id)
          toast.ok(t('deleted', { name: bot.name }))
          await Promise.all([refresh(), refreshFavourites()])
        },
      })
    },
    onRetry: (bot, skip = false) => {
      api.bot.retryCopy({ bot_id: bot.id, skip }).then(refresh, () => {})
    },
  }
}

import { type InfiniteData } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { refreshFavourites } from '#lib/favourites.ts'
import { textOf } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { forgetRecent } from '#lib/recent.ts'
import { toast } from '#ui/toast-store.ts'
import { askToDelete } from '#domains/library/reference/index.ts'
import { kindOf, type ListedApp } from './home.queries.ts'

export interface AppActions {
  onFavourite: (app: ListedApp) => void
  onDuplicate: (app: ListedApp) => void
  onArchive: (app: ListedApp) => void
  onDelete: (app: ListedApp) => void
  /** `skip`: continues without the resources that could not be copied. */
  onRetry: (app: ListedApp, skip?: boolean) => void
  /** Stops a running or failed copy and deletes its parts. */
  onCancel: (app: ListedApp) => void
}

const cancel = 1
const retry = 2
const refresh = () => queryClient.invalidateQueries({ queryKey: ['bots'] })

/** Optimistic update; the refetched list replaces it. */
function markFavourite(id: string, is_fav: boolean): void {
  type Pages = InfiniteData<{ intelligences: ListedApp[] }>
  const mark = (app: ListedApp) =>
    app.basic_info.id === id ? { ...app, favorite_info: { ...app.favorite_info, is_fav } } : app
  queryClient.setQueriesData<Pages>({ queryKey: ['bots'] }, (data) =>
    data?.pages
      ? { ...data, pages: data.pages.map((page) => ({ ...page, intelligences: page.intelligences.map(mark) })) }
      : data,
  )
}

/** Actions on a bot or project card. The API client reports failures. */
export function useAppActions(): AppActions {
  return {
    onFavourite: ({ basic_info: { id }, favorite_info: { is_fav } }) => {
      markFavourite(id, !is_fav)
      const done = () => Promise.all([refresh(), refreshFavourites()])
      api.favorite.setApp({ intelligence_id: id, is_fav: !is_fav }, { toast: true }).then(done, done)
    },
    onDuplicate: (app) => {
      const { id, space_id: spaceId } = app.basic_info
      const copy =
        kindOf(app) === 'bot'
          ? api.bot.duplicate({ bot_id: id, space_id: spaceId }, { toast: true }).then((made) => made.name)
          : api.project.copy({ project_id: id }, { toast: true }).then((made) => made.basic_info.name)
      copy.then(
        (name) => {
          toast.ok(textOf('home')('copied', { name }))
          return refresh()
        },
        () => {},
      )
    },
    onArchive: ({ basic_info: { id, name } }) => {
      api.project.archive({ project_id: id }, { toast: true }).then(
        () => void toast.ok(textOf('home')('archived', { name })),
        () => {},
      )
    },
    onDelete: (app) => {
      const t = textOf('home')
      const { id, name, space_id: spaceId } = app.basic_info
      const isBot = kindOf(app) === 'bot'
      void askToDelete({
        spaceId,
        ids: [id],
        title: t('delete.title', { name }),
        note: t(isBot ? 'delete.text' : 'delete.projectText'),
        action: t('delete.action', { name }),
        onConfirm: async () => {
          await (isBot ? api.bot.remove({ bot_id: id }) : api.project.remove({ project_id: id }))
          forgetRecent(spaceId, id)
          toast.ok(t('deleted', { name }))
          await Promise.all([refresh(), refreshFavourites()])
        },
      })
    },
    onRetry: (app, skip = false) => {
      const { id } = app.basic_info
      const again =
        kindOf(app) === 'bot'
          ? api.bot.retryCopy({ bot_id: id, skip }, { toast: true })
          : api.projectTask.process({ entity_id: id, action: retry }, { toast: true })
      again.then(refresh, () => {})
    },
    onCancel: ({ basic_info: { id } }) => {
      api.projectTask.process({ entity_id: id, action: cancel }, { toast: true }).then(refresh, refresh)
    },
  }
}

import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { queryClient } from './query.ts'

/** Favourite bots of the reader, over all spaces. */
export const favouritesQuery = queryOptions({
  queryKey: ['favourites', 'bots'],
  staleTime: 60_000,
  queryFn: async ({ signal }) =>
    (await api.favorite.bots({ size: 100 }, { signal, quiet: true })).get_user_bot_fav_data.bot_infos,
})

export const refreshFavourites = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: favouritesQuery.queryKey })

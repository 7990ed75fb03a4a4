import { IntelligenceType } from '@orrery/contract/shared/project-enums'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { queryClient } from './query.ts'

/** Favourite bots of the current user in all spaces. */
export const favouritesQuery = queryOptions({
  queryKey: ['favourites', 'bots'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => (await api.favorite.bots({ size: 100 }, { signal })).get_user_bot_fav_data.bot_infos,
})

/** Favourite projects of the current user in one space. */
export const favouriteProjectsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['favourites', 'projects', spaceId],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const input = { space_id: spaceId, is_fav: true, types: [IntelligenceType.project], size: 100 }
      return (await api.intelligences.list(input, { signal })).intelligences.map(
        (intelligence) => intelligence.basic_info,
      )
    },
  })

export const refreshFavourites = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['favourites'] })

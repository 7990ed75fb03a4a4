import type { useNavigate } from '@tanstack/react-router'
import { api } from '#lib/api.ts'
import { homeSpace } from '#lib/home-space.ts'
import { queryClient } from '#lib/query.ts'
import { spacesQuery } from '#lib/spaces.ts'

/**
 * Leaves the pages of a space that the user has left or deleted. The list of spaces is updated after the navigation,
 * because the page of the space would otherwise render without its space.
 */
export async function goHome(spaceId: string, navigate: ReturnType<typeof useNavigate>): Promise<void> {
  const lists = await api.space.listFlat({}, { toast: true })
  const home = homeSpace(lists, null)
  if (home) await navigate({ to: '/space/$space_id/develop', params: { space_id: home.id }, replace: true })
  queryClient.setQueryData(spacesQuery.queryKey, lists)
  queryClient.removeQueries({ queryKey: ['space', spaceId] })
}

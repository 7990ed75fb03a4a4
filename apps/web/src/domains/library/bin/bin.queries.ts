import type { BinnedResource } from '@orrery/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type { BinnedResource } from '@orrery/contract'

/** Deleted resources of a space, newest first. */
export const binQuery = (spaceId: string) =>
  infiniteQueryOptions({
    queryKey: ['bin', spaceId],
    staleTime: 0,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => api.bin.list({ space_id: spaceId, cursor: pageParam }, { signal }),
    getNextPageParam: (last) => (last.has_more ? last.cursor : undefined),
  })

/** Restores a resource and refreshes all lists; returns whether another resource has the same name. */
export async function restore(spaceId: string, { res_id }: BinnedResource): Promise<boolean> {
  const { is_name_shared } = await api.bin.restore({ space_id: spaceId, res_id }, { toast: true })
  // Any list may contain the resource again.
  await queryClient.invalidateQueries()
  return is_name_shared
}

export async function removeForGood(spaceId: string, { res_id }: BinnedResource): Promise<void> {
  await api.bin.remove({ space_id: spaceId, res_id })
  await queryClient.invalidateQueries({ queryKey: ['bin'] })
}

import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import type { UsedBy } from './affected-users.ts'

const MAX_PER_CALL = 100

/** The users of each of these resources, by id. */
export const usedByQuery = (spaceId: string, ids: readonly string[]) =>
  queryOptions({
    // Below the key of the library, because its changes can change what is used.
    queryKey: ['library', spaceId, 'used-by', ids],
    staleTime: 0,
    enabled: ids.length > 0,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, UsedBy>> => {
      const found = new Map<string, UsedBy>()
      for (let at = 0; at < ids.length; at += MAX_PER_CALL) {
        const input = { space_id: spaceId, res_ids: ids.slice(at, at + MAX_PER_CALL) }
        for (const item of (await api.reference.usedBy(input, { signal })).resources) found.set(item.res_id, item)
      }
      return found
    },
  })

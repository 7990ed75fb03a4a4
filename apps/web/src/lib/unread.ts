import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

export const unreadKey = ['unread']
const LOOK_MS = 60_000

/** How many notices wait to be read: looked at every minute, and when the window is looked at again. */
export const useUnread = (): number =>
  useQuery({
    queryKey: unreadKey,
    queryFn: async ({ signal }) => (await api.notice.unread({}, { signal })).count,
    staleTime: 0,
    refetchInterval: LOOK_MS,
  }).data ?? 0

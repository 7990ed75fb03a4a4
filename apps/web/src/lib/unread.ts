import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

export const unreadKey = ['unread']
const POLL_MS = 60_000

/** The number of unread notices, refreshed every minute and when the window gets the focus. */
export const useUnread = (): number =>
  useQuery({
    queryKey: unreadKey,
    queryFn: async ({ signal }) => (await api.notice.unread({}, { signal })).count,
    staleTime: 0,
    refetchInterval: POLL_MS,
  }).data ?? 0

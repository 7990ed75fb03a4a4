import type { NoticeKind, NoticeWay } from '@orrery/contract/shared/notice-kinds'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import { unreadKey } from '#lib/unread.ts'

export type Notice = Awaited<ReturnType<typeof api.notice.list>>['items'][number]
export type Waiting = Awaited<ReturnType<typeof api.notice.waiting>>['items'][number]
const inboxKey = ['inbox']

export const noticesQuery = (onlyUnread: boolean) =>
  infiniteQueryOptions({
    queryKey: [...inboxKey, onlyUnread],
    queryFn: ({ pageParam, signal }) =>
      api.notice.list({ before_id: pageParam, size: 30, only_unread: onlyUnread }, { signal }),
    initialPageParam: '0',
    getNextPageParam: ({ items, has_more }) => (has_more ? items.at(-1)!.id : undefined),
    staleTime: 0,
  })

export const waitingQuery = queryOptions({
  queryKey: ['inbox-waiting'],
  queryFn: async ({ signal }) => (await api.notice.waiting({}, { signal })).items,
  // Items are decided elsewhere, so they are refetched each time.
  staleTime: 0,
})

export const choicesQuery = queryOptions({
  queryKey: ['notice-choices'],
  queryFn: ({ signal }) => api.notice.choices({}, { signal }),
})

/** Refreshes the list and the bell together. */
async function refresh(): Promise<void> {
  await Promise.all([inboxKey, unreadKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
export async function markRead(ids: string[]): Promise<void> {
  await api.notice.read({ ids }, { toast: true })
  await refresh()
}
export async function markAllRead(): Promise<void> {
  await api.notice.readAll({}, { toast: true })
  await refresh()
}
export async function choose(kind: NoticeKind, way: NoticeWay): Promise<void> {
  await api.notice.choose({ kind, way }, { toast: true })
  await queryClient.invalidateQueries({ queryKey: choicesQuery.queryKey })
}

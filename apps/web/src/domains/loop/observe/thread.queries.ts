import type { Thread, ThreadQuery } from '@orrery/contract'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export type { Thread, ThreadQuery }
const atOnce = 50

interface ThreadsInput {
  start_time: number
  end_time: number
  words: string
}
export const threadsQuery = (spaceId: string, { words, ...range }: ThreadsInput) =>
  infiniteQueryOptions({
    queryKey: ['observe', spaceId, 'threads', range, words],
    staleTime: 0,
    initialPageParam: '',
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.traceThreads.list(
        {
          space_id: spaceId,
          ...range,
          limit: atOnce,
          ...(words && { full_text_search: words }),
          ...(pageParam && { page_token: pageParam }),
        },
        { signal },
      ),
    getNextPageParam: (last) => (last.has_more ? last.next_page_token : undefined),
  })

const year = 365 * 86_400_000
/** A conversation with its turns in chronological order. */
export const threadQuery = (spaceId: string, threadId: string, now: number) =>
  infiniteQueryOptions({
    queryKey: ['observe', spaceId, 'thread', threadId, now],
    staleTime: 0,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.traceThreads.get(
        {
          space_id: spaceId,
          thread_id: threadId,
          start_time: now - year,
          end_time: now,
          limit: atOnce,
          ...(pageParam && { page_token: pageParam }),
        },
        { signal },
      ),
    getNextPageParam: (last) => (last.has_more ? last.next_page_token : undefined),
  })

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

export type Account = Awaited<ReturnType<typeof api.channel.list>>['items'][number]
export type ChannelEvent = Awaited<ReturnType<typeof api.channel.events>>['items'][number]
export type Letter = Awaited<ReturnType<typeof api.channel.letters>>['items'][number]

const POLL_MS = 5000
const placeOf = (account: Account) => ({ resource_id: account.resource_id, connector_id: account.connector_id })

/** Polls, because messages arrive while the page is open. */
export const accountsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['channels', spaceId],
    staleTime: 0,
    refetchInterval: POLL_MS,
    queryFn: async ({ signal }) => (await api.channel.list({ space_id: spaceId }, { signal })).items,
  })

export const eventsQuery = (account: Account) =>
  infiniteQueryOptions({
    queryKey: ['channels', 'events', account.id],
    staleTime: 0,
    refetchInterval: POLL_MS,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.channel.events({ ...placeOf(account), ...(pageParam && { before: pageParam }) }, { signal }),
    getNextPageParam: (last) => (last.has_more ? last.items.at(-1)?.id : undefined),
  })

export const lettersQuery = (account: Account) =>
  queryOptions({
    queryKey: ['channels', 'letters', account.id],
    staleTime: 0,
    refetchInterval: POLL_MS,
    queryFn: async ({ signal }) => (await api.channel.letters(placeOf(account), { signal })).items,
  })

export const pauseAccount = (account: Account, isPaused: boolean) =>
  api.channel.pause({ ...placeOf(account), is_paused: isPaused }, { toast: true })
export const resendLetter = (account: Account, letter: Letter) =>
  api.channel.resend({ ...placeOf(account), send_id: letter.id }, { toast: true })
export const dropLetter = (account: Account, letter: Letter) =>
  api.channel.drop({ ...placeOf(account), send_id: letter.id }, { toast: true })

export const refreshChannels = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['channels'] })

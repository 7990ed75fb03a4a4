import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { instanceQuery } from '#lib/instance.ts'
import { queryClient } from '#lib/query.ts'

const usersPerPage = 50

export const settingsQuery = queryOptions({
  queryKey: ['admin', 'settings'],
  queryFn: ({ signal }) => api.instance.settings({}, { signal }),
})
export type InstanceSettings = Awaited<ReturnType<typeof api.instance.settings>>

/** Public facts about the instance depend on the settings. */
export async function refreshSettings(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: instanceQuery.queryKey }),
  ])
}

export const mailQuery = queryOptions({
  queryKey: ['admin', 'mail'],
  queryFn: ({ signal }) => api.instance.mail({}, { signal }),
})
export type MailSettings = Awaited<ReturnType<typeof api.instance.mail>>
/** Whether mail is configured is a public fact about the instance. */
export async function refreshMail(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: mailQuery.queryKey })
  await queryClient.invalidateQueries({ queryKey: instanceQuery.queryKey })
}

export const usersQuery = (word: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'users', word],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.instance.users({ search_word: word || undefined, page: pageParam, size: usersPerPage }, { signal }),
    getNextPageParam: (last, pages) => (pages.length * usersPerPage < last.total ? pages.length + 1 : undefined),
  })
export type InstanceUser = Awaited<ReturnType<typeof api.instance.users>>['users'][number]
export const refreshUsers = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['admin', 'users'] })

/** Resolves the ids of people in the log. */
export const userNamesQuery = queryOptions({
  queryKey: ['admin', 'user-names'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const { users } = await api.instance.users({ page: 1, size: 200 }, { signal })
    return new Map(users.map((user) => [user.id, user.name]))
  },
})

export const codesQuery = queryOptions({
  queryKey: ['admin', 'codes'],
  // A reset code may have just been requested: refetch often.
  refetchInterval: 10_000,
  queryFn: async ({ signal }) => (await api.instance.resetCodes({}, { signal })).codes,
})

export const flagsQuery = queryOptions({
  queryKey: ['admin', 'flags'],
  queryFn: async ({ signal }) => (await api.instance.flags({}, { signal })).flags,
})

export const contentRulesQuery = queryOptions({
  queryKey: ['admin', 'content-rules'],
  queryFn: ({ signal }) => api.contentRule.get({}, { signal }),
})
export type ContentSettings = Awaited<ReturnType<typeof api.contentRule.get>>

export const healthQuery = queryOptions({
  queryKey: ['admin', 'health'],
  refetchInterval: 5_000,
  queryFn: ({ signal }) => api.instance.health({}, { signal }),
})

import { queryOptions } from '@tanstack/react-query'
import { accountQuery } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import { spacesQuery } from '#lib/spaces.ts'

const tokensPerPage = 200

/** Polled while the archive is being prepared. */
export const takeoutQuery = queryOptions({
  queryKey: ['takeout'],
  staleTime: 0,
  queryFn: ({ signal }) => api.takeout.record({}, { signal }),
  refetchInterval: ({ state }) => (state.data?.status === 0 ? 2_000 : false),
})
export const refreshTakeout = (): Promise<void> => queryClient.invalidateQueries({ queryKey: takeoutQuery.queryKey })

export const sharedLocationsQuery = queryOptions({
  queryKey: ['shared-locations'],
  staleTime: 0,
  queryFn: async ({ signal }) => (await api.location.list({}, { signal })).bots,
})
export const refreshSharedLocations = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: sharedLocationsQuery.queryKey })

/** The server stores at most a hundred for each account. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async ({ signal }) =>
    (await api.token.list({ page: 0, size: tokensPerPage }, { signal })).personal_access_tokens,
})
export type Token = Awaited<ReturnType<typeof api.token.list>>['personal_access_tokens'][number]

export const tokenQuery = (id: string) =>
  queryOptions({
    queryKey: ['tokens', id],
    queryFn: ({ signal }) => api.token.get({ id }, { signal }),
  })

/** Scopes that a token can have. They are derived from the calls and change only with the server. */
export const permissionsQuery = queryOptions({
  queryKey: ['token-permissions'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await api.token.supported({}, { signal })).permission_list,
})

/** Two-step verification of the account. */
export const factorQuery = queryOptions({
  queryKey: ['factor'],
  queryFn: ({ signal }) => api.factor.status({}, { signal }),
})

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => api.passkey.list({}, { signal }),
})
export type Passkey = Awaited<ReturnType<typeof api.passkey.list>>['passkeys'][number]

/** Company sign-ins of the account, and those that can be linked. */
export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: ({ signal }) => api.ssoSignIn.identities({}, { signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await api.passport.sessions({}, { signal })).sessions,
})
export type Session = Awaited<ReturnType<typeof api.passport.sessions>>['sessions'][number]

/** Refetched each time, because it changes with what others do in shared spaces. */
export const eraseCheckQuery = queryOptions({
  queryKey: ['erase-check'],
  staleTime: 0,
  queryFn: ({ signal }) => api.passport.eraseCheck({}, { signal }),
})

export const refreshTokens = (): Promise<void> => queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey })

/** The list of spaces also contains the name and picture of the account. */
export async function refreshAccount(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: accountQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: spacesQuery.queryKey }),
  ])
}

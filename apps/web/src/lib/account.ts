import type { User } from '@orrery/contract'
import { ApiError } from '@orrery/contract/client'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { api } from './api.ts'

/** The signed-in user; null for visitors. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  staleTime: 60_000,
  // Without the signal: unmounting a component must not abort a request that the guard is waiting for.
  queryFn: async (): Promise<User | null> => {
    try {
      return await api.passport.accountInfo({})
    } catch (error) {
      if (error instanceof ApiError && error.code === ErrorCode.kit.notSignedIn) return null
      throw error
    }
  },
})

/** For pages behind the sign-in guard, where a user always exists. */
export function useAccount(): User {
  const { data } = useSuspenseQuery(accountQuery)
  if (!data) throw new Error('This page is only for people who are signed in')
  return data
}

/** For pages that need no account. */
export const useVisitor = (): User | null | undefined => useQuery(accountQuery).data

import type { User } from '@orrery/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { accountQuery } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { spaceLink } from '#lib/links.ts'
import { ownAddress } from '#lib/own-address.ts'
import { spacesQuery } from '#lib/spaces.ts'

/** Where sign-in leads: the space of an invitation, else the requested page, else the personal space. */
export function useEnter(): (user: User) => Promise<void> {
  const client = useQueryClient()
  const router = useRouter()
  const { invite, redirect } = useSearch({ from: '/sign' })
  return async (user) => {
    client.setQueryData(accountQuery.queryKey, user)
    client.removeQueries({ queryKey: spacesQuery.queryKey })
    const joined = invite ? await joinSpace(invite) : undefined
    const wanted = redirect === undefined ? undefined : ownAddress(redirect, location.origin)
    const next = joined ?? wanted ?? '/space'
    // Pages of visitors are a program of their own.
    if (next.startsWith('/chat/')) location.replace(next)
    else router.history.replace(next)
  }
}

/** A toast reports an expired link; the user is signed in anyway. */
async function joinSpace(key: string): Promise<string | undefined> {
  try {
    const { Data } = await api.space.join({ space_id: key }, { toast: true })
    return spaceLink(Data.space_id)
  } catch {
    return undefined
  }
}

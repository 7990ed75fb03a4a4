import type { User } from '@orrery/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { accountQuery } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import { spaceLink } from '#lib/links.ts'
import { ownAddress } from '#lib/own-address.ts'
import { spacesQuery } from '#lib/spaces.ts'

/** Goes to the page after sign-in: the space of an invitation, else the requested page, else the home space. */
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
    // Pages of visitors are a separate app, so they need a page load.
    if (next.startsWith('/chat/')) location.replace(next)
    else router.history.replace(next)
  }
}

/** Joins the space of an invitation. If the link has expired, a toast reports it, and the user is signed in anyway. */
async function joinSpace(key: string): Promise<string | undefined> {
  try {
    const { Data } = await api.space.join({ space_id: key }, { toast: true })
    return spaceLink(Data.space_id)
  } catch {
    return undefined
  }
}

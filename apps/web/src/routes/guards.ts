import { isId } from '@orrery/contract/shared/is-id'
import { notFound, type ParsedLocation, redirect } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { accountQuery } from '#lib/account.ts'
import { homeSpace } from '#lib/home-space.ts'
import { ownAddress } from '#lib/own-address.ts'
import { readLastSpace, rememberSpace, spacesQuery } from '#lib/spaces.ts'

export interface RouterContext {
  queryClient: QueryClient
}
interface Guarded {
  context: RouterContext
  location: ParsedLocation
}

/** For pages that only somebody signed in may see: the others sign in first and come back. */
export async function requireAccount({ context, location }: Guarded): Promise<void> {
  const account = await context.queryClient.ensureQueryData(accountQuery)
  if (!account) throw redirect({ to: '/sign', search: { redirect: location.href } })
}

/** What brought somebody to the sign-in page is a page of this site, and not the sign-in page again. */
function afterSign(address: string | undefined): string {
  const own = address === undefined ? undefined : ownAddress(address, location.origin)
  return own === undefined || own.startsWith('/sign') ? '/space' : own
}

/** Whoever is signed in already has no business there. */
export async function skipWhenSigned(context: RouterContext, redirectTo: string | undefined): Promise<void> {
  const account = await context.queryClient.ensureQueryData(accountQuery)
  if (account) throw redirect({ href: afterSign(redirectTo) })
}

export async function toHomeSpace({ context }: { context: RouterContext }): Promise<void> {
  const lists = await context.queryClient.ensureQueryData(spacesQuery)
  const space = homeSpace(lists, readLastSpace())
  if (!space) throw notFound({ data: { what: 'space' } })
  throw redirect({ to: '/space/$space_id/develop', params: { space_id: space.id }, replace: true })
}

/** Who is not a member learns nothing: a space of others looks like one that never was. */
export async function requireMember(context: RouterContext, spaceId: string): Promise<void> {
  if (!isId(spaceId)) throw notFound({ data: { what: 'page' } })
  const isIn = (lists: { bot_space_list: readonly { id: string }[] }) =>
    lists.bot_space_list.some((space) => space.id === spaceId)
  // One look again before a no: somebody may have been let in a moment ago.
  const known = isIn(await context.queryClient.ensureQueryData(spacesQuery))
  if (!known && !isIn(await context.queryClient.fetchQuery({ ...spacesQuery, staleTime: 0 })))
    throw notFound({ data: { what: 'space' } })
  rememberSpace(spaceId)
}

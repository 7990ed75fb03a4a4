import { isId } from '@orrery/contract/shared/is-id'
import { notFound, type ParsedLocation, redirect } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { accountQuery } from '#lib/account.ts'
import { enterprisesQuery } from '#lib/enterprises.ts'
import { flags } from '#lib/feature-flags.ts'
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

/** Guard for pages that require a signed-in user: other people sign in first and return. */
export async function requireAccount({ context, location }: Guarded): Promise<void> {
  const account = await context.queryClient.ensureQueryData(accountQuery)
  if (!account) throw redirect({ to: '/sign', search: { redirect: location.href } })
}

/** Guard for the marketplace: admits visitors if the owner allows it. Returns whether the user is signed in. */
export async function admitVisitor(guarded: Guarded): Promise<boolean> {
  if (!flags.isOn('market.visitors')) await requireAccount(guarded)
  return (await guarded.context.queryClient.ensureQueryData(accountQuery)) !== null
}

/** The address to return to after signing in: a page of this site other than the sign-in page. */
function afterSign(address: string | undefined): string {
  const own = address === undefined ? undefined : ownAddress(address, location.origin)
  return own === undefined || own.startsWith('/sign') ? '/space' : own
}

/** Signed-in users skip the page. */
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

/** Pages of a single resource, which may be shared with people outside of its space. */
const singleResourcePage = /^\/space\/\d+\/(bot|project-ide)\/\d+/

/**
 * Non-members get "not found", as if the space did not exist. A person of an enterprise may open the page of a single
 * resource: the server decides whether it was shared with them.
 */
export async function requireMember(context: RouterContext, spaceId: string, pathname: string): Promise<void> {
  if (!isId(spaceId)) throw notFound({ data: { what: 'page' } })
  const isMemberIn = (lists: { bot_space_list: readonly { id: string }[] }) =>
    lists.bot_space_list.some((space) => space.id === spaceId)
  // Reload once before refusing: the user may have been added a moment ago.
  const known = isMemberIn(await context.queryClient.ensureQueryData(spacesQuery))
  if (!known && !isMemberIn(await context.queryClient.fetchQuery({ ...spacesQuery, staleTime: 0 }))) {
    const mayBeGuest =
      singleResourcePage.test(pathname) && (await context.queryClient.ensureQueryData(enterprisesQuery)).length > 0
    if (!mayBeGuest) throw notFound({ data: { what: 'space' } })
    return
  }
  rememberSpace(spaceId)
}

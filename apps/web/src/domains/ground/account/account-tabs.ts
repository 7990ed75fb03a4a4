import { type AccountPageId, accountPages } from '#lib/settings-pages.ts'

/** The page for what follows /account/ in the address: by default the profile, undefined if unknown. */
export function readAccountTab(rest: string | undefined): AccountPageId | undefined {
  const [asked = '', ...below] = (rest?.replace(/\/$/, '') || 'profile').split('/')
  // The former name of this page, which old links in mails contain.
  const name = asked === 'sessions' ? 'security' : asked
  // Only the developer backend has parts with their own address.
  const found = accountPages.find(
    ({ id }) => id === name && (below.length === 0 || (id === 'developer' && below.length === 1)),
  )
  return found?.id
}

import { type AccountPageId, accountPages } from '#lib/settings-pages.ts'

/** Of what follows /account/ in the address; nothing is the profile, anything unknown is no page. */
export function readAccountTab(rest: string | undefined): AccountPageId | undefined {
  const [asked = '', ...below] = (rest?.replace(/\/$/, '') || 'profile').split('/')
  // The page had this name before; links in mails last.
  const name = asked === 'sessions' ? 'security' : asked
  // Only the developer backend has parts with an address of their own.
  const found = accountPages.find(
    ({ id }) => id === name && (below.length === 0 || (id === 'developer' && below.length === 1)),
  )
  return found?.id
}

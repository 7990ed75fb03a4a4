export const accountTabs = ['profile', 'preferences', 'privacy', 'sessions', 'tokens', 'apps', 'developer'] as const
export type AccountTab = (typeof accountTabs)[number]

/** Of what follows /account/ in the address; nothing is the profile, anything unknown is no page. */
export function readAccountTab(rest: string | undefined): AccountTab | undefined {
  const [name = '', ...below] = (rest?.replace(/\/$/, '') || 'profile').split('/')
  // Only the developer backend has parts with an address of their own.
  return accountTabs.find((tab) => tab === name && (below.length === 0 || (tab === 'developer' && below.length === 1)))
}

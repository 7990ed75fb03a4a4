export const accountTabs = ['profile', 'tokens', 'apps', 'sessions', 'preferences'] as const
export type AccountTab = (typeof accountTabs)[number]

/** Of what follows /account/ in the address; nothing is the profile, anything unknown is no page. */
export function readAccountTab(rest: string | undefined): AccountTab | undefined {
  const name = rest?.replace(/\/$/, '') || 'profile'
  return accountTabs.find((tab) => tab === name)
}

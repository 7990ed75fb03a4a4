import type { EnterpriseAction } from '@orrery/contract/shared/policy'
import type { TextKey } from '#locales/namespaces.ts'

/** Pages of an enterprise at /enterprise/{id}/{page}, in the order of its menu, with the right that each requires. */
export const enterprisePages = [
  { id: 'overview', name: 'nav.enterprise.overview', can: 'view', part: 0 },
  { id: 'people', name: 'nav.enterprise.people', can: 'managePeople', part: 1 },
  { id: 'groups', name: 'nav.enterprise.groups', can: 'managePeople', part: 1 },
  { id: 'requests', name: 'nav.enterprise.requests', can: 'managePeople', part: 1 },
  { id: 'spaces', name: 'nav.enterprise.spaces', can: 'manageSpaces', part: 2 },
  { id: 'sign-in', name: 'nav.enterprise.signIn', can: 'configure', part: 2 },
  { id: 'provisioning', name: 'nav.enterprise.provisioning', can: 'configure', part: 2 },
  { id: 'security', name: 'nav.enterprise.security', can: 'configure', part: 2 },
  { id: 'apps', name: 'nav.enterprise.apps', can: 'manageApps', part: 3 },
  { id: 'tokens', name: 'nav.enterprise.tokens', can: 'manageApps', part: 3 },
  { id: 'audit', name: 'nav.enterprise.audit', can: 'audit', part: 4 },
  { id: 'settings', name: 'nav.enterprise.settings', can: 'configure', part: 4 },
] as const satisfies readonly { id: string; name: TextKey<'shell'>; can: EnterpriseAction; part: number }[]
export type EnterprisePageId = (typeof enterprisePages)[number]['id']

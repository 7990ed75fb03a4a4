import type { TextKey } from '#locales/namespaces.ts'
import type { InstanceInfo } from './instance.ts'

/** A page of the account or of the administration, at /account/{id} or /admin/{id}. */
interface SettingsPage {
  id: string
  name: TextKey<'shell'>
  /** Absent: the page is always shown. */
  isShown?: (instance: InstanceInfo) => boolean
}
export interface SettingsGroup {
  name: TextKey<'shell'>
  pages: readonly SettingsPage[]
}

export const accountGroups = [
  {
    name: 'nav.accountGroup.you',
    pages: [
      { id: 'profile', name: 'nav.account.profile' },
      { id: 'preferences', name: 'nav.account.preferences' },
      { id: 'notifications', name: 'nav.account.notifications' },
      { id: 'privacy', name: 'nav.account.privacy' },
    ],
  },
  { name: 'nav.accountGroup.signIn', pages: [{ id: 'security', name: 'nav.account.security' }] },
  {
    name: 'nav.accountGroup.developer',
    pages: [
      { id: 'tokens', name: 'nav.account.tokens' },
      { id: 'apps', name: 'nav.account.apps' },
      { id: 'authorized', name: 'nav.account.authorized' },
      { id: 'connectors', name: 'nav.account.connectors' },
      { id: 'developer', name: 'nav.account.developer' },
    ],
  },
] as const satisfies readonly SettingsGroup[]
type AccountPage = (typeof accountGroups)[number]['pages'][number]
export const accountPages = accountGroups.flatMap((group): readonly AccountPage[] => group.pages)
export type AccountPageId = AccountPage['id']

export const adminGroups = [
  {
    name: 'nav.adminGroup.people',
    pages: [
      { id: 'users', name: 'nav.admin.users' },
      { id: 'registration', name: 'nav.admin.registration' },
      // With mail configured, codes are sent to the people themselves.
      { id: 'codes', name: 'nav.admin.codes', isShown: (instance: InstanceInfo) => !instance.mail },
    ],
  },
  {
    name: 'nav.adminGroup.models',
    pages: [
      { id: 'models', name: 'nav.admin.models' },
      { id: 'knowledge', name: 'nav.admin.knowledge' },
    ],
  },
  {
    name: 'nav.adminGroup.content',
    pages: [
      { id: 'store', name: 'nav.admin.store' },
      { id: 'arena', name: 'nav.admin.arena' },
      { id: 'checkup', name: 'nav.admin.checkup' },
      { id: 'content', name: 'nav.admin.content' },
      { id: 'connectors', name: 'nav.admin.connectors' },
    ],
  },
  {
    name: 'nav.adminGroup.system',
    pages: [
      { id: 'branding', name: 'nav.admin.branding' },
      { id: 'mail', name: 'nav.admin.mail' },
      { id: 'egress', name: 'nav.admin.egress' },
      { id: 'search', name: 'nav.admin.search' },
      { id: 'features', name: 'nav.admin.features' },
      { id: 'health', name: 'nav.admin.health' },
      { id: 'audit', name: 'nav.admin.audit' },
    ],
  },
] as const satisfies readonly SettingsGroup[]
export type AdminPageId = (typeof adminGroups)[number]['pages'][number]['id']

/** Addresses of earlier versions, below /admin/. */
export const movedAdminPages: Readonly<Record<string, AdminPageId>> = {
  market: 'store',
  network: 'egress',
  flags: 'features',
}

/** The pages that exist on this instance; while it is loading, those that exist on every instance. */
export const shownGroups = (groups: readonly SettingsGroup[], instance?: InstanceInfo): readonly SettingsGroup[] =>
  groups.map((group) => ({
    ...group,
    pages: group.pages.filter((page) => !page.isShown || (instance !== undefined && page.isShown(instance))),
  }))

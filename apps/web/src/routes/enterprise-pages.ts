import { type ComponentType, lazy } from 'react'
import type { EnterprisePages } from '#domains/enterprise/enterprise/enterprise-page.ts'

const from = <K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K) =>
  lazy<ComponentType>(async () => ({ default: (await load())[name] }))

/** The content of the enterprise pages. A domain that adds a page adds a line here and in `lib/enterprise-pages.ts`. */
export const enterprisePageParts: EnterprisePages = {
  overview: from(() => import('#domains/enterprise/enterprise/components/overview-tab.tsx'), 'OverviewTab'),
  people: from(() => import('#domains/enterprise/enterprise/components/people-tab.tsx'), 'PeopleTab'),
  groups: from(() => import('#domains/enterprise/enterprise/components/groups-tab.tsx'), 'GroupsTab'),
  requests: from(() => import('#domains/enterprise/enterprise/components/requests-tab.tsx'), 'RequestsTab'),
  spaces: from(() => import('#domains/enterprise/enterprise/components/spaces-tab.tsx'), 'SpacesTab'),
  'sign-in': from(() => import('#domains/enterprise/sso/components/sign-in-tab.tsx'), 'SignInTab'),
  provisioning: from(() => import('#domains/enterprise/sso/components/provisioning-tab.tsx'), 'ProvisioningTab'),
  security: from(() => import('#domains/enterprise/enterprise/components/security-tab.tsx'), 'SecurityTab'),
  apps: from(() => import('#domains/enterprise/enterprise/components/apps-tab.tsx'), 'AppsTab'),
  tokens: from(() => import('#domains/enterprise/enterprise/components/tokens-tab.tsx'), 'TokensTab'),
  audit: from(() => import('#domains/enterprise/enterprise/components/record-tab.tsx'), 'RecordTab'),
  settings: from(() => import('#domains/enterprise/enterprise/components/settings-tab.tsx'), 'SettingsTab'),
}

import { type ComponentType, lazy } from 'react'
import type { AdminPages } from '#domains/ground/admin/admin-tab.ts'

const from = <K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K) =>
  lazy<ComponentType>(async () => ({ default: (await load())[name] }))

const network = () => import('#domains/resources/plugin/admin/index.ts')

/** Content of the administration pages. A new page needs a line here and in `lib/settings-pages.ts`. */
export const adminPages: AdminPages = {
  users: from(() => import('#domains/ground/admin/components/users-tab.tsx'), 'UsersTab'),
  registration: from(() => import('#domains/ground/admin/components/registration-tab.tsx'), 'RegistrationTab'),
  codes: from(() => import('#domains/ground/admin/components/codes-tab.tsx'), 'CodesTab'),
  models: from(() => import('#domains/chat/model/manage/index.ts'), 'InstanceModelsTab'),
  knowledge: from(() => import('#domains/resources/knowledge/admin/index.ts'), 'InstanceKnowledgeTab'),
  store: from(() => import('#domains/market/review/index.ts'), 'MarketTab'),
  arena: from(() => import('#domains/market/arena/admin/arena-tab.tsx'), 'ArenaTab'),
  checkup: from(() => import('#domains/loop/checkup/admin/checkup-tab.tsx'), 'CheckupTab'),
  content: from(() => import('#domains/ground/admin/components/content-tab.tsx'), 'ContentTab'),
  connectors: from(() => import('#domains/reach/connector/admin/index.ts'), 'ConnectorsAdminTab'),
  branding: from(() => import('#domains/ground/admin/components/branding-tab.tsx'), 'BrandingTab'),
  mail: from(() => import('#domains/ground/admin/components/mail-tab.tsx'), 'MailTab'),
  egress: from(network, 'EgressTab'),
  search: from(network, 'SearchTab'),
  features: from(() => import('#domains/ground/admin/components/flags-tab.tsx'), 'FlagsTab'),
  health: from(() => import('#domains/ground/admin/components/health-tab.tsx'), 'HealthTab'),
  audit: from(() => import('#domains/ground/admin/components/audit-tab.tsx'), 'AuditTab'),
}

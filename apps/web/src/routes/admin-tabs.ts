import { type ComponentType, lazy } from 'react'
import type { AdminTab } from '#domains/ground/admin/admin-tab.ts'

const from = <K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K) =>
  lazy<ComponentType>(async () => ({ default: (await load())[name] }))

/** The pages of the administrator, in their order. A domain that has one adds a line here. */
export const adminTabs: readonly AdminTab[] = [
  {
    id: 'registration',
    label: 'tab.registration',
    page: from(() => import('#domains/ground/admin/components/registration-tab.tsx'), 'RegistrationTab'),
  },
  {
    id: 'users',
    label: 'tab.users',
    page: from(() => import('#domains/ground/admin/components/users-tab.tsx'), 'UsersTab'),
  },
  {
    id: 'codes',
    label: 'tab.codes',
    page: from(() => import('#domains/ground/admin/components/codes-tab.tsx'), 'CodesTab'),
    // With mail the codes go to the people themselves.
    isShown: (instance) => !instance.mail,
  },
  {
    id: 'models',
    label: 'tab.models',
    page: from(() => import('#domains/chat/model/manage/index.ts'), 'InstanceModelsTab'),
  },
  {
    id: 'knowledge',
    label: 'tab.knowledge',
    page: from(() => import('#domains/resources/knowledge/admin/index.ts'), 'InstanceKnowledgeTab'),
  },
  {
    id: 'network',
    label: 'tab.network',
    page: from(() => import('#domains/resources/plugin/admin/index.ts'), 'NetworkTab'),
  },
  { id: 'market', label: 'tab.market', page: from(() => import('#domains/market/review/index.ts'), 'MarketTab') },
  {
    id: 'content',
    label: 'tab.content',
    page: from(() => import('#domains/ground/admin/components/content-tab.tsx'), 'ContentTab'),
  },
  {
    id: 'flags',
    label: 'tab.flags',
    page: from(() => import('#domains/ground/admin/components/flags-tab.tsx'), 'FlagsTab'),
  },
  {
    id: 'health',
    label: 'tab.health',
    page: from(() => import('#domains/ground/admin/components/health-tab.tsx'), 'HealthTab'),
  },
  {
    id: 'audit',
    label: 'tab.audit',
    page: from(() => import('#domains/ground/admin/components/audit-tab.tsx'), 'AuditTab'),
  },
]

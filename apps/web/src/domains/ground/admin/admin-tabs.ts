import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import type { InstanceInfo } from '#lib/instance.ts'
import type { TextKey } from '#locales/namespaces.ts'

export interface AdminTab {
  /** Its place in the address: /admin/{id}. */
  id: string
  label: TextKey<'admin'>
  page: LazyExoticComponent<ComponentType>
  /** Absent: always. */
  isShown?: (instance: InstanceInfo) => boolean
}

const from = <K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K) =>
  lazy<ComponentType>(async () => ({ default: (await load())[name] }))

/** The pages of the administrator, in their order. A part of the studio that has one adds a line here. */
export const adminTabs: readonly AdminTab[] = [
  {
    id: 'registration',
    label: 'tab.registration',
    page: from(() => import('./components/registration-tab.tsx'), 'RegistrationTab'),
  },
  { id: 'users', label: 'tab.users', page: from(() => import('./components/users-tab.tsx'), 'UsersTab') },
  {
    id: 'codes',
    label: 'tab.codes',
    page: from(() => import('./components/codes-tab.tsx'), 'CodesTab'),
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
  { id: 'market', label: 'tab.market', page: from(() => import('./components/market-tab.tsx'), 'MarketTab') },
  { id: 'flags', label: 'tab.flags', page: from(() => import('./components/flags-tab.tsx'), 'FlagsTab') },
  { id: 'health', label: 'tab.health', page: from(() => import('./components/health-tab.tsx'), 'HealthTab') },
  { id: 'audit', label: 'tab.audit', page: from(() => import('./components/audit-tab.tsx'), 'AuditTab') },
]

import type { ComponentType, LazyExoticComponent } from 'react'
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

import type { ComponentType, LazyExoticComponent } from 'react'
import type { AdminPageId } from '#lib/settings-pages.ts'

/** The content of each page of the administration. `settings-pages.ts` defines names and order. */
export type AdminPages = Record<AdminPageId, LazyExoticComponent<ComponentType>>

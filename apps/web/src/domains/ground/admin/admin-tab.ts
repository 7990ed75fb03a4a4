import type { ComponentType, LazyExoticComponent } from 'react'
import type { AdminPageId } from '#lib/settings-pages.ts'

/** What each page of the administration shows; names and order stand in `settings-pages.ts`. */
export type AdminPages = Record<AdminPageId, LazyExoticComponent<ComponentType>>

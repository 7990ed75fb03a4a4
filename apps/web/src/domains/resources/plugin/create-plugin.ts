import type { Creating as CreatingResource } from '#lib/creating.ts'
import { createStore } from '#lib/store.ts'

export type PluginCreationMethod = 'form' | 'import' | 'code'
export interface Creating extends CreatingResource {
  way?: PluginCreationMethod
}

/** The space and method with which a plugin is being created, or null. */
export const creatingPlugin = createStore<Creating | null>(null)

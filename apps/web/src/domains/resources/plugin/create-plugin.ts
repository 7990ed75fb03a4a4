import type { Creating as CreatingResource } from '#lib/creating.ts'
import { createStore } from '#lib/store.ts'

export type CreateWay = 'form' | 'import' | 'code'
export interface Creating extends CreatingResource {
  way?: CreateWay
}

/** Where a plugin is about to be made, and how; null: nobody is making one. */
export const creatingPlugin = createStore<Creating | null>(null)

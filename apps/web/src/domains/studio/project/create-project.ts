import type { Space } from '@orrery/contract'
import { createStore } from '#lib/store.ts'

/** The space in which a project is about to be made; null: nobody is making one. */
export const creatingProject = createStore<Space | null>(null)

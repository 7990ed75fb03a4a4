import type { Space } from '@orrery/contract'
import { createStore } from '#lib/store.ts'

/** The space in which a project is being created, or null. */
export const creatingProject = createStore<Space | null>(null)

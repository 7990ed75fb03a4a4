import type { Space } from '@orrery/contract'
import { createStore } from '#lib/store.ts'

/** The space in which the person is creating a project, or null. */
export const creatingProject = createStore<Space | null>(null)

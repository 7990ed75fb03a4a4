import type { Space } from '@orrery/contract'
import { createStore } from '#lib/store.ts'

/** The space in which a bot is being created, or null. */
export const creatingBot = createStore<Space | null>(null)

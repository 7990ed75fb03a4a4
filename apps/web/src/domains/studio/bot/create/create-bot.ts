import type { Space } from '@orrery/contract'
import { createStore } from '#lib/store.ts'

/** The space in which the person is creating a bot, or null. */
export const creatingBot = createStore<Space | null>(null)

import type { Space } from '@orrery/contract'
import { createStore } from '#lib/store.ts'

/** The space in which a bot is about to be made; null: nobody is making one. */
export const creatingBot = createStore<Space | null>(null)

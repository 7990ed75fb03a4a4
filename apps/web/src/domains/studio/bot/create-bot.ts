import type { Space } from '@orrery/contract'
import { createValueState } from '#lib/value-state.ts'

/** The space in which a bot is about to be made; null: nobody is making one. */
export const creatingIn = createValueState<Space | null>(null)

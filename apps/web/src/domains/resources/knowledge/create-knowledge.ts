import type { Creating } from '#lib/creating.ts'
import { createValueState } from '#lib/value-state.ts'

/** The space in which a knowledge base is about to be made; null: nobody is making one. */
export const creatingIn = createValueState<Creating | null>(null)

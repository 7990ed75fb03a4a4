import type { Creating } from '#lib/creating.ts'
import { createStore } from '#lib/store.ts'

/** The space in which a knowledge base is about to be made; null: nobody is making one. */
export const creatingKnowledge = createStore<Creating | null>(null)

import type { Creating } from '#lib/creating.ts'
import { createStore } from '#lib/store.ts'

/** The space in which a knowledge base is being created, or null. */
export const creatingKnowledge = createStore<Creating | null>(null)

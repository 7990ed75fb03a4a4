import type { Creating } from '#lib/creating.ts'
import { createStore } from '#lib/store.ts'

/** The space in which a table is about to be made; null: nobody is making one. */
export const creatingDatabase = createStore<Creating | null>(null)

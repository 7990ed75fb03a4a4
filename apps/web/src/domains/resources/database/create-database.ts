import type { Creating } from '#lib/creating.ts'
import { createStore } from '#lib/store.ts'

/** The space in which a table is being created, or null. */
export const creatingDatabase = createStore<Creating | null>(null)

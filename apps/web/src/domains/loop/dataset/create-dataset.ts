import type { Creating } from '#lib/creating.ts'
import { createStore } from '#lib/store.ts'

/** The space in which a dataset is being created, or null. */
export const creatingDataset = createStore<Creating | null>(null)

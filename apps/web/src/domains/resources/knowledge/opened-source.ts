import type { OpenedSource } from '#lib/source-openers.ts'
import { createStore } from '#lib/store.ts'

/** The source somebody looks at; null: nobody does. */
export const openedSource = createStore<OpenedSource | null>(null)

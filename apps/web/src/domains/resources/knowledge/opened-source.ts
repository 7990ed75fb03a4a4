import type { OpenedSource } from '#lib/source-openers.ts'
import { createStore } from '#lib/store.ts'

/** The source being viewed, or null. */
export const openedSource = createStore<OpenedSource | null>(null)

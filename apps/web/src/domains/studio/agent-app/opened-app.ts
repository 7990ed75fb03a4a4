import { createStore } from '#lib/store.ts'

/** The project that was just built: it opens with its interface and the chat panel. */
export const openedApp = createStore<string | null>(null)

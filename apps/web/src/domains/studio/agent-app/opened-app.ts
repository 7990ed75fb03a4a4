import { createStore } from '#lib/store.ts'

/** The project that was just built: it opens on its pages, with the chat beside them. */
export const openedApp = createStore<string | null>(null)

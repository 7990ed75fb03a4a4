import { createStore } from '#lib/store.ts'

export const palette = createStore(false)
export const shortcutSheet = createStore(false)

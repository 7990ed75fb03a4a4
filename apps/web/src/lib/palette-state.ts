import { createStore } from './store.ts'

export const palette = createStore(false)
export const shortcutSheet = createStore(false)
/** Whether the page is inside the studio, where the palette can be opened. */
export const hasPalette = createStore(false)

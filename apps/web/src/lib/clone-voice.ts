import { createStore } from './store.ts'

/**
 * The space for which someone wants to clone a voice, or null. The voices domain depends on the parts that use voices,
 * so it watches this store and opens the dialog.
 */
export const cloningVoice = createStore<{ spaceId: string } | null>(null)

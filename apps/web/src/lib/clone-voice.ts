import { createStore } from './store.ts'

/** The space for which somebody wants to clone a voice, or null. Voices stand above the parts that use them, and open the dialog. */
export const cloningVoice = createStore<{ spaceId: string } | null>(null)

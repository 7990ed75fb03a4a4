import { createStore } from '#lib/store.ts'

/** The prompt that is being written, or changed when it has an id; null: nobody is at it. */
export const editedPrompt = createStore<{ spaceId: string; promptId?: string } | null>(null)

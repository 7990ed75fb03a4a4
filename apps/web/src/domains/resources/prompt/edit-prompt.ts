import { createStore } from '#lib/store.ts'

/** The prompt being created, or edited if it has an id; null if there is none. */
export const editedPrompt = createStore<{ spaceId: string; promptId?: string } | null>(null)

import { createStore } from '#lib/store.ts'

/** The space that a card is being created in; null for none. */
export const createdCard = createStore<{ spaceId: string } | null>(null)

import { createStore } from '#lib/store.ts'

/** The space in which a card is being created, or null. */
export const createdCard = createStore<{ spaceId: string } | null>(null)

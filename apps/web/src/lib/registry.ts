import { createStore } from './store.ts'

/** A list that parts of the studio register entries with. */
export function createRegistry<T extends { id: string }>() {
  const { current: list, set, subscribe, use } = createStore<readonly T[]>([])
  return {
    /** Adds an entry, or replaces the one with the same id. Returns a function that removes it. */
    add(entry: T): () => void {
      const place = list().findIndex((item) => item.id === entry.id)
      set(place < 0 ? [...list(), entry] : list().with(place, entry))
      return () => set(list().filter((item) => item !== entry))
    },
    list,
    subscribe,
    use,
  }
}

import { createStore } from './store.ts'

/** A list that parts of the studio register entries with. */
export function createRegistry<T extends { id: string }>() {
  const { current: list, set, subscribe, use } = createStore<readonly T[]>([])
  return {
    /** An entry with a known id takes the place of the old one. Gives back how to take it out again. */
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

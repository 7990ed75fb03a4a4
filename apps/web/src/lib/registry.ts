import { useSyncExternalStore } from 'react'

/** A list that parts of the studio add to: each part brings its own entries, nobody keeps the list of all parts. */
export function createRegistry<T extends { id: string }>() {
  let entries: readonly T[] = []
  const listeners = new Set<() => void>()
  const set = (next: readonly T[]) => {
    entries = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const list = () => entries
  return {
    /** An entry with a known id takes the place of the old one. Gives back how to take it out again. */
    add(entry: T): () => void {
      const place = entries.findIndex((item) => item.id === entry.id)
      set(place < 0 ? [...entries, entry] : entries.with(place, entry))
      return () => set(entries.filter((item) => item !== entry))
    },
    list,
    subscribe,
    use: (): readonly T[] => useSyncExternalStore(subscribe, list),
  }
}
export type Registry<T extends { id: string }> = ReturnType<typeof createRegistry<T>>

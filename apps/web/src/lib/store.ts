import { useSyncExternalStore } from 'react'

/**
 * A value outside of React that any code may change and components follow. `schedule` may batch changes in quick
 * succession: the value changes at once, the listeners are notified when the schedule runs.
 */
export function createStore<T>(first: T, schedule: (notify: () => void) => void = (notify) => notify()) {
  let value = first
  let isScheduled = false
  const listeners = new Set<() => void>()

  const current = (): T => value
  function set(next: T): void {
    value = next
    if (isScheduled) return
    isScheduled = true
    schedule(() => {
      isScheduled = false
      for (const listener of listeners) listener()
    })
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  /** The value, or a part of it; the selected part must stay the same object as long as nothing in it changed. */
  function use(): T
  function use<S>(select: (value: T) => S): S
  function use<S>(select?: (value: T) => S): T | S {
    return useSyncExternalStore(subscribe, () => (select ? select(value) : value))
  }
  return {
    current,
    set,
    /** Replaces some fields of an object. */
    patch: (change: Partial<T>): void => set({ ...value, ...change }),
    subscribe,
    use,
  }
}
export type Store<T> = ReturnType<typeof createStore<T>>

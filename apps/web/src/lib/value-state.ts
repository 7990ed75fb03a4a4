import { useSyncExternalStore } from 'react'

/** One value of the page that is told from anywhere: what a dialog was opened for, for example. */
export function createValueState<T>(first: T) {
  let value = first
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    current: () => value,
    set(next: T): void {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe,
    use: (): T => useSyncExternalStore(subscribe, () => value),
  }
}
export type ValueState<T> = ReturnType<typeof createValueState<T>>

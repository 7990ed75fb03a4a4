import { useSyncExternalStore } from 'react'

interface Store<T> {
  current: () => T
  subscribe: (listener: () => void) => () => void
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.current)

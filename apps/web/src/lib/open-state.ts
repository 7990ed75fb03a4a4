import { useSyncExternalStore } from 'react'

/** Whether a dialog of the shell is open, told from anywhere. */
export function createOpenState() {
  let isOpen = false
  const listeners = new Set<() => void>()
  const set = (next: boolean) => {
    isOpen = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return { set, open: () => set(true), isOpen: () => isOpen, use: () => useSyncExternalStore(subscribe, () => isOpen) }
}

import { useSyncExternalStore } from 'react'

/** For all calls of this visit. Kept in memory only: a pasted secret does not outlive the page. */
let current = ''
const listeners = new Set<() => void>()

function set(token: string): void {
  current = token
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useToken(): [string, (token: string) => void] {
  return [useSyncExternalStore(subscribe, () => current), set]
}

import { useCallback, useSyncExternalStore } from 'react'

const prefix = 'orrery.'
const changed = new EventTarget()

/** Storage can be absent or denied (private windows, tests): then the page works, but remembers nothing. */
function storage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

export function readStored<T>(key: string, fallback: T): T {
  return parse(rawStored(key), fallback)
}

export function writeStored(key: string, value: unknown): void {
  try {
    if (value === undefined || value === null) storage()?.removeItem(prefix + key)
    else storage()?.setItem(prefix + key, JSON.stringify(value))
  } catch {
    // Full or denied: the value lives as long as the page.
  }
  changed.dispatchEvent(new Event(key))
}

/** Calls the listener when the value changes in this window or in another one. */
export function onStored(key: string, listener: () => void): () => void {
  const fromElsewhere = (event: StorageEvent) => {
    if (event.key === prefix + key || event.key === null) listener()
  }
  changed.addEventListener(key, listener)
  globalThis.addEventListener?.('storage', fromElsewhere)
  return () => {
    changed.removeEventListener(key, listener)
    globalThis.removeEventListener?.('storage', fromElsewhere)
  }
}

/** A value stored in this browser (a width, a folded panel). */
export function useStored<T>(key: string, fallback: T): [T, (value: T) => void] {
  const subscribe = useCallback((listener: () => void) => onStored(key, listener), [key])
  const raw = useSyncExternalStore(
    subscribe,
    () => rawStored(key),
    () => null,
  )
  const write = useCallback((value: T) => writeStored(key, value), [key])
  return [parse(raw, fallback), write]
}

function rawStored(key: string): string | null {
  try {
    return storage()?.getItem(prefix + key) ?? null
  } catch {
    return null
  }
}

function parse<T>(raw: string | null, fallback: T): T {
  if (raw === null) return fallback
  try {
    return JSON.parse(raw) as T
  } catch {
    return fallback
  }
}

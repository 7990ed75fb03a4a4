export interface Bus<E extends object> {
  on<K extends keyof E>(name: K, listener: (value: E[K]) => void): () => void
  emit<K extends keyof E>(name: K, value: E[K]): void
}

export function createBus<E extends object>(): Bus<E> {
  const listeners = new Map<keyof E, Set<(value: never) => void>>()
  return {
    on(name, listener) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set.add(listener as (value: never) => void))
      return () => void set.delete(listener as (value: never) => void)
    },
    emit(name, value) {
      for (const listener of listeners.get(name) ?? []) {
        try {
          listener(value as never)
        } catch (error) {
          // One listener's fault is its own: the others still hear, and the page's error handler is told.
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
  }
}

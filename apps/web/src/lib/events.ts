export interface Bus<E extends object> {
  on<K extends keyof E>(name: K, listener: (value: E[K]) => void): () => void
  emit<K extends keyof E>(name: K, value: E[K]): void
}

export function createBus<E extends object>(): Bus<E> {
  const listeners: { [K in keyof E]?: Set<(value: E[K]) => void> } = {}
  return {
    on(name, listener) {
      const set = (listeners[name] ??= new Set())
      set.add(listener)
      return () => void set.delete(listener)
    },
    emit(name, value) {
      for (const listener of listeners[name] ?? []) {
        try {
          listener(value)
        } catch (error) {
          // A failing listener does not stop the others; the error handler of the page gets the error.
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
  }
}

export interface Deadline {
  /** Aborted by the caller or by a timer; the reason is the error for the caller. */
  signal: AbortSignal
  /** Aborts with `reason()` after that time, unless the returned function is called first. 0 means never. */
  after(ms: number, reason: () => Error): () => void
  fail(reason: unknown): void
  /** Settles immediately on abort, even if the promise itself never does. */
  race<T>(promise: Promise<T>): Promise<T>
  end(): void
}

/** The deadline of one call, across all its hops and its answer. */
export function createDeadline(caller?: AbortSignal | null): Deadline {
  const controller = new AbortController()
  const { signal } = controller
  const timers = new Set<NodeJS.Timeout>()
  const onAbort = () => controller.abort(caller?.reason)
  if (caller?.aborted) onAbort()
  else caller?.addEventListener('abort', onAbort, { once: true })
  return {
    signal,
    after(ms, reason) {
      if (!(ms > 0)) return () => {}
      const timer = setTimeout(() => controller.abort(reason()), ms)
      timers.add(timer)
      return () => {
        clearTimeout(timer)
        timers.delete(timer)
      }
    },
    fail: (reason) => controller.abort(reason),
    async race(promise) {
      promise.catch(() => {})
      signal.throwIfAborted()
      const { promise: aborted, reject } = Promise.withResolvers<never>()
      const listener = () => reject(signal.reason)
      signal.addEventListener('abort', listener, { once: true })
      try {
        return await Promise.race([promise, aborted])
      } finally {
        signal.removeEventListener('abort', listener)
      }
    },
    end() {
      for (const timer of timers) clearTimeout(timer)
      caller?.removeEventListener('abort', onAbort)
    },
  }
}

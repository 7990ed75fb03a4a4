import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work after which long work yields to the event loop. */
const MAX_BLOCK_MS = 2

/** Lets long work yield to the event loop between two steps. */
export function createYielder() {
  let since = performance.now()
  return {
    isDue: () => performance.now() - since > MAX_BLOCK_MS,
    async rest(): Promise<void> {
      await setImmediate()
      since = performance.now()
    },
  }
}

/** Runs work in sequence. Concurrent requests would delay each other and everything else. */
export function createSequence() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const own = last.then(work)
    last = own.catch(() => undefined)
    return own
  }
}

/** A semaphore with `max` places; waiters are served in order. */
export function createSemaphore(max: number) {
  let taken = 0
  const waiting: (() => void)[] = []
  return {
    async acquire(): Promise<void> {
      if (taken >= max) return new Promise((resolve) => waiting.push(resolve))
      taken += 1
    },
    release(): void {
      const next = waiting.shift()
      if (next) next()
      else taken -= 1
    },
  }
}

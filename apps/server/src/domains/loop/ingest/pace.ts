import { setImmediate } from 'node:timers/promises'

/** Others get their turn after so many milliseconds of work. */
const STINT_MS = 2

/** To be asked between two pieces of a long work: resolves when it may go on. */
export function createPace() {
  let since = performance.now()
  return {
    isDue: () => performance.now() - since > STINT_MS,
    async rest(): Promise<void> {
      await setImmediate()
      since = performance.now()
    },
  }
}

/** Requests are read one after the other: side by side they would hold up everyone else for as long as all of them take together. */
export function createLine() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const own = last.then(work)
    last = own.catch(() => undefined)
    return own
  }
}

/** At most `max` have a place at a time; the others wait for theirs in the order in which they came. */
export function createPlaces(max: number) {
  let taken = 0
  const waiting: (() => void)[] = []
  return {
    async take(): Promise<void> {
      if (taken >= max) return new Promise((resolve) => waiting.push(resolve))
      taken += 1
    },
    give(): void {
      const next = waiting.shift()
      if (next) next()
      else taken -= 1
    },
  }
}

import type { Clock } from '#kit/clock.ts'
import type { Rate } from './adapter.ts'

const SWEEP_AT = 10_000

/** How long to wait before the next message of a key, at an even pace after the first burst. In the process that sends. */
export function createBuckets(clock: Clock) {
  const free = new Map<string, number>()
  function sweep(now: number) {
    for (const [key, at] of free) if (at <= now) free.delete(key)
  }
  return {
    /** Milliseconds until it may go; 0 takes the place. */
    wait(key: string, { count, seconds }: Rate): number {
      const now = clock.now()
      if (free.size > SWEEP_AT) sweep(now)
      const gap = (seconds * 1000) / count
      const at = Math.max(free.get(key) ?? 0, now - (count - 1) * gap)
      if (at > now) return at - now
      free.set(key, at + gap)
      return 0
    },
  }
}
export type Buckets = ReturnType<typeof createBuckets>

import type { Clock } from '#kit/clock.ts'
import type { Rate } from './adapter.ts'

const SWEEP_AT = 10_000

/** Rate limit by key: after the first burst, sends at an even pace. Applies to this process only. */
export function createBuckets(clock: Clock) {
  const free = new Map<string, number>()
  function sweep(now: number) {
    for (const [key, at] of free) if (at <= now) free.delete(key)
  }
  return {
    /** Milliseconds until a send is allowed; 0 allows it and counts it. */
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

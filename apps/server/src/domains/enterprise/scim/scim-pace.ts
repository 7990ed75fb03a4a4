import type { Clock } from '#kit/clock.ts'

export type Buckets = Map<string, { calls: number; at: number }>
/** An empty bucket is full again after this time. */
const REFILL_MS = 1000

/**
 * Token bucket per key with a burst of one second’s calls. Unlike fixed one-second windows, it never refuses a
 * directory that keeps to the rate, even if some of its calls arrive together.
 */
export function createRateLimit(clock: Clock, callsPerSecond: number, buckets: Buckets = new Map()) {
  return (key: string): boolean => {
    const now = clock.now()
    const before = buckets.get(key) ?? { calls: callsPerSecond, at: now }
    // Ignore a clock that was set back.
    const gained = (Math.max(0, now - before.at) / REFILL_MS) * callsPerSecond
    const calls = Math.min(callsPerSecond, before.calls + gained)
    // Keep the buckets in the order of their last calls, and drop the full ones: a missing bucket is full as well.
    buckets.delete(key)
    buckets.set(key, { calls: calls >= 1 ? calls - 1 : calls, at: now })
    for (const [oldest, { at }] of buckets) {
      if (now - at < REFILL_MS) break
      buckets.delete(oldest)
    }
    return calls >= 1
  }
}
export type RateLimit = ReturnType<typeof createRateLimit>

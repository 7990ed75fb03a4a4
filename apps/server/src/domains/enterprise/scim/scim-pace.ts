import type { Clock } from '#kit/clock.ts'

/**
 * Token bucket per key with a burst of one second’s calls. Unlike fixed one-second windows, it never refuses a
 * directory that keeps to the rate, even if some of its calls arrive together.
 */
export function createPace(clock: Clock, callsPerSecond: number) {
  const left = new Map<string, { calls: number; at: number }>()
  return (key: string): boolean => {
    const now = clock.now()
    const before = left.get(key) ?? { calls: callsPerSecond, at: now }
    // Ignore a clock that was set back.
    const gained = (Math.max(0, now - before.at) / 1000) * callsPerSecond
    const calls = Math.min(callsPerSecond, before.calls + gained)
    left.set(key, { calls: calls >= 1 ? calls - 1 : calls, at: now })
    return calls >= 1
  }
}
export type Pace = ReturnType<typeof createPace>

import type { Clock } from '#kit/clock.ts'

/**
 * How fast a token may call: so many at once, and as many again each second. A directory that keeps to the pace is never put off,
 * also when some of its calls arrive together; windows of a second would refuse it whenever one call fell into the next window.
 */
export function createPace(clock: Clock, callsPerSecond: number) {
  const left = new Map<string, { calls: number; at: number }>()
  return (key: string): boolean => {
    const now = clock.now()
    const before = left.get(key) ?? { calls: callsPerSecond, at: now }
    // A clock that was set back gives nothing, and takes nothing away.
    const gained = (Math.max(0, now - before.at) / 1000) * callsPerSecond
    const calls = Math.min(callsPerSecond, before.calls + gained)
    left.set(key, { calls: calls >= 1 ? calls - 1 : calls, at: now })
    return calls >= 1
  }
}
export type Pace = ReturnType<typeof createPace>

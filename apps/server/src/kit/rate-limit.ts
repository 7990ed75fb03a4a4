import type { Clock } from './clock.ts'
import { errors } from './errors.ts'

/** Fixed windows in memory: enough to slow down one address. Limits across processes are counted in the database. */
export interface RateLimiter {
  /** Counts one call, or throws an error with the time to wait. */
  take(key: string, max: number, seconds: number): void
}

const SWEEP_AT = 50_000

export function createRateLimiter(clock: Clock): RateLimiter {
  const windows = new Map<string, { until: number; count: number }>()
  const sweep = (now: number) => {
    for (const [key, window] of windows) if (window.until <= now) windows.delete(key)
  }
  return {
    take(key, max, seconds) {
      const now = clock.now()
      if (windows.size > SWEEP_AT) sweep(now)
      let window = windows.get(key)
      // A window that ends later than a new one would is left over from before the clock was set back.
      if (!window || window.until <= now || window.until > now + seconds * 1000)
        windows.set(key, (window = { until: now + seconds * 1000, count: 0 }))
      window.count += 1
      if (window.count > max) throw errors.tooMany({ seconds: Math.ceil((window.until - now) / 1000) })
    },
  }
}

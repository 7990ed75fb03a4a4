import type { Clock } from '../clock.ts'
import { QUIET_MS } from './pass.ts'

/** The number of concurrent items: halved when the other side throttles, then slowly increased again. */
export function createWindow(most: number, clock: Clock) {
  let size = Math.max(1, most)
  let quietSince = clock.now()
  return {
    size(): number {
      if (size < most && clock.now() - quietSince >= QUIET_MS) {
        size += 1
        quietSince = clock.now()
      }
      return size
    },
    slowDown() {
      size = Math.max(1, Math.floor(size / 2))
      quietSince = clock.now()
    },
  }
}

import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const CHECK_MS = 5_000
/** Share of the time in which the event loop is busy. Timers and polling alone take 3 % of it. */
const BUSY = 0.1
/** Checks without work after which nobody is expected back at once: the collection holds up for a tenth of a second who comes then. */
const RESTED = 4

let isNoted = false
/** A worker is busy for somebody, which the event loop of the main thread does not show. */
export function noteWork(): void {
  isNoted = true
}

/** Not by a flag of `npm start`: with it Node refuses what it has compiled of itself, and compiles that again for 100 ms. */
function collector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as NodeJS.GCFunction
}

/**
 * Keeps the heap small, and returns memory to the system once the process becomes idle. V8 keeps the space that a burst
 * of work took until its next full collection, which an idle process never starts.
 */
export function keepMemorySmall() {
  const collect = collector()
  // Collections come earlier than V8 would choose. Not a flag of `npm start`: there it costs the start 100 ms.
  setFlagsFromString('--heap-growing-percent=80')
  let last = performance.eventLoopUtilization()
  let hasWorked = true
  let rested = 0
  // What the start left behind goes as soon as possible.
  let enough = 1
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    if (utilization > BUSY || isNoted) {
      isNoted = false
      hasWorked = true
      rested = 0
      return
    }
    rested += 1
    if (hasWorked && rested >= enough) {
      hasWorked = false
      enough = RESTED
      void collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    }
  }, CHECK_MS).unref()
}

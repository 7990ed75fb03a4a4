import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const CHECK_MS = 5_000
/** The process counts as busy above this share of event loop time. Timers and polling alone take 3 %. */
const BUSY = 0.1
/** Idle checks before a collection, which delays a request by a tenth of a second: by then, none is expected soon. */
const IDLE_CHECKS = 4

let hasWorkerWork = false
/** Reports work in a worker, which the event loop of the main thread does not show. */
export function noteWork(): void {
  hasWorkerWork = true
}

/** Enabled here, not by a flag of `npm start`: with it, Node rejects its code cache and compiles for 100 ms more. */
function collector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as NodeJS.GCFunction
}

/**
 * Keeps the heap small, and returns memory to the system once the process is idle. V8 keeps the memory that a burst of
 * work took until its next full collection, which an idle process never starts.
 */
export function keepMemorySmall() {
  const collect = collector()
  // Collect earlier than V8 would. Not a flag of `npm start`: there it costs the start 100 ms.
  setFlagsFromString('--heap-growing-percent=80')
  let last = performance.eventLoopUtilization()
  let hasWorked = true
  let idleChecks = 0
  // Memory left over from the start is released as soon as possible.
  let neededChecks = 1
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    if (utilization > BUSY || hasWorkerWork) {
      hasWorkerWork = false
      hasWorked = true
      idleChecks = 0
      return
    }
    idleChecks += 1
    if (hasWorked && idleChecks >= neededChecks) {
      hasWorked = false
      neededChecks = IDLE_CHECKS
      void collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    }
  }, CHECK_MS).unref()
}

import { openSync, readSync } from 'node:fs'
import { createServer } from 'node:http'

/**
 * Loaded into a server with --import. Reports maxima since the last request: `late`, the delay of a timer of one
 * millisecond; `held`, that delay without the time in which the thread waited for a CPU; and `work`, the CPU time of
 * the thread between two ticks. The maxima may belong to different ticks.
 */
const TICK_MS = 1
const atWork = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
/** The kernel's count of how long this thread was runnable without a CPU. */
const schedule = openSync('/proc/thread-self/schedstat', 'r')
const line = Buffer.alloc(128)
function waited(): number {
  const size = readSync(schedule, line, 0, line.length, 0)
  return Number(line.toString('latin1', 0, size).split(' ')[1]) / 1e6
}
const nothing = { late: 0, held: 0, work: 0 }
let worst = nothing
const look = () => ({ wall: performance.now(), work: atWork(), waited: waited() })
let last = look()
setInterval(() => {
  const now = look()
  const late = now.wall - last.wall - TICK_MS
  worst = {
    late: Math.max(worst.late, late),
    held: Math.max(worst.held, late - (now.waited - last.waited)),
    work: Math.max(worst.work, now.work - last.work),
  }
  last = now
}, TICK_MS).unref()
createServer((_, response) => {
  response.end(JSON.stringify(worst))
  worst = nothing
})
  .listen(Number(process.env.LOOP_PORT), '127.0.0.1')
  .unref()

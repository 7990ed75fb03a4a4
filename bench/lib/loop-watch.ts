import { openSync, readSync } from 'node:fs'
import { createServer } from 'node:http'

/**
 * Loaded into a server with --import: by how much its event loop was late at worst since somebody last asked, as a timer of one
 * millisecond sees it; how much of a tick it was held up at worst, without what its thread had to wait for a processor that others
 * used; and how long its thread was at work at most between two ticks. These need not be the same ticks.
 */
const TICK_MS = 1
const atWork = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
/** How long this thread was ready to run and did not get a processor, as the kernel counts it. */
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

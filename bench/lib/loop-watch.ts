import { createServer } from 'node:http'

/**
 * Loaded into a server with --import: by how much its event loop was late at worst since somebody last asked, in time of
 * the wall, as a timer of one millisecond sees it, and how long its thread was at work at most between two ticks, which
 * need not be the same ones. What lateness there is beyond that work the thread had to wait for a processor.
 */
const TICK_MS = 1
const atWork = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
let worst = { late: 0, work: 0 }
let last = { wall: performance.now(), work: atWork() }
setInterval(() => {
  const now = { wall: performance.now(), work: atWork() }
  worst = {
    late: Math.max(worst.late, now.wall - last.wall - TICK_MS),
    work: Math.max(worst.work, now.work - last.work),
  }
  last = now
}, TICK_MS).unref()
createServer((_, response) => {
  response.end(JSON.stringify(worst))
  worst = { late: 0, work: 0 }
})
  .listen(Number(process.env.LOOP_PORT), '127.0.0.1')
  .unref()

import { createServer } from 'node:http'

/**
 * Loaded into a server with --import: by how much its event loop was late at worst since somebody last asked, in time of
 * the wall, as a timer of one millisecond sees it, and how much of that its thread was at work. What is left of it the
 * thread had to wait for a processor, as an idle loop has to as well: that is the floor to put beside it.
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
  const late = now.wall - last.wall - TICK_MS
  if (late > worst.late) worst = { late, work: now.work - last.work }
  last = now
}, TICK_MS).unref()
createServer((_, response) => {
  response.end(JSON.stringify(worst))
  worst = { late: 0, work: 0 }
})
  .listen(Number(process.env.LOOP_PORT), '127.0.0.1')
  .unref()

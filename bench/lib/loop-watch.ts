import { createServer } from 'node:http'

/**
 * Loaded into a server with --import: the longest stretch of work between two turns of its event loop since somebody last asked, in
 * time of this thread. What other processes take from the machine is not counted: it would hold up an idle loop as well.
 */
let worst = 0
let last = used()
function used() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
setInterval(() => {
  const now = used()
  worst = Math.max(worst, now - last)
  last = now
}, 1).unref()
createServer((_, response) => {
  response.end(String(worst))
  worst = 0
})
  .listen(Number(process.env.LOOP_PORT), '127.0.0.1')
  .unref()

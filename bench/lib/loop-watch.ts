import { createServer } from 'node:http'

/**
 * Loaded into a server with --import: by how much its event loop was late at worst since somebody last asked, in time of the wall, as
 * a timer of one millisecond sees it. Other processes delay an idle loop as well: that is the floor to put beside it.
 */
const TICK_MS = 1
let worst = 0
let last = performance.now()
setInterval(() => {
  const now = performance.now()
  worst = Math.max(worst, now - last - TICK_MS)
  last = now
}, TICK_MS).unref()
createServer((_, response) => {
  response.end(String(worst))
  worst = 0
})
  .listen(Number(process.env.LOOP_PORT), '127.0.0.1')
  .unref()

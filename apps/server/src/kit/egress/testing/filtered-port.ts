import net from 'node:net'
import { Worker } from 'node:worker_threads'

/** A listener that never accepts: its queue is full, so the kernel drops connections like a firewall. */
const sleeper = `
const { parentPort } = require('node:worker_threads')
const server = require('node:net').createServer()
server.listen({ port: 0, host: '127.0.0.4', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port)
  setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
})`

export async function startFilteredPort() {
  const worker = new Worker(sleeper, { eval: true })
  const port = await new Promise<number>((resolve) => worker.once('message', resolve))
  const fillers: net.Socket[] = []
  // Connect until one attempt is neither accepted nor refused.
  for (let full = false; !full;) {
    const socket = net.connect(port, '127.0.0.4').on('error', () => {})
    fillers.push(socket)
    full = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(true), 400)
      socket.once('connect', () => {
        clearTimeout(timer)
        resolve(false)
      })
    })
  }
  return {
    hostPort: `127.0.0.4:${port}`,
    async close() {
      for (const socket of fillers) socket.destroy()
      await worker.terminate()
    },
  }
}

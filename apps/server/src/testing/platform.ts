import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Delivery, Simulator } from '#domains/reach/channel/lab/simulator.ts'
import { afterFile } from './after-file.ts'

export interface Platform {
  origin: string
  host: string
  /** Ends all connections, as a restart of the platform does. */
  cutSockets(): void
  /** How many sockets of ours are open. */
  sockets(): number
  /** Nobody listens any more: connections are refused. */
  down(): Promise<void>
  up(): Promise<void>
}

/** The far end of a platform's network on 127.0.0.1. `simulator` is asked at each call: it may need to know its own address. */
export async function openPlatform(simulator: () => Simulator): Promise<Platform> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void serve())
    async function serve() {
      const url = new URL(request.url ?? '/', 'http://platform.test')
      const answer = await simulator().handle({
        method: request.method ?? 'GET',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks),
      })
      if (answer.status === 0) return void request.socket.destroy()
      response.writeHead(answer.status, answer.headers).end(answer.body)
    }
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket, request) => {
    const take = simulator().open?.(request.url ?? '', {
      send: (text) => socket.send(text),
      close: () => socket.close(),
    })
    socket.on('message', (data, isBinary) => take?.(isBinary ? (data as Buffer) : String(data)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  afterFile(async () => {
    for (const socket of sockets.clients) socket.terminate()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    cutSockets: () => sockets.clients.forEach((socket) => socket.terminate()),
    sockets: () => sockets.clients.size,
    async down() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    up: () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve)),
  }
}

/** A delivery of the platform to an address of ours. */
export const toInit = ({ method, headers, body }: Delivery): RequestInit => ({
  method,
  headers,
  ...(method === 'POST' && { body }),
})

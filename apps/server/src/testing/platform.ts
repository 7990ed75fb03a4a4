import { createServer } from 'node:http'
import { type AddressInfo, createServer as createStreamServer, type Server, type Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Delivery, Simulator } from '#domains/reach/channel/lab/simulator.ts'
import { afterFile } from './after-file.ts'

export interface Platform {
  origin: string
  host: string
  /** Closes all connections, like a restart of the platform. */
  cutSockets(): void
  /** Ports for plain TCP connections, by protocol. */
  ports: Record<string, number>
  isUp(): boolean
  /** Number of open WebSockets of our app. */
  sockets(): number
  /** Stops listening, so that connections are refused. */
  down(): Promise<void>
  up(): Promise<void>
}

/**
 * The network side of a simulated platform on 127.0.0.1. `simulator` is called for each request, since it may need the
 * address of the platform.
 */
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
  const streams = await openStreams(simulator)
  let isUp = true
  return {
    ports: streams.ports,
    isUp: () => isUp,
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    cutSockets: () => sockets.clients.forEach((socket) => socket.terminate()),
    sockets: () => sockets.clients.size,
    async down() {
      isUp = false
      await streams.down()
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    async up() {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      await streams.up()
      isUp = true
    },
  }
}
const listen = (server: Server, port: number) =>
  new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
const close = (server: Server) => new Promise((resolve) => server.close(resolve))

/** Plain TCP servers of a platform, e.g. for mail. The simulator handles the protocols it supports. */
async function openStreams(simulator: () => Simulator) {
  const sockets = new Set<Socket>()
  const servers = ['imap', 'smtp'].map((name) => ({
    name,
    port: 0,
    server: createStreamServer((socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      const serve = simulator().streams?.[name]
      if (serve) serve(socket)
      else socket.destroy()
    }),
  }))
  for (const item of servers) {
    await listen(item.server, 0)
    item.port = (item.server.address() as AddressInfo).port
  }
  async function down() {
    for (const socket of sockets) socket.destroy()
    await Promise.all(servers.map(({ server }) => close(server)))
  }
  afterFile(down)
  return {
    ports: Object.fromEntries(servers.map(({ name, port }) => [name, port])),
    down,
    up: async () => void (await Promise.all(servers.map(({ server, port }) => listen(server, port)))),
  }
}

/** A delivery of the platform as request options. */
export const toInit = ({ method, headers, body }: Delivery): RequestInit => ({
  method,
  headers,
  ...(method === 'POST' && { body }),
})

import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import { createLog } from '../../log.ts'
import { createEgress, type Egress, type EgressOptions } from '../egress.ts'

/** The far end of the network, on loopback: sites that answer, traps that count connections, and a fake DNS. */
export interface Lab {
  site(handler: http.RequestListener, options?: { host?: string; tls?: { key: string; cert: string } }): Promise<Site>
  /** A raw TCP listener. Without a handler, it accepts and sends nothing. */
  trap(onConnection?: (socket: net.Socket) => void, host?: string): Promise<Trap>
  egress(options?: Partial<EgressOptions>): Egress
  close(): Promise<void>
}
export interface Trap {
  host: string
  port: number
  /** Such as `127.0.0.2:4321`, as an entry of an allow list. */
  hostPort: string
  connections: number
  open(): number
}
export interface Site extends Trap {
  url: string
  requests: { method: string; url: string; headers: http.IncomingHttpHeaders; body: string }[]
}

export const silentLog = createLog({ level: 'silent' })

export function createLab(): Lab {
  const closers: (() => Promise<unknown>)[] = []

  async function listen(server: net.Server, host: string): Promise<Trap> {
    const sockets = new Set<net.Socket>()
    const trap: Trap = { host, port: 0, hostPort: '', connections: 0, open: () => sockets.size }
    server.on('connection', (socket: net.Socket) => {
      trap.connections++
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    })
    await new Promise<void>((resolve) => server.listen(0, host, resolve))
    trap.port = (server.address() as AddressInfo).port
    trap.hostPort = `${host}:${trap.port}`
    closers.push(async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    })
    return trap
  }

  return {
    async site(handler, { host = '127.0.0.2', tls } = {}) {
      const requests: Site['requests'] = []
      const listener: http.RequestListener = (request, response) => {
        const chunks: Buffer[] = []
        const record = { method: request.method!, url: request.url!, headers: request.headers, body: '' }
        requests.push(record)
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', () => (record.body = Buffer.concat(chunks).toString()))
        handler(request, response)
      }
      const server = tls ? https.createServer(tls, listener) : http.createServer(listener)
      const trap = await listen(server, host)
      return Object.assign(trap, { requests, url: `${tls ? 'https' : 'http'}://${trap.hostPort}` })
    },
    trap: (onConnection = () => {}, host = '127.0.0.2') => listen(net.createServer(onConnection), host),
    egress(options = {}) {
      const egress = createEgress({ allow: [], log: silentLog, resolve: noNames, ...options })
      closers.unshift(() => egress.close())
      return egress
    },
    async close() {
      for (const close of closers.splice(0)) await close()
    },
  }
}

/** The test DNS resolves no names by default. */
const noNames = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))

/** A DNS with these names. Several lists are returned one after the other (DNS rebinding), the last one permanently. */
export function fakeNames(names: Record<string, string[][]>) {
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    const answers = names[host]
    if (!answers) return noNames()
    return answers.length > 1 ? answers.shift()! : answers[0]!
  }
  return { resolve, asked }
}

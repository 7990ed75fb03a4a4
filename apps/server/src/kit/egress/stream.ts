import type { Socket } from 'node:net'
import { isIP } from 'node:net'
import { connect as secure } from 'node:tls'
import type { AllowList } from './allow-list.ts'
import { checkUrl } from './check-url.ts'
import type { Connector } from './connector.ts'
import { egressErrors } from './egress-errors.ts'
import { noteNeverSent } from './never-sent.ts'

export interface StreamInit {
  host: string
  port: number
  /** Uses TLS with a verified certificate, from the first byte on unless there is a `before`. */
  isSecure: boolean
  /** The plain-text dialogue before TLS starts, where the protocol requires one (STARTTLS). */
  before?: (plain: Socket) => Promise<void>
  /** Ports of the protocol in use; by default those of mail. */
  ports?: ReadonlySet<number>
}
/** The ports for fetching and submitting mail. A stream without `ports` opens nothing else below 1024. */
const mailPorts: ReadonlySet<number> = new Set([143, 465, 587, 993])
const HANDSHAKE_MS = 15_000

/** Opens TCP connections for other protocols than HTTP, under the same rules for addresses and names. */
export function createStreams({ connector, allow }: { connector: Connector; allow: AllowList }) {
  const open = new Set<Socket>()

  async function connect({ host, port, isSecure, before, ports = mailPorts }: StreamInit): Promise<Socket> {
    const address = `http://${host}:${port}/`
    const isAddress = URL.canParse(address) && new URL(address).pathname === '/' && !/[/?#@\\\s]/.test(host)
    if (!isAddress || !Number.isInteger(port)) throw egressErrors.badUrl()
    const { hostname } = checkUrl(address, allow, ports)
    const plain = await dial(hostname, port)
    if (!isSecure) return track(plain)
    plain.on('error', () => {})
    await before?.(plain).catch((cause: unknown) => {
      plain.destroy()
      throw cause
    })
    return track(await secured(plain, hostname))
  }
  const dial = (hostname: string, port: number) =>
    new Promise<Socket>((resolve, reject) =>
      connector.connect({ hostname, host: hostname, protocol: 'http:', port: String(port) }, (cause, socket) => {
        if (socket) return resolve(socket)
        reject(
          cause && 'status' in cause
            ? cause
            : noteNeverSent(egressErrors.unreachable({ host: hostname }), codeOf(cause) ?? 'ECONNREFUSED'),
        )
      }),
    )
  /** All failures are the same, as with requests. */
  const secured = (socket: Socket, hostname: string) =>
    new Promise<Socket>((resolve, reject) => {
      const name = hostname.replace(/^\[|\]$/g, '')
      const made = secure({ socket, ...(isIP(name) ? { host: name } : { servername: name }) })
      const fail = () => {
        clearTimeout(timer)
        made.destroy()
        socket.destroy()
        reject(noteNeverSent(egressErrors.unreachable({ host: hostname }), 'ECONNREFUSED'))
      }
      const timer = setTimeout(fail, HANDSHAKE_MS)
      made.once('error', fail)
      made.once('close', fail)
      made.once('secureConnect', () => {
        clearTimeout(timer)
        made.off('error', fail)
        made.off('close', fail)
        resolve(made)
      })
    })
  function track(socket: Socket): Socket {
    open.add(socket)
    // Every error is followed by a close event; without a listener, it would end the process.
    socket.on('error', () => {})
    socket.once('close', () => open.delete(socket))
    return socket
  }
  return {
    connect,
    closeAll() {
      for (const socket of open) socket.destroy()
    },
  }
}
const codeOf = (cause: unknown) => (cause as { code?: string } | null)?.code

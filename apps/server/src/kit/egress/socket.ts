import { type Agent, WebSocket } from 'undici'
import type { AllowList } from './allow-list.ts'
import { checkUrl } from './check-url.ts'
import { egressErrors } from './egress-errors.ts'
import { readHeaders } from './request-headers.ts'

/** An open WebSocket to an address that a user can influence. */
export interface EgressSocket {
  send(data: string | Uint8Array<ArrayBuffer>): void
  /** Messages that arrived before the listener was set are delivered first. Binary messages arrive as bytes. */
  onMessage(listener: (data: string | Buffer) => void): void
  /** Resolves when the socket has closed, for whatever reason; never rejects. */
  closed: Promise<{ code: number; reason: string }>
  close(): void
}
export interface SocketInit {
  headers?: Record<string, string>
  openTimeoutMs?: number
}
/** The largest message; a platform that sends more is disconnected. */
export const MAX_SOCKET_BYTES = 4 * 1024 * 1024

/** Opens sockets under the same rules as requests: same addresses, same ports, same connector, no redirects. */
export function createSockets({ agent, allow }: { agent: Agent; allow: AllowList }) {
  const open = new Set<WebSocket>()

  async function connect(address: string, { headers = {}, openTimeoutMs = 15_000 }: SocketInit): Promise<EgressSocket> {
    const url = checkUrl(address.replace(/^ws(s?):/i, 'http$1:'), allow)
    const { host } = url
    const given = Object.fromEntries(readHeaders(headers, url))
    const socket = new WebSocket(url.href.replace(/^http/, 'ws'), { dispatcher: agent, headers: given })
    socket.binaryType = 'arraybuffer'
    open.add(socket)
    const closed = Promise.withResolvers<{ code: number; reason: string }>()
    socket.addEventListener('close', ({ code, reason }) => {
      open.delete(socket)
      closed.resolve({ code, reason })
    })
    // Every error is followed by a close event; without a listener, it would end the process.
    socket.addEventListener('error', () => {})
    const early: (string | Buffer)[] = []
    let listener: ((data: string | Buffer) => void) | undefined
    socket.addEventListener('message', ({ data }: { data: unknown }) => {
      const read = typeof data === 'string' ? data : Buffer.from(data as ArrayBuffer)
      if (listener) listener(read)
      else early.push(read)
    })
    await opened(socket, closed.promise, openTimeoutMs, host)
    return {
      send: (data) => socket.send(data),
      onMessage(next) {
        listener = next
        for (const data of early.splice(0)) next(data)
      },
      closed: closed.promise,
      close: () => socket.close(),
    }
  }
  return {
    connect,
    closeAll() {
      for (const socket of open) socket.close()
    },
  }
}

/**
 * Waits until the socket is open. All failures are the same, as with requests: otherwise they would reveal open ports.
 */
async function opened(socket: WebSocket, closed: Promise<unknown>, timeoutMs: number, host: string): Promise<void> {
  const isOpen = new Promise<boolean>((resolve) => socket.addEventListener('open', () => resolve(true)))
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), timeoutMs)))
  const isThere = await Promise.race([isOpen, closed.then(() => false), late])
  clearTimeout(timer)
  if (isThere) return
  socket.close()
  throw egressErrors.unreachable({ host })
}

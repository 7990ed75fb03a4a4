import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'

/** One frame; sound comes in pieces of a fraction of this. */
const FRAME_BYTES = 256 * 1024
const PREFIX = 'Bearer '

/** What a call of the kind `socket` finds in its environment when the client asked to switch protocols. */
export interface Upgrade {
  /** The connection is handed over once the answer to the request is there. */
  accept(serve: (socket: WebSocket) => void): void
}
type Fetch = (request: Request, env: object) => Response | Promise<Response>

/**
 * Lets requests to switch to WebSocket take the same way as all others: the same routes, authentication, access and limits. What
 * is refused is refused by an ordinary answer, before the protocol changes.
 */
export function acceptSockets(server: Server, fetch: Fetch) {
  let sockets: WebSocketServer | undefined
  async function handle(incoming: IncomingMessage, stream: Duplex, head: Buffer) {
    stream.on('error', () => stream.destroy())
    let serve: ((socket: WebSocket) => void) | undefined
    const upgrade: Upgrade = { accept: (next) => void (serve = next) }
    const response = await fetch(readRequest(incoming), { incoming, upgrade })
    if (!serve) return refuse(stream, response)
    // Loaded with the first connection: most processes never need it.
    sockets ??= new (await import('ws')).WebSocketServer({
      noServer: true,
      maxPayload: FRAME_BYTES,
      perMessageDeflate: false,
      clientTracking: false,
    })
    sockets.handleUpgrade(incoming, stream, head, serve)
  }
  server.on('upgrade', (incoming: IncomingMessage, stream: Duplex, head: Buffer) => {
    handle(incoming, stream, head).catch(() => stream.destroy())
  })
}

/**
 * Browsers cannot give a socket headers: here, and nowhere else, a token may come in the query. It is taken out of the address at
 * once, so that nothing that is written down later can contain it.
 */
function readRequest(incoming: IncomingMessage): Request {
  const url = new URL(incoming.url ?? '/', 'http://localhost')
  const token = url.searchParams.get('authorization')
  url.searchParams.delete('authorization')
  incoming.url = url.pathname + url.search
  if (token !== null) incoming.headers.authorization ??= token.startsWith(PREFIX) ? token : `${PREFIX}${token}`
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  return new Request(url, { method: incoming.method ?? 'GET', headers })
}

async function refuse(stream: Duplex, response: Response) {
  const body = Buffer.from(await response.arrayBuffer())
  const status = response.status < 400 ? 400 : response.status
  const lines = [`HTTP/1.1 ${status} Refused`, 'Connection: close', `Content-Length: ${body.length}`]
  for (const [name, value] of response.headers) if (name !== 'content-length') lines.push(`${shown(name)}: ${value}`)
  stream.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]))
}
/** The official client looks for `X-Tt-Logid`, in this case. */
const shown = (name: string) => name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())

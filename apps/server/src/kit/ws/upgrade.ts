import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'

/** Maximum size of a frame; sound arrives in much smaller pieces. */
const FRAME_BYTES = 256 * 1024
const PREFIX = 'Bearer '

/** The environment of a call of kind `socket`, if the client requested an upgrade. */
export interface Upgrade {
  /** The connection is passed on once the response to the request exists. */
  accept(serve: (socket: WebSocket) => void): void
}
type Fetch = (request: Request, env: object) => Response | Promise<Response>

/**
 * Upgrade requests pass through the same routes, authentication, access and limits as all other requests. A refusal is
 * an ordinary response, sent before the protocol is switched.
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
 * Browsers cannot set headers for a WebSocket, so here, and nowhere else, a token may be in the query. It is removed
 * from the URL immediately, so that no log can contain it.
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
/** The official client expects `X-Tt-Logid` in this spelling. */
const shown = (name: string) => name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())

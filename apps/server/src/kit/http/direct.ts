import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../log.ts'
import { localeIn, newLogId, securityHeaders } from './answer.ts'
import type { ReadyText } from './context.ts'
import { currentCall } from './current-call.ts'
import { errorAnswer } from './edge.ts'
import { joined, readIncoming, rethrow } from './read-input.ts'

/** A call that is so frequent that passing through the router would take most of its time. */
export interface DirectRoute {
  /** Method and path as in the contract: usage is counted for them. */
  api: string
  /** The path up to the key, which is the last part. */
  prefix: string
  /** Maximum size of a body in bytes. */
  limit: number
  answer(request: DirectRequest): Promise<ReadyText>
}
interface DirectRequest {
  key: string
  headers: Pick<Headers, 'get'>
  body: Buffer
}
type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void
/** Returns false when the router has to handle the request. */
export type Direct = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

const KEY = /^[\w-]{1,100}$/
/** Requests with these headers belong to a span of the caller, which only the router handles. */
const forRouter = new Set(['traceparent', 'x-cozeloop-traceparent'])

/** Answers the ordinary form of one call as the router would: a POST with a short body of known length. */
export function createDirect({ api, prefix, limit, answer }: DirectRoute, log: Log): Direct {
  async function serve(incoming: IncomingMessage, outgoing: ServerResponse, key: string) {
    const logId = newLogId()
    try {
      const body = joined(await readIncoming(incoming, limit).catch(rethrow))
      const { text, status, type } = await answer({ key, body, headers: { get: (name) => headerIn(incoming, name) } })
      send(outgoing, status, text, ['content-type', type, 'cache-control', 'no-store', 'x-tt-logid', logId])
    } catch (cause) {
      const locale = localeIn(headerIn(incoming, 'accept-language') ?? '')
      const told = errorAnswer(cause, { method: 'POST', path: prefix + key, locale, logId }, log)
      const headers = ['content-type', 'application/json', 'x-tt-logid', logId, ...(told.more ?? []).flat()]
      send(outgoing, told.status, JSON.stringify(told.body), headers)
    }
  }
  return (incoming, outgoing) => {
    const { url = '', method } = incoming
    if (method !== 'POST' || !url.startsWith(prefix)) return false
    const key = url.slice(prefix.length)
    if (!KEY.test(key) || !isOrdinary(incoming, limit)) return false
    void currentCall.run(api, () => serve(incoming, outgoing, key))
    return true
  }
}

/** Tries the direct route first, and passes all other requests to the router. */
export const listenerFor =
  (direct: Direct, router: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown): Listener =>
  (incoming, outgoing) => {
    if (!direct(incoming, outgoing)) router(incoming, outgoing)
  }

function isOrdinary({ rawHeaders }: IncomingMessage, limit: number): boolean {
  let length = Number.NaN
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase()
    if (name === 'content-length') length = Number(rawHeaders[at + 1])
    else if (forRouter.has(name)) return false
  }
  return length <= limit
}

/**
 * Searches the raw header lines: parsing all of them into an object takes longer than reading the few that are needed.
 */
function headerIn(incoming: IncomingMessage, name: string): string | null {
  const { rawHeaders } = incoming
  let found: string | null = null
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at]!
    if (given.length !== name.length || given.toLowerCase() !== name.toLowerCase()) continue
    // How repeated lines combine depends on the header.
    if (found !== null) return String(incoming.headers[name.toLowerCase()])
    found = rawHeaders[at + 1]!
  }
  return found
}

const sharedLines = Object.entries(securityHeaders).flat()
function send(outgoing: ServerResponse, status: number, text: string, headers: string[]): void {
  outgoing.writeHead(status, [...headers, ...sharedLines, 'content-length', String(Buffer.byteLength(text))])
  outgoing.end(text)
}

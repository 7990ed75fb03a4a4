import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Context } from 'hono'
import type { AppError, Locale, Status } from '../errors.ts'
import type { ReadyText } from './context.ts'
import { sharedHeaders } from './cors.ts'

export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

/** Node's own request, if there is one: its headers are already parsed, and no Request has to be built around it. */
export const incomingOf = (c: Context) => (c.env as { incoming?: IncomingMessage } | undefined)?.incoming
export const headerOf = (c: Context, name: string): string | undefined => {
  const incoming = incomingOf(c)
  // Node stores header names in lower case; contracts write `X-Space-Id`.
  return incoming ? (incoming.headers[name.toLowerCase()] as string | undefined) : c.req.header(name)
}

const process = randomBytes(6).toString('hex').toUpperCase()
let count = 0
/** Time, process and a counter: unique without random bits for each id. */
export function newLogId(): string {
  count = (count + 1) % 0x1000000
  return `${Date.now().toString(16).toUpperCase().padStart(12, '0')}${process}${count.toString(16).toUpperCase().padStart(6, '0')}`
}
export function logIdOf(c: Context): string {
  const known = c.get('logId') as string | undefined
  if (known) return known
  const made = newLogId()
  c.set('logId', made)
  return made
}

export const localeIn = (accepted = ''): Locale => (/^zh\b/i.test(accepted) ? 'zh-CN' : 'en')
export const localeOf = (c: Context): Locale => localeIn(headerOf(c, 'accept-language'))

/** The headers of every JSON answer. */
const jsonHeaders = (c: Context): Record<string, string> => ({
  'content-type': 'application/json',
  'x-tt-logid': logIdOf(c),
  ...securityHeaders,
  ...sharedHeaders(c),
})
/** A JSON answer with the standard headers. */
export const answerJson = (c: Context, body: unknown, status = 200, more?: [string, string][]): Response =>
  answerText(c, JSON.stringify(body), status, more)
/** Like `answerJson`, for a body that is already serialised. */
export function answerText(c: Context, text: string, status = 200, more?: [string, string][]): Response {
  const headers = jsonHeaders(c)
  if (more && addTo(headers, more)) return new Response(text, { status, headers })
  if (!more?.length) {
    const isPacked = isWorthPacking(text) && asksForPacked(c)
    if (!isPacked) return new Response(text, { status, headers })
    return new Response(gzipSync(text, { level: 1 }), { status, headers: { ...headers, 'content-encoding': 'gzip' } })
  }
  const full = new Headers(headers)
  for (const [name, value] of more) full.append(name, value)
  return new Response(text, { status, headers: full })
}

/** Like `answerText`, for JSON in several pieces: other requests can be served between two pieces. */
export function answerParts(
  c: Context,
  parts: readonly string[],
  finish: (part: string) => string,
  more: [string, string][],
): Response {
  const encoder = new TextEncoder()
  let next = 0
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await setImmediate()
      const part = parts[next++]
      if (part === undefined) controller.close()
      else controller.enqueue(encoder.encode(finish(part)))
    },
  })
  const headers = new Headers(jsonHeaders(c))
  for (const [name, value] of more) headers.append(name, value)
  return new Response(body, { headers })
}

/** A plain-text answer for programs, which must not be cached. */
export const answerPlain = (c: Context, { text, status, type }: ReadyText): Response =>
  new Response(text, {
    status,
    headers: {
      'content-type': type,
      'cache-control': 'no-store',
      'x-tt-logid': logIdOf(c),
      ...securityHeaders,
      ...sharedHeaders(c),
    },
  })

/**
 * Adds headers that occur once without a `Headers` object, whose construction would take longer than a short answer.
 */
function addTo(headers: Record<string, string>, more: [string, string][]): boolean {
  const names = new Set([...Object.keys(headers), ...more.map(([name]) => name)])
  if (!more.length || names.size < Object.keys(headers).length + more.length) return false
  for (const [name, value] of more) headers[name] = value
  return true
}

/** Below this range, compression saves little; above it, compression would block other requests. */
const isWorthPacking = ({ length }: string): boolean => length >= 4096 && length <= 262_144
/**
 * Only pages of the studio can send this header. Other sites cannot, so they cannot guess content from the compressed
 * length of an answer. Programs are usually on a near network and are spared the work.
 */
const asksForPacked = (c: Context): boolean =>
  headerOf(c, 'x-requested-with') !== undefined && /\bgzip\b/.test(headerOf(c, 'accept-encoding') ?? '')

/** Adds the standard headers to a response that was built elsewhere. */
export function withHeaders(c: Context, response: Response): Response {
  response.headers.set('x-tt-logid', logIdOf(c))
  for (const [key, value] of Object.entries(securityHeaders))
    if (!response.headers.has(key)) response.headers.set(key, value)
  for (const [key, value] of Object.entries(sharedHeaders(c))) response.headers.set(key, value)
  return response
}

const { publicApi } = ErrorCode
const openCodes: Partial<Record<Status, number>> = {
  400: publicApi.badRequest,
  401: publicApi.unauthorized,
  403: publicApi.noAccess,
  404: publicApi.notFound,
  413: publicApi.badRequest,
  415: publicApi.badRequest,
  426: publicApi.badRequest,
  429: publicApi.tooMany,
}
const kitCodes = new Set(Object.values(ErrorCode.kit))
/** The code that clients of the public API know for refusals by the kit. */
export const openCodeOf = ({ code, status }: AppError): number =>
  kitCodes.has(code) ? (openCodes[status] ?? publicApi.internal) : code

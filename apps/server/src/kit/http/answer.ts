import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import type { AppError, Locale } from '../errors.ts'
import { sharedHeaders } from './cors.ts'

export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

/** Node's own request, when there is one: its headers are parsed already, and a Request need not be built around it. */
export const incomingOf = (c: Context) => (c.env as { incoming?: IncomingMessage } | undefined)?.incoming
export const headerOf = (c: Context, name: string): string | undefined => {
  const incoming = incomingOf(c)
  return incoming ? (incoming.headers[name] as string | undefined) : c.req.header(name)
}

const process = randomBytes(6).toString('hex').toUpperCase()
let count = 0
/** Time, process and a running number: unique without asking for random bits each time. */
export function logIdOf(c: Context): string {
  const known = c.get('logId') as string | undefined
  if (known) return known
  count = (count + 1) % 0x1000000
  const made = `${Date.now().toString(16).toUpperCase().padStart(12, '0')}${process}${count.toString(16).toUpperCase().padStart(6, '0')}`
  c.set('logId', made)
  return made
}

export const localeOf = (c: Context): Locale => (/^zh\b/i.test(headerOf(c, 'accept-language') ?? '') ? 'zh-CN' : 'en')

/** A JSON answer with the headers that every answer has. */
export function answerJson(c: Context, body: unknown, status = 200, more?: [string, string][]): Response {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-tt-logid': logIdOf(c),
    ...securityHeaders,
    ...sharedHeaders(c),
  }
  if (!more?.length) return new Response(JSON.stringify(body), { status, headers })
  const full = new Headers(headers)
  for (const [name, value] of more) full.append(name, value)
  return new Response(JSON.stringify(body), { status, headers: full })
}

/** The same headers on an answer made elsewhere. */
export function withHeaders(c: Context, response: Response): Response {
  response.headers.set('x-tt-logid', logIdOf(c))
  for (const [key, value] of Object.entries(securityHeaders))
    if (!response.headers.has(key)) response.headers.set(key, value)
  for (const [key, value] of Object.entries(sharedHeaders(c))) response.headers.set(key, value)
  return response
}

const openCodes: Record<number, number> = {
  400: 4000,
  401: 4100,
  403: 4101,
  404: 4200,
  413: 4000,
  415: 4000,
  429: 4013,
}
/** The code that clients of the public API know for what the kit itself refuses. */
export const openCodeOf = ({ code, status }: AppError): number =>
  code >= 700012000 && code < 700013000 ? (openCodes[status] ?? 5000) : code

import type { Log } from '../log.ts'
import { egressErrors } from './egress-errors.ts'
import type { BodyInput } from './request-body.ts'
import type { HeadersInput } from './request-headers.ts'

export interface EgressInit {
  method?: string
  headers?: HeadersInput
  /**
   * Streams are sent chunked and only once; other bodies have a length and are resent after a same-origin 307 or 308.
   */
  body?: BodyInput | null
  signal?: AbortSignal | null
  /** From the call to the end of the answer. 0 disables any of these limits. */
  timeoutMs?: number
  /** From each request to the headers of its answer, including the connection. */
  firstByteTimeoutMs?: number
  /** The longest pause within an answer. */
  idleTimeoutMs?: number
  /** The largest decoded answer. */
  maxBytes?: number
  /** `manual` returns a redirect as the answer, `error` fails on it. */
  redirect?: 'follow' | 'manual' | 'error'
  maxRedirects?: number
  /** Headers with credentials, besides the well-known ones: never forwarded to another origin. */
  secretHeaders?: readonly string[]
  /** The origin for which the credentials were saved. A call to any other origin is refused before connecting. */
  secretOrigin?: string
  /** True: resolve at the headers and stream the body. False: resolve with the whole answer in memory. */
  stream?: boolean
  /** A logger with the caller's context, for logging refusals. */
  log?: Log
}

const mib = 1024 * 1024
const whole = { timeoutMs: 60_000, firstByteTimeoutMs: 60_000, idleTimeoutMs: 30_000, maxBytes: 10 * mib }
const streamed = { timeoutMs: 600_000, firstByteTimeoutMs: 120_000, idleTimeoutMs: 120_000, maxBytes: 100 * mib }

export function limitsOf(init: EgressInit) {
  const fallback = init.stream ? streamed : whole
  return {
    timeoutMs: init.timeoutMs ?? fallback.timeoutMs,
    firstByteTimeoutMs: init.firstByteTimeoutMs ?? fallback.firstByteTimeoutMs,
    idleTimeoutMs: init.idleTimeoutMs ?? fallback.idleTimeoutMs,
    maxBytes: init.maxBytes ?? fallback.maxBytes,
    maxRedirects: init.maxRedirects ?? 5,
  }
}
export type Limits = ReturnType<typeof limitsOf>

const refusedMethods = new Set(['CONNECT', 'TRACE', 'TRACK'])
export function readMethod(method = 'GET'): string {
  const name = method.toUpperCase()
  if (!/^[A-Z-]{1,30}$/.test(name) || refusedMethods.has(name)) {
    throw egressErrors.badMethod({ method: method.replace(/[^\w-]/g, '?').slice(0, 30) })
  }
  return name
}

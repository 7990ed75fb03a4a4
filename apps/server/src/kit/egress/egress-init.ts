import type { Log } from '../log.ts'
import { egressErrors } from './egress-errors.ts'
import type { BodyInput } from './request-body.ts'
import type { HeadersInput } from './request-headers.ts'

export interface EgressInit {
  method?: string
  headers?: HeadersInput
  /** Streams are sent in chunks and only once; anything else is sent with its length and again after a 307 or 308 of the same origin. */
  body?: BodyInput | null
  signal?: AbortSignal | null
  /** From the call to the end of the answer. 0 in any of the times is no limit. */
  timeoutMs?: number
  /** From each request to the headers of its answer, the connection included. */
  firstByteTimeoutMs?: number
  /** Silence in the middle of an answer. */
  idleTimeoutMs?: number
  /** Of the decoded answer. */
  maxBytes?: number
  /** `manual` gives a redirect back as the answer, `error` fails on it. */
  redirect?: 'follow' | 'manual' | 'error'
  maxRedirects?: number
  /** Headers that carry a credential, besides the well-known ones: never sent on to another origin. */
  secretHeaders?: readonly string[]
  /** The origin that the credentials in this call were saved for. A call to any other is refused before it is made. */
  secretOrigin?: string
  /** True: resolve at the headers and stream the body. False: resolve with the whole answer in memory. */
  stream?: boolean
  /** A logger that knows who is calling, for the line that a refusal leaves. */
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

import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { AppError } from '../errors.ts'

/** Failures of the connection itself: no byte of the request was sent. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])
/** Our own refusals, before any connection. */
const ownRefusals = new Set<number>([ErrorCode.kit.draining, ErrorCode.egress.busy])
const neverSent = new WeakSet<Error>()

/** Recorded outside the error object: a person who is shown the error must not learn whether a port is open. */
export function noteNeverSent<E extends Error>(error: E, code: string | undefined): E {
  if (code !== undefined && beforeSending.has(code)) neverSent.add(error)
  return error
}
/** Whether a failed request certainly never reached the other side, so that it may be retried. */
export const wasNeverSent = (cause: unknown): boolean =>
  cause instanceof Error &&
  (neverSent.has(cause) || (cause instanceof AppError && (cause.status < 500 || ownRefusals.has(cause.code))))

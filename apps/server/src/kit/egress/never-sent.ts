import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { AppError } from '../errors.ts'

/** Failures of the connection itself: not a byte of the request has left. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])
/** Refusals of our own, before anything else. */
const ownRefusals = new Set<number>([ErrorCode.kit.draining, ErrorCode.egress.busy])
const neverSent = new WeakSet<Error>()

/** Kept beside the error and not in it: who is shown the error must not learn whether a port is open. */
export function noteNeverSent<E extends Error>(error: E, code: string | undefined): E {
  if (code !== undefined && beforeSending.has(code)) neverSent.add(error)
  return error
}
/** Whether the other side certainly knows nothing of a request that failed: it may be repeated. */
export const wasNeverSent = (cause: unknown): boolean =>
  cause instanceof Error &&
  (neverSent.has(cause) || (cause instanceof AppError && (cause.status < 500 || ownRefusals.has(cause.code))))

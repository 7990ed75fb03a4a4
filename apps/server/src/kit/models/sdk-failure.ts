import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from '@ai-sdk/provider'
import { AppError } from '../errors.ts'
import { BrokenChunk, ModelFailure, readErrorBody, readRetryAfter } from './failure.ts'

/** The SDK packages wrap errors of our own client; the innermost error that we know has the most detail. */
export function toFailure(cause: unknown): unknown {
  for (let at: unknown = cause; at instanceof Error; at = at.cause) if (at instanceof AppError) return at
  if (APICallError.isInstance(cause)) return fromCall(cause)
  if (JSONParseError.isInstance(cause) || TypeValidationError.isInstance(cause)) return new BrokenChunk()
  if (InvalidResponseDataError.isInstance(cause) || EmptyResponseBodyError.isInstance(cause))
    return new ModelFailure({ detail: cause.message })
  // Errors inside a stream are plain objects in the provider's format.
  if (!(cause instanceof Error)) return new ModelFailure({ ...readErrorBody(cause), ...statusOf(cause) })
  return cause
}

function fromCall(cause: APICallError): unknown {
  if (cause.statusCode === undefined) return cause
  const inner = cause.cause
  if (cause.statusCode < 400)
    return JSONParseError.isInstance(inner) || TypeValidationError.isInstance(inner) ? new BrokenChunk() : cause
  const retryAfterMs = readRetryAfter((name) => cause.responseHeaders?.[name])
  const body = cause.data ?? cause.responseBody ?? cause.message
  return new ModelFailure({ status: cause.statusCode, retryAfterMs, ...readErrorBody(body) })
}

/** Anthropic reports overload and limits in the stream itself, without a status. */
function statusOf(error: unknown): { status?: number } {
  const { type } = readErrorType(error)
  if (type === 'overloaded_error') return { status: 529 }
  if (type === 'rate_limit_error') return { status: 429 }
  return type === 'api_error' ? { status: 500 } : {}
}
const readErrorType = (error: unknown): { type?: unknown } => {
  if (typeof error !== 'object' || error === null) return {}
  const inner = (error as { error?: unknown }).error
  return typeof inner === 'object' && inner !== null ? inner : error
}

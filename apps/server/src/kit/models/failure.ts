import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { AppError } from '../errors.ts'
import { maskSecrets } from '../log.ts'
import { modelErrors } from './model-errors.ts'
import type { ModelConfig } from './provider-config.ts'

/** A failure before it is turned into a message. With a status, the provider refused the request. */
export interface Failure {
  status?: number
  /** The provider's own message, code and type. */
  detail?: string
  code?: string
  retryAfterMs?: number
}

/** A failure with the details that decide about a retry. */
export class ModelFailure extends Error {
  override name = 'ModelFailure'
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.detail ?? `HTTP ${failure.status ?? 0}`)
    this.failure = failure
  }
}

/** The stream contained something unreadable. */
export class BrokenChunk extends Error {
  override name = 'BrokenChunk'
}

/** Failures of our own client: no connection, or a broken response. */
const networkTrouble = new Set([ErrorCode.egress.unreachable, ErrorCode.egress.brokenAnswer])
const retryable = (status: number) => status === 408 || status === 409 || status === 429 || status >= 500
/** An exhausted quota does not recover by waiting. */
const isQuota = ({ code, detail, status }: Failure) =>
  status === 402 || /insufficient_quota|billing|credit balance|exceeded your current quota/i.test(`${code} ${detail}`)
/** How providers report that they do not serve a country: OpenAI, Google, Anthropic and others. */
const isElsewhere = ({ code, detail }: Failure) =>
  /unsupported_country|location is not supported|(country|region|territory).{0,40}not (supported|available|allowed)|not (supported|available|allowed) in your (country|region|location)/i.test(
    `${code} ${detail}`,
  )
const isTooLong = ({ code, detail }: Failure) =>
  /context_length_exceeded|context length|context window|too many tokens|prompt is too long|maximum context/i.test(
    `${code} ${detail}`,
  )
const isUnknownModel = ({ code, detail, status }: Failure) =>
  /model_not_found|model.{0,80}(not found|does not exist|is not supported)|unknown model|no such model/i.test(
    `${code} ${detail}`,
  ) || status === 404

export interface Situation {
  config: ModelConfig
  attempts: number
  /** Whether part of the answer had arrived. */
  hasStarted: boolean
}

/** Maps any failure to one of `modelErrors`, with the wait before a retry if one makes sense. */
export function explainFailure(cause: unknown, situation: Situation): { error: AppError; retryAfterMs?: number } {
  const { config, hasStarted } = situation
  const provider = config.providerName
  if (cause instanceof BrokenChunk) return { error: modelErrors.brokenChunk({ provider }) }
  if (cause instanceof ModelFailure) return explainAnswer(cause.failure, situation)
  if (cause instanceof AppError) {
    // Other errors of our own client (private address, port, redirect) are passed on unchanged.
    if (!networkTrouble.has(cause.code)) return { error: cause }
    if (hasStarted) return { error: modelErrors.cutOff({ provider }) }
    return { error: modelErrors.unreachable({ provider }), retryAfterMs: -1 }
  }
  return { error: hasStarted ? modelErrors.cutOff({ provider }) : modelErrors.unreachable({ provider }) }
}

function explainAnswer(failure: Failure, { config, attempts, hasStarted }: Situation) {
  const provider = config.providerName
  const { model } = config
  const status = failure.status ?? 0
  const detail = tidy(failure.detail ?? '', config.apiKey)
  if (hasStarted) return { error: modelErrors.failedMidway({ provider, detail }) }
  if (isQuota(failure)) return { error: modelErrors.noCredit({ provider }) }
  if (isElsewhere(failure)) return { error: modelErrors.notOfferedHere({ provider }) }
  if (status === 401 || status === 403) return { error: modelErrors.badKey({ provider, status }) }
  if (isTooLong(failure)) return { error: modelErrors.tooLong({ model }) }
  if (isUnknownModel(failure)) return { error: modelErrors.unknownModel({ provider, model }) }
  if (status === 429) return { error: modelErrors.rateLimited({ provider, attempts }), ...waitOf(failure) }
  if (retryable(status)) return { error: modelErrors.serverError({ provider, status, attempts }), ...waitOf(failure) }
  if (status === 0) return { error: modelErrors.failedMidway({ provider, detail }), ...waitOf(failure) }
  return { error: modelErrors.refusedRequest({ provider, status, detail }) }
}
const waitOf = ({ retryAfterMs }: Failure) => ({ retryAfterMs: retryAfterMs ?? -1 })

/** The provider's message, shortened, on one line, and without the key that some providers quote. */
function tidy(text: string, key: string): string {
  const plain = key.length >= 4 ? text.replaceAll(key, '***') : text
  return maskSecrets(plain).replaceAll(/\s+/g, ' ').trim().slice(0, 300)
}

/** Seconds or a date, as in HTTP; the more precise `retry-after-ms` of some providers takes precedence. */
export function readRetryAfter(get: (name: string) => string | null | undefined): number | undefined {
  const ms = get('retry-after-ms')
  if (ms && Number.isFinite(Number(ms))) return Math.max(0, Number(ms))
  const text = get('retry-after')
  if (!text) return undefined
  const seconds = Number(text)
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}

/** Extracts message and code from the many error formats of providers. */
export function readErrorBody(body: unknown): Pick<Failure, 'detail' | 'code'> {
  if (typeof body === 'string') return { detail: body }
  if (typeof body !== 'object' || body === null) return {}
  const { error, message, code, type } = body as Record<string, unknown>
  if (typeof error === 'object' && error !== null) return readErrorBody(error)
  const words = [message, error].find((item) => typeof item === 'string') as string | undefined
  return { detail: words ?? JSON.stringify(body).slice(0, 300), code: [code, type].filter(Boolean).join(' ') }
}

import type { OutboundService } from '#domains/chat/span/outbound/outbound.service.ts'
import type { KeepClass } from '#domains/chat/span/shared/keep-class.ts'
import type { Masks } from '#domains/chat/span/shared/mask.ts'
import type { CountedSpans } from '#domains/chat/span/span-counters.service.ts'
import type { ErrorSpec, Locale } from '#kit/errors.ts'
import type { SpaceFacts, Taken } from './map-spans.ts'
import type { OtlpRequest } from './otlp-request.ts'

/** Settings of a space that the worker receives with a request, because it does not query them itself. */
export interface WorkerFacts extends SpaceFacts {
  days: KeepClass
  masks: Masks
  outward: Awaited<ReturnType<OutboundService['outwardOf']>>
}
/** Protocol: `read` a request; then `store` its spans once its spaces are known and admitted, or `forget` them. */
export type ToWorker =
  | { id: number; task: 'read'; request: OtlpRequest }
  | { id: number; task: 'store'; facts: Map<string, WorkerFacts>; locale: Locale; now: number }
  | { id: number; task: 'forget' }
  | { id: 0; task: 'end' }

export interface ReadRequest {
  spaceIds: string[]
  spans: number
}
export interface StoredRequest {
  taken: Taken
  /** Counts since the last answer. */
  counted: CountedSpans
  /** Whether some spans wait in the outbox. */
  isOutward: boolean
}
export type FromWorker =
  | { id: number; result: ReadRequest | StoredRequest }
  /** An error for the sender. */
  | { id: number; refusal: { spec: ErrorSpec; params: Record<string, string | number> } }
  | { id: number; failure: { message: string; code: string | undefined } }

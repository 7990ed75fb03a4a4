export type Attributes = Record<string, unknown>
export interface OtlpEvent {
  name: string
  /** Nanoseconds since 1970. */
  time: number
  attributes: Attributes
}
/** A parsed OpenTelemetry span, from any encoding. Times in nanoseconds since 1970. */
export interface OtlpSpan {
  traceId: string
  spanId: string
  parentId: string
  name: string
  start: number
  end: number
  attributes: Attributes
  events: OtlpEvent[]
  statusCode: number
  statusMessage: string
  resource: Attributes
  scope: string
}
export const OTLP_ERROR = 2

import type { KeepClass } from '../shared/keep-class.ts'

export interface ValueKey {
  spaceId: string
  traceId: string
  spanId: string
}
export interface Values {
  input: string
  output: string
  attributes: Record<string, unknown>
}
export interface StoredValues extends ValueKey, Values {
  keep: KeepClass
  startedAt: number
}
/** A search in the values of spans. */
export interface ValueSearch {
  spaceId: string
  /** Microseconds since 1970, both inclusive. */
  from: number
  to: number
  /** Any of these fields may match. */
  fields: readonly ('input' | 'output')[]
  /** The field contains all words, equals one of the texts, or is not empty. */
  test: { words: readonly string[] } | { texts: readonly string[] } | 'exists'
}
export const MAX_FOUND = 10_000

/** A store for the values of spans: input, output and attributes. Heads and figures stay in PostgreSQL. */
export interface ValueStore {
  /** Stores rows idempotently. */
  put(rows: readonly StoredValues[]): Promise<void>
  /** Values by `nameOf` of their key; missing ones are left out. */
  get(keys: readonly ValueKey[]): Promise<Map<string, Values>>
  /** Keys of matching spans, newest first, at most MAX_FOUND. */
  find(search: ValueSearch): Promise<ValueKey[]>
  forget(traces: readonly Pick<ValueKey, 'spaceId' | 'traceId'>[]): Promise<void>
  /** Deletes values that started before a time, for one time to keep. */
  dropBefore(keep: KeepClass, beforeUs: number): Promise<void>
}
export const nameOf = ({ spaceId, traceId, spanId }: ValueKey): string => `${spaceId}/${traceId}/${spanId}`

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
/** What is looked for in the values of spans. */
export interface ValueSearch {
  spaceId: string
  /** Microseconds since 1970, both included. */
  from: number
  to: number
  /** In one of these. */
  fields: readonly ('input' | 'output')[]
  /** Has all of these words, is one of these texts, or is there at all. */
  test: { words: readonly string[] } | { texts: readonly string[] } | 'exists'
}
export const MAX_FOUND = 10_000

/** Where the values of spans lie: what went in, what came out, attributes. Heads and figures stay in PostgreSQL. */
export interface ValueStore {
  /** A row that is put twice is there once. */
  put(rows: readonly StoredValues[]): Promise<void>
  /** By `nameOf`; those that are not there are left out. */
  get(keys: readonly ValueKey[]): Promise<Map<string, Values>>
  /** Newest first, at most MAX_FOUND. */
  find(search: ValueSearch): Promise<ValueKey[]>
  forget(traces: readonly Pick<ValueKey, 'spaceId' | 'traceId'>[]): Promise<void>
  /** Drops what began before a time, of one time to keep. */
  dropBefore(keep: KeepClass, beforeUs: number): Promise<void>
}
export const nameOf = ({ spaceId, traceId, spanId }: ValueKey): string => `${spaceId}/${traceId}/${spanId}`

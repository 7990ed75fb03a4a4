import type { SQL } from 'drizzle-orm'

export interface Bodied {
  spaceId: string
  traceId: string
  spanId: string
  input: string
  output: string
  attributes: Record<string, unknown>
}
/** A condition on the input or output of a span. */
export interface ValueTest {
  fields: readonly ('input' | 'output')[]
  test: { words: readonly string[] } | { texts: readonly string[] } | 'exists'
}
/** Reads values from the separate store, for code that reads heads and values together. */
export interface ValueSource {
  /** Fills in the values of these spans. */
  fill<T extends Bodied>(spans: T[]): Promise<T[]>
  /** The condition on `span` that selects spans whose values in the separate store pass a test. */
  condition(spaceId: string, range: { from: number; to: number }, test: ValueTest): Promise<SQL>
}

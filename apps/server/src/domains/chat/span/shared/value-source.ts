import type { SQL } from 'drizzle-orm'

export interface Bodied {
  spaceId: string
  traceId: string
  spanId: string
  input: string
  output: string
  attributes: Record<string, unknown>
}
/** A condition on what went into a span or came out of it. */
export interface ValueTest {
  fields: readonly ('input' | 'output')[]
  test: { words: readonly string[] } | { texts: readonly string[] } | 'exists'
}
/** Values that lie outside of the database, for those who read heads and values together. */
export interface ValueSource {
  /** Puts the values of these spans in their place. */
  fill<T extends Bodied>(spans: T[]): Promise<T[]>
  /** Whether the values of a span that lie apart pass a test, as a condition on `span`. */
  condition(spaceId: string, range: { from: number; to: number }, test: ValueTest): Promise<SQL>
}

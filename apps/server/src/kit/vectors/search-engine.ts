import type { VectorHit } from './vectors.ts'

/** A row of a collection as a search engine holds it. */
export interface EngineRow {
  id: string
  document: string
  words: string[]
  /** One for each stretch of the row. */
  vectors: Float32Array[]
}
interface EngineWordHit extends VectorHit {
  matched: string[]
}
/** A search engine that somebody runs: a second index beside the database. A driver for another product implements this. */
export interface SearchEngine {
  /** Takes rows in; those of the same id are replaced. */
  add(collection: string, rows: EngineRow[]): Promise<void>
  removeDocuments(collection: string, documents: string[]): Promise<void>
  /** Nothing of the collection stays. */
  drop(collection: string): Promise<void>
  /** What was added can be found from now on. */
  settle(collection: string): Promise<void>
  /** By cosine. */
  nearest(collection: string, vector: Float32Array, k: number, documents?: string[]): Promise<VectorHit[]>
  /** In how many rows each word stands, and how many rows there are. */
  count(collection: string, words: string[]): Promise<{ total: number; counts: number[] }>
  /** The score is the sum of the weights of the words that a row has. */
  byWords(
    collection: string,
    words: { term: string; weight: number }[],
    k: number,
    documents?: string[],
  ): Promise<EngineWordHit[]>
}

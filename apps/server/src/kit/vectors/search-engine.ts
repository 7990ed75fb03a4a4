import type { VectorHit } from './vectors.ts'

/** A row of a collection in a search engine. */
export interface EngineRow {
  id: string
  document: string
  words: string[]
  /** One per stretch of the row. */
  vectors: Float32Array[]
}
interface EngineWordHit extends VectorHit {
  matched: string[]
}
/** An external search engine: a second index beside the database. Drivers of further products implement this. */
export interface SearchEngine {
  /** Adds rows; rows with the same id are replaced. */
  add(collection: string, rows: EngineRow[]): Promise<void>
  removeDocuments(collection: string, documents: string[]): Promise<void>
  /** Removes the whole collection. */
  drop(collection: string): Promise<void>
  /** Makes added rows searchable. */
  settle(collection: string): Promise<void>
  /** Nearest vectors by cosine. */
  nearest(collection: string, vector: Float32Array, k: number, documents?: string[]): Promise<VectorHit[]>
  /** The number of rows that contain each word, and the number of all rows. */
  count(collection: string, words: string[]): Promise<{ total: number; counts: number[] }>
  /** The score is the sum of the weights of the words that a row contains. */
  byWords(
    collection: string,
    words: { term: string; weight: number }[],
    k: number,
    documents?: string[],
  ): Promise<EngineWordHit[]>
}

import { createLane } from '../documents/worker-lane.ts'

export interface VectorHit {
  id: string
  score: number
}
export interface VectorQuery {
  /** What the vectors belong to, and the model that made them. */
  collection: string
  model: string
  /** Changes whenever the rows of the collection do. */
  version: string
  vector: Float32Array
  k: number
  documents?: string[]
}
export interface WordHit extends VectorHit {
  matched: string[]
}
export interface WordQuery {
  collections: { id: string; version: string }[]
  text: string
  k: number
  documents?: string[]
}
/** Nearest vectors by cosine. A driver for another store implements this and nothing else. */
export interface Vectors {
  search(query: VectorQuery): Promise<VectorHit[]>
}
/** Rows by the words of a question, with the share of the question's weight that each answers to. */
export interface Words {
  search(query: WordQuery): Promise<WordHit[]>
}
/** How rows are read: (id, edition, model) of a collection's documents; and the rows of some documents behind a place, in order. */
export interface RowSource {
  url: string
  documentsSql: string
  rowsSql: string
}

/** Scans everything, in a worker that keeps the rows of the bases in use and reads only documents that changed. */
export function createExactSearch(source: RowSource) {
  const entry = 'vectors/vector-child.ts'
  const scan = createLane(entry, { memoryMb: 1024, data: source })
  // Embedding a large import must not stand in the way of somebody's question.
  const writing = createLane(entry, { memoryMb: 512, data: source })
  return {
    vectors: { search: (query) => scan.run<VectorHit[]>('nearest', query) } satisfies Vectors,
    words: { search: (query) => scan.run<WordHit[]>('words', query) } satisfies Words,
    /** Cut into words as they are indexed. */
    segment: (text: string) => scan.run<string[]>('segment', text),
    embedOffline: (texts: string[]) =>
      (texts.length > 4 ? writing : scan).run<(Float32Array | undefined)[]>('embed', texts),
    async close() {
      await Promise.all([scan.close(), writing.close()])
    },
  }
}

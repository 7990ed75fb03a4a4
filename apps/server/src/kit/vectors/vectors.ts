import { createLane } from '../documents/worker-lane.ts'

export interface VectorHit {
  id: string
  score: number
}
export interface VectorQuery {
  /** What the vectors belong to, and the model that made them. */
  collection: string
  model: string
  /** Changes whenever the vectors of the collection do. */
  version: string
  vector: Float32Array
  k: number
  documents?: string[]
}
/** Nearest vectors by cosine. A driver for another store implements this and nothing else. */
export interface Vectors {
  search(query: VectorQuery): Promise<VectorHit[]>
  close(): Promise<void>
}
/** How the exact driver finds its rows: all (id, changed) of a collection and model; and (id, document_id, changed, vector) by ids. */
export interface VectorSource {
  url: string
  listSql: string
  fetchSql: string
}

/** Scans everything, in a worker that keeps the vectors of the bases in use and reads only what changed. */
export function createExactVectors(
  source: VectorSource,
): Vectors & { embedOffline(texts: string[]): Promise<(Float32Array | undefined)[]> } {
  const entry = 'vectors/vector-child.ts'
  const scan = createLane(entry, { memoryMb: 512, data: source })
  // Embedding a large import must not stand in the way of somebody's question.
  const writing = createLane(entry, { memoryMb: 512, data: source })
  return {
    search: (query) => scan.run<VectorHit[]>('search', query),
    embedOffline: (texts) => (texts.length > 4 ? writing : scan).run<(Float32Array | undefined)[]>('embed', texts),
    async close() {
      await Promise.all([scan.close(), writing.close()])
    },
  }
}

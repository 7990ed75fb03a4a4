import { createLane } from '../documents/worker-lane.ts'
import { createCacheFiles } from './cache-file.ts'

export interface VectorHit {
  id: string
  score: number
}
export interface VectorQuery {
  /** The collection of the vectors and the model that created them. */
  collection: string
  model: string
  /** Changes whenever the rows of the collection change. */
  version: string
  vector: Float32Array
  /** The text from which the vector was computed. */
  text: string
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
/** A text to be indexed: its title is added to every stretch of it. */
export interface TitledText {
  title: string
  text: string
}
/** Nearest vectors by cosine. Drivers of further stores implement only this. */
export interface Vectors {
  search(query: VectorQuery): Promise<VectorHit[]>
}
/** Rows by the words of a query, each with the share of the query's weight that it matches. */
export interface Words {
  search(query: WordQuery): Promise<WordHit[]>
}
/** How rows are read. */
export interface RowSource {
  url: string
  /** (id, edition, model, rows) of a collection's documents. */
  documentsSql: string
  /** The rows of some documents after a position, in order. */
  rowsSql: string
  /** (id, vector) of some rows, for one model. */
  vectorsSql: string
  /** Those of the given collections that still exist. */
  collectionsSql: string
  /** Folder in which read rows may be saved for the next start. */
  keepDir?: string
}
/** While not all rows are read yet, at most this many rows that share a word with the query are compared. */
const CANDIDATES = 300

/**
 * Scans everything, in a worker that holds the rows of the bases in use and reads only documents that changed. While it
 * reads a large base, the database answers: by words, and by meaning among the rows that match by words.
 */
export function createExactSearch(source: RowSource, inDatabase: (wordings: Wordings) => Words) {
  const entry = 'vectors/vector-child.ts'
  const scan = createLane(entry, { memoryMb: 1024, data: source })
  // Embedding a large import must not delay queries.
  const writing = createLane(entry, { memoryMb: 512, data: { ...source, keepDir: undefined } })
  const wordings: Wordings = (text) => scan.run<string[][]>('wordings', text)
  const database = inDatabase(wordings)
  /** Both kinds of search send the same query at the same time: it is run once. */
  const pending = new Map<string, Promise<WordHit[]>>()
  function findCandidates(query: WordQuery): Promise<WordHit[]> {
    const key = JSON.stringify([query.collections, query.text, query.documents])
    const known = pending.get(key)
    if (known) return known
    const found = database.search({ ...query, k: CANDIDATES }).finally(() => pending.delete(key))
    pending.set(key, found)
    return found
  }
  return {
    vectors: {
      async search(query) {
        const found = await scan.run<VectorHit[] | undefined>('nearest', query)
        if (found) return found
        const { collection: id, version, text, documents } = query
        const question = { collections: [{ id, version }], text, k: CANDIDATES, ...(documents && { documents }) }
        const ids = (await findCandidates(question)).map((hit) => hit.id)
        return ids.length ? scan.run<VectorHit[]>('rank', { ...query, ids }) : []
      },
    } satisfies Vectors,
    words: {
      search: async (query) =>
        (await scan.run<WordHit[] | undefined>('words', query)) ?? (await findCandidates(query)).slice(0, query.k),
    } satisfies Words,
    wordings,
    /** Search by words without anything held in memory. */
    database,
    embedOffline: (texts: string[]) =>
      (texts.length > 4 ? writing : scan).run<(Float32Array | undefined)[]>('embed', texts),
    /** All stretches of a text, one after the other. */
    indexOffline: (texts: TitledText[]) =>
      (texts.length > 4 ? writing : scan).run<(Float32Array | undefined)[]>('windows', texts),
    /** The embedding of earlier versions. */
    embedAsBefore: (texts: string[]) => writing.run<(Float32Array | undefined)[]>('embedAsBefore', texts),
    /** Starts the worker and loads its model, so that the first query after a start need not wait. */
    warm: () => scan.run<unknown>('embed', ['warm']),
    /** Removes everything of a deleted collection. */
    async forget(collection: string) {
      if (source.keepDir) await createCacheFiles(source.keepDir).remove(collection)
    },
    async close() {
      await Promise.all([scan.close(), writing.close()])
    },
  }
}
/** The words of a query, and the English translation of its Chinese words. */
export type Wordings = (text: string) => Promise<string[][]>

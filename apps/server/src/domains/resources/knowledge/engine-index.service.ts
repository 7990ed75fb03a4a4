import type pg from 'pg'
import type { SearchEngine } from '#kit/vectors/search-engine.ts'
import { vectorsOf } from '#kit/vectors/stored-vectors.ts'
import type { RowSource } from '#kit/vectors/vectors.ts'
import { eachLexeme } from '#kit/vectors/word-postings.ts'
import type { EngineRepo } from './engine.repo.ts'

interface DocumentState {
  id: string
  edition: string
  model: string
}
interface RowRead {
  id: string
  document_id: string
  sequence: number
  words: string
  vector: Buffer | null
}
export interface EngineIndexDeps {
  pool: pg.Pool
  repo: EngineRepo
  source: Pick<RowSource, 'documentsSql' | 'rowsSql'>
}
const [DOCUMENTS, PAGE] = [50, 500]

/** Synchronises a search engine with the database; sends only documents that changed. */
export function createEngineIndex({ pool, repo, source }: EngineIndexDeps) {
  async function send(engine: SearchEngine, collection: string, states: DocumentState[]) {
    const models = new Map(states.map((state) => [state.id, state.model]))
    for (let after = ['0', 0] as [string, number]; ;) {
      const { rows } = await pool.query<RowRead>(source.rowsSql, [[...models.keys()], ...after, PAGE])
      const last = rows.at(-1)
      if (!last) return
      await engine.add(
        collection,
        rows.map((row) => ({
          id: row.id,
          document: row.document_id,
          words: wordsOf(row.words),
          vectors: row.vector ? vectorsOf(row.vector, models.get(row.document_id)!) : [],
        })),
      )
      after = [last.document_id, last.sequence]
    }
  }
  async function fill(engine: SearchEngine, collection: string, place: string, version: string): Promise<true> {
    const known = await repo.state(collection)
    if (known?.place !== place) {
      await engine.drop(collection)
      await repo.forget(collection)
    } else if (BigInt(known.version) >= BigInt(version)) return true
    const { rows: states } = await pool.query<DocumentState>(source.documentsSql, [collection])
    const wanted = new Map(states.map((state) => [state.id, state.edition]))
    const held = await repo.held(collection)
    const gone = [...held].flatMap(([id, edition]) => (wanted.get(id) === edition ? [] : [id]))
    if (gone.length) {
      await engine.removeDocuments(collection, gone)
      await repo.forget(collection, gone)
    }
    const missing = states.filter((state) => held.get(state.id) !== state.edition)
    for (let at = 0; at < missing.length; at += DOCUMENTS) {
      const batch = missing.slice(at, at + DOCUMENTS)
      await send(engine, collection, batch)
      await repo.note(collection, batch)
    }
    await engine.settle(collection)
    await repo.setState(collection, { place, version })
    return true
  }
  /** Concurrent questions share one synchronisation. */
  const filling = new Map<string, Promise<boolean>>()
  return {
    forget: (collection: string) => repo.forget(collection),
    /** Whether the engine has this version of the collection; false if another process is still filling it. */
    sync(engine: SearchEngine, collection: string, place: string, version: string): Promise<boolean> {
      const key = `${collection} ${place} ${version}`
      const known = filling.get(key)
      if (known) return known
      const work = repo
        .alone(collection, () => fill(engine, collection, place, version))
        .then((isDone) => isDone === true)
        .finally(() => filling.delete(key))
      filling.set(key, work)
      return work
    },
  }
}
export type EngineIndex = ReturnType<typeof createEngineIndex>

function wordsOf(lexemes: string): string[] {
  const words: string[] = []
  eachLexeme(lexemes, (word) => words.push(word))
  return words
}

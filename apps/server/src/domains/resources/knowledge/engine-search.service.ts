import { ENGINE_AWAY } from '@orrery/contract'
import type { Log } from '#kit/log.ts'
import type { SearchEngine } from '#kit/vectors/search-engine.ts'
import type { VectorHit, VectorQuery, Vectors, WordHit, Wordings, WordQuery, Words } from '#kit/vectors/vectors.ts'
import { bestOf, questionTerms, weighWords } from '#kit/vectors/word-weights.ts'
import type { EngineIndex } from './engine-index.service.ts'

/** The engine of a stored configuration, and a key that changes with the configuration. */
export interface OpenedEngine {
  engine: SearchEngine
  place: string
}
export interface EngineSearchDeps {
  /** The local index, which is always complete. */
  own: { vectors: Vectors; words: Words }
  index: EngineIndex
  /** Undefined if the configuration was deleted. */
  open(configId: string): Promise<OpenedEngine | undefined>
  wordings: Wordings
  log: Log
}
interface Placed {
  id: string
  version: string
  /** Id of the engine that indexes the collection. */
  engine?: string | undefined
}
type Note = (text: string) => void
/** How long a question waits for the engine to be filled; filling continues in the background. */
const FILL_TIMEOUT_MS = 5000
/** Relevance of a row of average length that contains each word of the question once. */
const SINGLE_MATCH_SCORE = 0.8

/**
 * Searches in the engines that index bases. If an engine fails or is not filled yet, the local index is used instead.
 */
export function createEngineSearch({ own, index, open, wordings, log }: EngineSearchDeps) {
  async function filledEngine({ id, version, engine: configId }: Placed): Promise<SearchEngine | undefined> {
    const opened = configId ? await open(configId) : undefined
    if (!opened) return undefined
    const { engine, place } = opened
    const work = index.sync(engine, id, place, version)
    const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), FILL_TIMEOUT_MS).unref())
    work.catch(() => {})
    return (await Promise.race([work, late])) ? engine : undefined
  }
  async function ask<T>(
    placed: Placed,
    note: Note,
    inEngine: (engine: SearchEngine) => Promise<T>,
    here: () => Promise<T>,
  ): Promise<T> {
    if (!placed.engine) return here()
    try {
      const engine = await filledEngine(placed)
      if (engine) return await inEngine(engine)
    } catch (cause) {
      log.warn({ err: cause, knowledge: placed.id }, 'a search engine failed; searching here instead')
    }
    note(ENGINE_AWAY)
    return here()
  }
  async function byWords(engine: SearchEngine, id: string, { text, k, documents }: WordQuery): Promise<WordHit[]> {
    const lists: WordHit[][] = []
    for (const words of await wordings(text)) {
      const terms = questionTerms(words)
      const { total, counts } = terms.length ? await engine.count(id, terms) : { total: 0, counts: [] }
      const { present, whole } = weighWords(terms, counts, total)
      const found = present.length ? await engine.byWords(id, present, k, documents) : []
      lists.push(found.map((hit) => ({ ...hit, score: Math.min(1, (SINGLE_MATCH_SCORE * hit.score) / whole) })))
    }
    return bestOf(lists, k)
  }
  return {
    nearest: (query: VectorQuery, engine: string | undefined, note: Note): Promise<VectorHit[]> =>
      ask(
        { id: query.collection, version: query.version, engine },
        note,
        (found) => found.nearest(query.collection, query.vector, query.k, query.documents),
        () => own.vectors.search(query),
      ),
    async words(query: Omit<WordQuery, 'collections'>, collections: Placed[], note: Note): Promise<WordHit[]> {
      const here = collections.filter((item) => !item.engine)
      const lists = await Promise.all([
        here.length ? own.words.search({ ...query, collections: here.map(plain) }) : [],
        ...collections
          .filter((item) => item.engine)
          .map((item) =>
            ask(
              item,
              note,
              (engine) => byWords(engine, item.id, { ...query, collections: [] }),
              () => own.words.search({ ...query, collections: [plain(item)] }),
            ),
          ),
      ])
      return lists
        .flat()
        .toSorted((a, b) => b.score - a.score)
        .slice(0, query.k)
    },
    /** Deletes a base from an engine, if the engine can be reached. */
    async forget(id: string, configId: string): Promise<void> {
      await index.forget(id)
      const opened = await open(configId).catch(() => undefined)
      await opened?.engine
        .drop(id)
        .catch((cause: unknown) => log.warn({ err: cause, knowledge: id }, 'a search engine kept a deleted base'))
    },
  }
}
const plain = ({ id, version }: Placed) => ({ id, version })
export type EngineSearch = ReturnType<typeof createEngineSearch>

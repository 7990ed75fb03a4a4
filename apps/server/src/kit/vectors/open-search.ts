import type { Egress } from '../egress/egress.ts'
import { openSearchErrors } from './open-search-errors.ts'
import type { EngineRow, SearchEngine } from './search-engine.ts'

export interface EnginePlace {
  endpoint: string
  username: string
  password: string
}
interface Answer {
  errors?: boolean
  hits?: { total?: { value?: number }; hits?: Found[] }
  aggregations?: { words?: { buckets?: Record<string, { doc_count?: number }> } }
}
interface Found {
  _score?: number
  _source?: { row?: string }
  matched_queries?: string[]
}
const TIMEOUT_MS = 15_000
/** The approximate number of vectors of a row; the nearest one counts. */
const STRETCHES = 4
const BATCH = 500
const wordIndex = (collection: string) => `orrery-${collection}-words`
const vectorIndex = (collection: string, size: number) => `orrery-${collection}-v${size}`
const keyword = { type: 'keyword' }

/** The protocol of OpenSearch: words in one index, vectors of each length in another, with one document per stretch. */
export function createOpenSearch(egress: Egress, { endpoint, username, password }: EnginePlace): SearchEngine {
  const { origin } = new URL(endpoint)
  const base = endpoint.replace(/\/+$/, '')
  const account = Buffer.from(`${username}:${password}`).toString('base64')
  async function send(method: string, path: string, body?: string | object, allowed: number[] = []): Promise<Answer> {
    const answer = await egress.fetch(`${base}/${path}`, {
      method,
      headers: {
        ...(body !== undefined && {
          'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json',
        }),
        ...(username && { authorization: `Basic ${account}` }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      secretOrigin: origin,
      timeoutMs: TIMEOUT_MS,
    })
    if (!answer.ok && !allowed.includes(answer.status)) throw openSearchErrors.refused({ status: answer.status })
    const read = answer.ok ? ((await answer.json().catch(() => undefined)) as Answer | undefined) : {}
    if (!read) throw openSearchErrors.unreadable()
    if (read.errors) throw openSearchErrors.notStored()
    return read
  }
  const search = (index: string, body: object) => send('POST', `${index}/_search`, body, [404])
  const known = new Set<string>()
  async function prepare(index: string, properties: object, settings: object = {}) {
    if (known.has(index)) return
    // 400: the index already exists.
    await send('PUT', index, { settings, mappings: { dynamic: false, properties } }, [400])
    known.add(index)
  }
  async function bulk(index: string, rows: object[][]) {
    for (let at = 0; at < rows.length; at += BATCH) {
      const lines = rows.slice(at, at + BATCH).flat()
      await send('POST', `${index}/_bulk`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    }
  }
  const among = (documents: string[] | undefined) => (documents ? [{ terms: { document: documents } }] : [])
  const idOf = (hit: Found) => hit._source?.row ?? ''

  return {
    async add(collection, rows) {
      await prepare(wordIndex(collection), { row: keyword, document: keyword, words: keyword })
      await bulk(
        wordIndex(collection),
        rows.map(({ id, document, words }) => [{ index: { _id: id } }, { row: id, document, words }]),
      )
      const sizes = new Set(rows.flatMap((row) => row.vectors.map((vector) => vector.length)))
      for (const size of sizes) {
        const vector = {
          type: 'knn_vector',
          dimension: size,
          method: { name: 'hnsw', engine: 'lucene', space_type: 'cosinesimil' },
        }
        const index = vectorIndex(collection, size)
        await prepare(index, { row: keyword, document: keyword, vector }, { 'index.knn': true })
        await bulk(
          index,
          rows.flatMap((row) => stretchesOf(row, size)),
        )
      }
    },
    async removeDocuments(collection, documents) {
      const query = { terms: { document: documents } }
      await send('POST', `orrery-${collection}-*/_delete_by_query?conflicts=proceed`, { query }, [404])
    },
    async drop(collection) {
      await send('DELETE', `orrery-${collection}-*`, undefined, [404])
      for (const index of known) if (index.startsWith(`orrery-${collection}-`)) known.delete(index)
    },
    async settle(collection) {
      await send('POST', `orrery-${collection}-*/_refresh`, {}, [404])
    },
    async nearest(collection, vector, k, documents) {
      const filter = among(documents)
      const knn = {
        vector: { vector: [...vector], k: k * STRETCHES, ...(filter.length && { filter: { bool: { filter } } }) },
      }
      const { hits } = await search(vectorIndex(collection, vector.length), {
        size: k * STRETCHES,
        _source: ['row'],
        query: { knn },
      })
      const best = new Map<string, number>()
      // Lucene scores are (1 + cosine) / 2.
      for (const hit of hits?.hits ?? []) if (!best.has(idOf(hit))) best.set(idOf(hit), 2 * (hit._score ?? 0) - 1)
      return [...best].slice(0, k).map(([id, score]) => ({ id, score }))
    },
    async count(collection, words) {
      const filters = Object.fromEntries(words.map((word, at) => [String(at), { term: { words: word } }]))
      const { hits, aggregations } = await search(wordIndex(collection), {
        size: 0,
        track_total_hits: true,
        aggs: { words: { filters: { filters } } },
      })
      const buckets = aggregations?.words?.buckets ?? {}
      return { total: hits?.total?.value ?? 0, counts: words.map((_, at) => buckets[String(at)]?.doc_count ?? 0) }
    },
    async byWords(collection, words, k, documents) {
      const should = words.map(({ term, weight }) => ({
        constant_score: { filter: { term: { words: term } }, boost: weight, _name: term },
      }))
      const { hits } = await search(wordIndex(collection), {
        size: k,
        _source: ['row'],
        query: { bool: { should, minimum_should_match: 1, filter: among(documents) } },
      })
      return (hits?.hits ?? []).map((hit) => ({
        id: idOf(hit),
        score: hit._score ?? 0,
        matched: hit.matched_queries ?? [],
      }))
    },
  }
}

const stretchesOf = ({ id, document, vectors }: EngineRow, size: number): object[][] =>
  vectors
    .filter((vector) => vector.length === size)
    .map((vector, part) => [{ index: { _id: `${id}-${part}` } }, { row: id, document, vector: [...vector] }])

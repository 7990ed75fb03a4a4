import { workerData } from 'node:worker_threads'
import pg from 'pg'
import { answerTasks } from '../documents/worker-answers.ts'
import { wordings } from '../meaning/gloss.ts'
import { isMostlyCjk } from '../segment/segment.ts'
import { createFirstEmbedding } from './first-embedding.ts'
import { createBaseCache } from './base-cache.ts'
import type { BaseRows } from './base-rows.ts'
import { createCacheFiles } from './cache-file.ts'
import { embedText, embedWindows } from './offline-embedding.ts'
import { vectorsOf } from './stored-vectors.ts'
import type { RowSource, TitledText, VectorHit, VectorQuery, WordHit, WordQuery } from './vectors.ts'
import { bestOf, questionTerms, weighWords } from './word-weights.ts'

const source = workerData as RowSource
const pool = new pg.Pool({ connectionString: source.url, max: 2, idleTimeoutMillis: 10_000, allowExitOnIdle: true })
pool.on('error', () => {})
const bases = createBaseCache(pool, source, source.keepDir ? createCacheFiles(source.keepDir) : undefined)
let first: ReturnType<typeof createFirstEmbedding> | undefined

async function byWords({ collections, text, k, documents }: WordQuery): Promise<WordHit[] | undefined> {
  const all: BaseRows[] = []
  for (const { id, version } of collections) {
    const rows = await bases.current(id, version)
    if (!rows) return undefined
    all.push(rows)
  }
  return bestOf(
    wordings(text).map((words) => byTerms(all, questionTerms(words), k, documents)),
    k,
  )
}

function byTerms(all: BaseRows[], terms: string[], k: number, documents?: string[]): WordHit[] {
  const total = all.reduce((sum, base) => sum + base.size(), 0)
  const counts = terms.map((term) => all.reduce((sum, base) => sum + base.count(term), 0))
  const { present, whole } = weighWords(terms, counts, total)
  if (!present.length) return []
  const meanLength = Math.max(1, all.reduce((sum, base) => sum + base.words(), 0) / total)
  return all
    .flatMap((base) => base.byWords(present, whole, meanLength, k, documents))
    .sort((a, b) => b.score - a.score)
    .slice(0, k)
    .map((hit) => ({ ...hit, score: Math.min(1, hit.score) }))
}

/** The nearest among a few rows, which are read for this query only. */
async function rank({ ids, model, vector, k }: VectorQuery & { ids: string[] }): Promise<VectorHit[]> {
  const { rows } = await pool.query<{ id: string; vector: Buffer }>(source.vectorsSql, [ids, model])
  return rows
    .map((row) => ({ id: row.id, vectors: vectorsOf(row.vector, model) }))
    .filter((row) => row.vectors[0]?.length === vector.length)
    .map((row) => ({ id: row.id, score: Math.max(...row.vectors.map((part) => dot(part, vector))) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, k)
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0)

answerTasks({
  wordings,
  nearest: async ({ collection, model, version, vector, k, documents }: VectorQuery) =>
    (await bases.current(collection, version))?.nearest(model, vector, k, documents),
  words: byWords,
  rank,
  embed: (texts: string[]) => texts.map(embedText),
  windows: (texts: TitledText[]) => texts.map(({ title, text }) => embedWindows(title, text)),
  embedAsBefore: async (texts: string[]) => {
    const embed = await (first ??= createFirstEmbedding())
    return texts.map((text) => (isMostlyCjk(text) ? undefined : embed(text)))
  },
})

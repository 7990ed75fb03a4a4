import { workerData } from 'node:worker_threads'
import pg from 'pg'
import { answerTasks } from '../documents/worker-answers.ts'
import { segment } from '../segment/segment.ts'
import { createHeldBases } from './held-bases.ts'
import type { HeldRows } from './held-rows.ts'
import { createKeptFiles } from './kept-file.ts'
import { createOfflineEmbedding } from './offline-embedding.ts'
import { floatsOf } from './vector-block.ts'
import type { RowSource, VectorHit, VectorQuery, WordHit, WordQuery } from './vectors.ts'
import { questionTerms, weighWords } from './word-weights.ts'

const source = workerData as RowSource
const pool = new pg.Pool({ connectionString: source.url, max: 2, idleTimeoutMillis: 10_000, allowExitOnIdle: true })
pool.on('error', () => {})
const bases = createHeldBases(pool, source, source.keepDir ? createKeptFiles(source.keepDir) : undefined)
let offline: ReturnType<typeof createOfflineEmbedding> | undefined

async function byWords({ collections, text, k, documents }: WordQuery): Promise<WordHit[] | undefined> {
  const terms = questionTerms(segment(text))
  if (!terms.length) return []
  const all: HeldRows[] = []
  for (const { id, version } of collections) {
    const rows = await bases.current(id, version)
    if (!rows) return undefined
    all.push(rows)
  }
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

/** The nearest of a few rows, read for this question alone. */
async function rank({ ids, model, vector, k }: VectorQuery & { ids: string[] }): Promise<VectorHit[]> {
  const { rows } = await pool.query<{ id: string; vector: Buffer }>(source.vectorsSql, [ids, model])
  return rows
    .map(({ id, vector: bytes }) => ({ id, vector: floatsOf(bytes) }))
    .filter((row) => row.vector.length === vector.length)
    .map((row) => ({ id: row.id, score: row.vector.reduce((sum, value, at) => sum + value * vector[at]!, 0) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, k)
}

answerTasks({
  segment: (text: string) => segment(text),
  nearest: async ({ collection, model, version, vector, k, documents }: VectorQuery) =>
    (await bases.current(collection, version))?.nearest(model, vector, k, documents),
  words: byWords,
  rank,
  embed: async (texts: string[]) => {
    const embed = await (offline ??= createOfflineEmbedding())
    return texts.map((text) => embed(text))
  },
})

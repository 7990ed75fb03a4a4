import { workerData } from 'node:worker_threads'
import pg from 'pg'
import { answerTasks } from '../documents/worker-answers.ts'
import { segment } from '../segment/segment.ts'
import { createHeldRows, type HeldRows } from './held-rows.ts'
import { createOfflineEmbedding } from './offline-embedding.ts'
import type { RowSource, VectorQuery, WordHit, WordQuery } from './vectors.ts'
import { questionTerms, weighWords } from './word-weights.ts'

interface Held {
  version: string
  rows: HeldRows
  usedAt: number
}
interface DocumentState {
  id: string
  edition: string
  model: string
}
interface RowRead {
  id: string
  document_id: string
  sequence: number
  length: number
  words: string
  vector: Buffer | null
}
/** More than this is let go of, what was not asked for longest first; a single base may be larger. */
const MAX_BYTES = 1024 * 1024 * 1024
const [DOCUMENTS, PAGE] = [500, 2000]
const { url, documentsSql, rowsSql } = workerData as RowSource
const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 10_000, allowExitOnIdle: true })
pool.on('error', () => {})
const held = new Map<string, Held>()
let offline: ReturnType<typeof createOfflineEmbedding> | undefined

/** Brings what is held up to the version asked for: only documents that changed are read. */
async function current(collection: string, version: string): Promise<HeldRows> {
  const known = held.get(collection)
  if (known) known.usedAt = performance.now()
  if (known?.version === version) return known.rows
  const { rows: states } = await pool.query<DocumentState>(documentsSql, [collection])
  const wanted = new Map(states.map((state) => [state.id, state]))
  let rows = known?.rows ?? createHeldRows()
  for (const [id, { edition }] of rows.documents) if (wanted.get(id)?.edition !== edition) rows.drop(id)
  if (rows.isStale()) rows = createHeldRows()
  const missing = states.filter((state) => !rows.documents.has(state.id))
  for (let at = 0; at < missing.length; at += DOCUMENTS) await read(rows, missing.slice(at, at + DOCUMENTS), wanted)
  held.set(collection, { version, rows, usedAt: performance.now() })
  letGo(collection)
  return rows
}

async function read(rows: HeldRows, states: DocumentState[], all: Map<string, DocumentState>) {
  const ids = states.map((state) => state.id)
  for (let after = ['0', 0] as [string, number]; ;) {
    const page = (await pool.query<RowRead>(rowsSql, [ids, ...after, PAGE])).rows
    for (const { id, document_id, length, words, vector } of page) {
      const state = all.get(document_id)!
      if (!rows.documents.has(document_id)) rows.open(document_id, state.edition, state.model)
      rows.push(document_id, { id, length, words, vector: vector ? floatsOf(vector) : undefined })
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) break
    after = [last.document_id, last.sequence]
  }
  for (const { id, edition, model } of states) if (!rows.documents.has(id)) rows.open(id, edition, model)
}

function letGo(kept: string) {
  const byUse = [...held].filter(([id]) => id !== kept).sort((a, b) => a[1].usedAt - b[1].usedAt)
  let bytes = [...held.values()].reduce((sum, one) => sum + one.rows.bytes(), 0)
  for (const [id, one] of byUse) {
    if (bytes <= MAX_BYTES) return
    held.delete(id)
    bytes -= one.rows.bytes()
  }
}

function floatsOf(bytes: Buffer): Float32Array {
  const copy = new Uint8Array(bytes)
  return new Float32Array(copy.buffer, 0, copy.byteLength >> 2)
}

async function byWords({ collections, text, k, documents }: WordQuery): Promise<WordHit[]> {
  const terms = questionTerms(segment(text))
  if (!terms.length) return []
  const bases: HeldRows[] = []
  for (const { id, version } of collections) bases.push(await current(id, version))
  const total = bases.reduce((sum, base) => sum + base.size(), 0)
  const counts = terms.map((term) => bases.reduce((sum, base) => sum + base.count(term), 0))
  const { present, whole } = weighWords(terms, counts, total)
  if (!present.length) return []
  const meanLength = Math.max(1, bases.reduce((sum, base) => sum + base.words(), 0) / total)
  return bases
    .flatMap((base) => base.byWords(present, whole, meanLength, k, documents))
    .sort((a, b) => b.score - a.score)
    .slice(0, k)
    .map((hit) => ({ ...hit, score: Math.min(1, hit.score) }))
}

answerTasks({
  segment: (text: string) => segment(text),
  nearest: async ({ collection, model, version, vector, k, documents }: VectorQuery) =>
    (await current(collection, version)).nearest(model, vector, k, documents),
  words: byWords,
  embed: async (texts: string[]) => {
    const embed = await (offline ??= createOfflineEmbedding())
    return texts.map((text) => embed(text))
  },
})

import { workerData } from 'node:worker_threads'
import pg from 'pg'
import { answerTasks } from '../documents/worker-answers.ts'
import { createExactIndex, type VectorIndex } from './exact-index.ts'
import { createOfflineEmbedding } from './offline-embedding.ts'

interface Held {
  version: string
  index: VectorIndex | undefined
  usedAt: number
}
interface SearchInput {
  /** A base and the model of its vectors. */
  collection: string
  model: string
  version: string
  vector: Float32Array
  k: number
  documents?: string[]
}
const MAX_HELD = 64
const PAGE = 2000
const { url, listSql, fetchSql } = workerData as { url: string; listSql: string; fetchSql: string }
const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 10_000, allowExitOnIdle: true })
pool.on('error', () => {})
const held = new Map<string, Held>()
let offline: ReturnType<typeof createOfflineEmbedding> | undefined

/** Brings what is held up to the version asked for: only what changed is fetched. */
async function current({ collection, model, version }: SearchInput): Promise<VectorIndex | undefined> {
  const key = `${collection}/${model}`
  const known = held.get(key)
  if (known && known.version === version) {
    known.usedAt = Date.now()
    return known.index
  }
  const { rows } = await pool.query<{ id: string; changed: string }>(listSql, [collection, model])
  let index = known?.index
  const wanted = new Map(rows.map((row) => [row.id, BigInt(row.changed)]))
  for (const id of index ? [...index.ids().keys()] : []) if (!wanted.has(id)) index!.drop(id)
  const missing = rows.filter((row) => index?.ids().get(row.id) !== BigInt(row.changed)).map((row) => row.id)
  for (let at = 0; at < missing.length; at += PAGE) {
    const page = await pool.query<{ id: string; document_id: string; changed: string; vector: Buffer }>(fetchSql, [
      missing.slice(at, at + PAGE),
    ])
    for (const row of page.rows) {
      const bytes = new Uint8Array(row.vector)
      const vector = new Float32Array(bytes.buffer, 0, bytes.byteLength >> 2)
      index ??= createExactIndex(vector.length)
      index.put(row.id, row.document_id, BigInt(row.changed), vector)
    }
  }
  held.set(key, { version, index, usedAt: Date.now() })
  if (held.size > MAX_HELD) held.delete([...held].sort((a, b) => a[1].usedAt - b[1].usedAt)[0]![0])
  return index
}

answerTasks({
  search: async (input: SearchInput) =>
    (await current(input))?.search(input.vector, input.k, input.documents && new Set(input.documents)) ?? [],
  embed: async (texts: string[]) => {
    const embed = await (offline ??= createOfflineEmbedding())
    return texts.map((text) => embed(text))
  },
  forget: (collection: string) => {
    for (const key of held.keys()) if (key.startsWith(`${collection}/`)) held.delete(key)
  },
})

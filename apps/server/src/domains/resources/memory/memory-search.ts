import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { timeOf } from './memory-time.ts'
import { rank } from './memory-words.ts'
import type { MemoryRepo, MemoryOwner } from './memory.repo.ts'
import type { EmbeddedMemory, MemoryRow } from './memory.table.ts'

export interface Embedder {
  id: string
  embed(texts: string[]): Promise<(Float32Array | undefined)[]>
  /** Converts a cosine to a relevance of 0..1. */
  relevance(cosine: number): number
}
export interface MemorySearchDeps {
  repo: MemoryRepo
  clock: Clock
  log: Log
  spaceOf(botId: string): Promise<string | undefined>
  embedder(spaceId: string, model?: string): Promise<Embedder>
}
/** Number of memories that are ranked, newest first; older ones are found only by time. */
const MAX_RANKED = 2000
const MAX_RESULTS = 20
/** Minimum semantic relevance; anything below is a guess. */
const MIN_RELEVANCE = 0.4
/** Number of memories embedded per request; the rest follow in the background. */
const EMBED_BATCH = 64

/**
 * Finds memories by words, by meaning, and by the time that a question names. Without an embedding, by words and time.
 */
export function createMemorySearch({ repo, clock, log, spaceOf, embedder }: MemorySearchDeps) {
  /** Embeds memories that have no vector of this embedder. Texts that the model does not understand get none. */
  async function embedMissing(rows: EmbeddedMemory[], current: Embedder) {
    const missing = rows.filter((row) => row.model !== current.id)
    for (let at = 0; at < missing.length; at += EMBED_BATCH) {
      const some = missing.slice(at, at + EMBED_BATCH)
      const vectors = await current.embed(some.map((row) => row.content))
      for (const [n, row] of some.entries()) {
        const vector = vectors[n]
        row.model = current.id
        row.vector = vector ? Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength) : null
        await repo.storeVector(row)
      }
    }
  }
  async function embedderOf(owner: MemoryOwner): Promise<Embedder | undefined> {
    const spaceId = await spaceOf(owner.botId)
    return spaceId ? embedder(spaceId) : undefined
  }
  /**
   * Semantic relevance of each memory to the question; empty without an embedding. If the provider fails, the search
   * continues with words only.
   */
  async function semanticRelevance(owner: MemoryOwner, query: string, filter: { from?: number; to?: number }) {
    const relevanceById = new Map<string, number>()
    try {
      const current = await embedderOf(owner)
      const [queryVector] = current ? await current.embed([query]) : []
      if (!current || !queryVector) return relevanceById
      const rows = await repo.withVectors(owner, filter, MAX_RANKED)
      await embedMissing(rows.filter((row) => row.model !== current.id).slice(0, EMBED_BATCH), current)
      for (const row of rows)
        if (row.model === current.id && row.vector)
          relevanceById.set(row.id, current.relevance(cosine(queryVector, row.vector)))
    } catch (cause) {
      log.warn({ err: cause }, 'memories were searched by words alone')
    }
    return relevanceById
  }

  return {
    /** Best first. A question that only names a time returns all memories of that time. */
    async search(owner: MemoryOwner, query: string, timeZone?: string): Promise<MemoryRow[]> {
      const span = timeOf(query, clock.now(), timeZone) ?? {}
      const rows = await repo.list(owner, span, 0, MAX_RANKED)
      if (!rows.length) return []
      const byWords = rank(query, rows, (row) => `${row.content} ${row.tags.join(' ')}`)
      const most = byWords[0]?.score ?? 1
      const words = new Map(byWords.map(({ item, score }) => [item.id, score / most]))
      const relevance = await semanticRelevance(owner, query, span)
      const found = rows
        .map((row) => ({ row, words: words.get(row.id) ?? 0, meaning: relevance.get(row.id) ?? 0 }))
        .filter((item) => item.words > 0 || item.meaning >= MIN_RELEVANCE)
        .toSorted((a, b) => b.words + b.meaning - (a.words + a.meaning))
        .map(({ row }) => row)
      return (found.length || !('from' in span) ? found : rows).slice(0, MAX_RESULTS)
    },
    /** Embeds all memories of a person that have no vector yet. */
    async embedAll(owner: MemoryOwner): Promise<void> {
      const current = await embedderOf(owner)
      if (current) await embedMissing(await repo.withVectors(owner, {}, MAX_RANKED), current)
    },
  }
}
export type MemorySearch = ReturnType<typeof createMemorySearch>

function cosine(a: Float32Array, stored: Buffer): number {
  const b = new Float32Array(stored.buffer.slice(stored.byteOffset, stored.byteOffset + stored.byteLength))
  let [dot, left, right] = [0, 0, 0]
  for (let n = 0; n < a.length; n += 1) {
    dot += a[n]! * (b[n] ?? 0)
    left += a[n]! ** 2
    right += (b[n] ?? 0) ** 2
  }
  return left && right ? dot / Math.sqrt(left * right) : 0
}

import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { timeOf } from './memory-time.ts'
import { rank } from './memory-words.ts'
import type { MemoryRepo, Whose } from './memory.repo.ts'
import type { MemoryRow, PlacedMemory } from './memory.table.ts'

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
const WEIGHED = 2000
const FOUND = 20
/** Minimum semantic relevance; anything below is a guess. */
const MEANT = 0.4
/** Number of memories embedded per request; the rest follow in the background. */
const PLACED_AT_ONCE = 64

/**
 * Finds memories by words, by meaning, and by the time that a question names. Without an embedding, by words and time.
 */
export function createMemorySearch({ repo, clock, log, spaceOf, embedder }: MemorySearchDeps) {
  /** Embeds memories that have no vector of this embedder. Texts that the model does not understand get none. */
  async function place(rows: PlacedMemory[], maker: Embedder) {
    const missing = rows.filter((row) => row.model !== maker.id)
    for (let at = 0; at < missing.length; at += PLACED_AT_ONCE) {
      const some = missing.slice(at, at + PLACED_AT_ONCE)
      const vectors = await maker.embed(some.map((row) => row.content))
      for (const [n, row] of some.entries()) {
        const vector = vectors[n]
        row.model = maker.id
        row.vector = vector ? Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength) : null
        await repo.place(row)
      }
    }
  }
  async function makerOf(whose: Whose): Promise<Embedder | undefined> {
    const spaceId = await spaceOf(whose.botId)
    return spaceId ? embedder(spaceId) : undefined
  }
  /**
   * Semantic relevance of each memory to the question; empty without an embedding. If the provider fails, the search
   * continues with words only.
   */
  async function meanings(whose: Whose, query: string, filter: { from?: number; to?: number }) {
    const near = new Map<string, number>()
    try {
      const maker = await makerOf(whose)
      const [asked] = maker ? await maker.embed([query]) : []
      if (!maker || !asked) return near
      const rows = await repo.placed(whose, filter, WEIGHED)
      await place(rows.filter((row) => row.model !== maker.id).slice(0, PLACED_AT_ONCE), maker)
      for (const row of rows)
        if (row.model === maker.id && row.vector) near.set(row.id, maker.relevance(cosine(asked, row.vector)))
    } catch (cause) {
      log.warn({ err: cause }, 'memories were searched by words alone')
    }
    return near
  }

  return {
    /** Best first. A question that only names a time returns all memories of that time. */
    async search(whose: Whose, query: string, timeZone?: string): Promise<MemoryRow[]> {
      const span = timeOf(query, clock.now(), timeZone) ?? {}
      const rows = await repo.list(whose, span, 0, WEIGHED)
      if (!rows.length) return []
      const byWords = rank(query, rows, (row) => `${row.content} ${row.tags.join(' ')}`)
      const most = byWords[0]?.score ?? 1
      const words = new Map(byWords.map(({ item, score }) => [item.id, score / most]))
      const meant = await meanings(whose, query, span)
      const found = rows
        .map((row) => ({ row, words: words.get(row.id) ?? 0, meaning: meant.get(row.id) ?? 0 }))
        .filter((item) => item.words > 0 || item.meaning >= MEANT)
        .toSorted((a, b) => b.words + b.meaning - (a.words + a.meaning))
        .map(({ row }) => row)
      return (found.length || !('from' in span) ? found : rows).slice(0, FOUND)
    },
    /** Embeds all memories of a person that have no vector yet. */
    async placeAll(whose: Whose): Promise<void> {
      const maker = await makerOf(whose)
      if (maker) await place(await repo.placed(whose, {}, WEIGHED), maker)
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

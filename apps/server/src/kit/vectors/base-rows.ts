import { createTopList } from './top-list.ts'
import { createVectorBlock, grown, type Range, type VectorBlock } from './vector-block.ts'
import { createWordPostings, eachLexeme } from './word-postings.ts'
import type { CacheFile, PartSource } from './cache-file.ts'
import type { WordWeight } from './word-weights.ts'

export interface NewRow {
  id: string
  /** Number of words. */
  length: number
  /** A tsvector in its text form. */
  words: string
  /** One per stretch of the row. */
  vectors: Float32Array[]
}
/** File header before the numbers of a base. */
interface KeptHead {
  documents: [string, HeldDocument][]
  opened: number
  live: number
  wordSum: number
  words: string[]
  blocks: { model: string; dimensions: number; count: number }[]
}
interface HeldDocument {
  edition: string
  model: string
  number: number
  rows: Range
  vectors: Range
}
/**
 * A second occurrence counts a quarter of the first, and so on; a slice of twice the usual length counts a little less.
 */
const SATURATION = 0.6
const LENGTH_SHARE = 0.3
/** The score of a slice of the usual length in which each word of the query occurs once. */
const FULL_MATCH = 0.8
const DELETED = -1
/** The approximate number of vectors of a row; the nearest one counts. */
export const STRETCHES = 4

/** The rows of one base in memory: their vectors, and the rows of each word. The rows of a document are contiguous. */
export function createBaseRows() {
  const documents = new Map<string, HeldDocument>()
  const blocks = new Map<string, VectorBlock>()
  const postings = createWordPostings()
  let ids: string[] = []
  let documentOf = new Int32Array(64)
  let lengths = new Uint16Array(64)
  let [opened, live, wordSum, changes] = [0, 0, 0, 0]

  function open(id: string, edition: string, model: string) {
    const at = blocks.get(model)?.count() ?? 0
    const rows = { from: ids.length, to: ids.length }
    documents.set(id, { edition, model, number: opened, rows, vectors: { from: at, to: at } })
    opened += 1
  }
  function push(documentId: string, row: NewRow) {
    const home = documents.get(documentId)!
    const at = ids.length
    changes += 1
    if (at === documentOf.length) {
      documentOf = grown(documentOf, Int32Array)
      lengths = grown(lengths, Uint16Array)
    }
    ids.push(row.id)
    documentOf[at] = home.number
    lengths[at] = Math.min(row.length, 65_535)
    live += 1
    wordSum += lengths[at]!
    home.rows.to = at + 1
    eachLexeme(row.words, (word, times) => postings.add(word, at, times))
    for (const vector of row.vectors) {
      let block = blocks.get(home.model)
      if (!block) blocks.set(home.model, (block = createVectorBlock(vector.length)))
      if (block.dimensions !== vector.length) return
      block.push(at, vector)
      home.vectors.to = block.count()
    }
  }
  const chosen = (wanted: readonly string[] | undefined): HeldDocument[] =>
    wanted ? wanted.flatMap((id) => documents.get(id) ?? []) : [...documents.values()]

  return {
    documents: documents as ReadonlyMap<string, { edition: string }>,
    open,
    push,
    drop(id: string) {
      const known = documents.get(id)
      if (!known) return
      documents.delete(id)
      changes += known.rows.to - known.rows.from
      for (let at = known.rows.from; at < known.rows.to; at += 1) {
        documentOf[at] = DELETED
        wordSum -= lengths[at]!
      }
      live -= known.rows.to - known.rows.from
    },
    size: () => live,
    /** Number of rows added or removed since it was created or read from disk. */
    changes: () => changes,
    /** Content in the file format. Buffers are not copied: the writer checks for changes in the meantime. */
    held(): { head: KeptHead; parts: PartSource[] } {
      const { words, ...postingRows } = postings.held()
      const all = [...blocks]
      const head: KeptHead = {
        documents: [...documents],
        opened,
        live,
        wordSum,
        words,
        blocks: all.map(([model, block]) => ({ model, dimensions: block.dimensions, count: block.count() })),
      }
      const numbers = BigInt64Array.from(ids, BigInt)
      return {
        head,
        parts: [
          () => numbers,
          () => documentOf.subarray(0, ids.length),
          () => lengths.subarray(0, ids.length),
          () => postingRows.counts,
          () => postingRows.rows,
          ...all.flatMap(([, block]) => [() => block.held()[0]!, () => block.held()[1]!]),
        ],
      }
    },
    async restore({ head, sizes, fill }: CacheFile<KeptHead>) {
      const part = <T extends ArrayBufferView>(make: new (bytes: ArrayBuffer) => T, at: number) =>
        fill(new make(new ArrayBuffer(sizes[at]!)))
      const numbers = await part(BigInt64Array, 0)
      documentOf = await part(Int32Array, 1)
      lengths = await part(Uint16Array, 2)
      const counts = await part(Uint32Array, 3)
      const rows = await part(Uint32Array<ArrayBuffer>, 4)
      for (const { model, dimensions, count } of head.blocks) {
        const block = createVectorBlock(dimensions)
        for (const place of block.restore(count)) await fill(place)
        blocks.set(model, block)
      }
      ids = Array.from(numbers, String)
      postings.restore(head.words, counts, rows)
      for (const [id, document] of head.documents) documents.set(id, document)
      ;({ opened, live, wordSum } = head)
    },
    words: () => wordSum,
    /** Whether deleted rows take so much space that rebuilding is cheaper. */
    isStale: () => ids.length > 1000 && live < ids.length / 2,
    bytes() {
      let sum = postings.bytes() + documentOf.byteLength + lengths.byteLength + ids.length * 48
      for (const block of blocks.values()) sum += block.bytes()
      return sum
    },
    nearest(model: string, query: Float32Array, k: number, wanted?: readonly string[]) {
      const block = blocks.get(model)
      if (!block || block.dimensions !== query.length) return []
      const ranges = chosen(wanted).flatMap((home) => (home.model === model ? [home.vectors] : []))
      const top = block.nearest(query, k * STRETCHES, ranges)
      const best = new Map<number, number>()
      top.places.forEach((row, at) => {
        if (!best.has(row)) best.set(row, top.scores[at]!)
      })
      return [...best].slice(0, k).map(([row, score]) => ({ id: ids[row]!, score }))
    },
    /** The number of rows that contain a word. */
    count(word: string): number {
      let n = 0
      postings.each(word, (row) => {
        if (documentOf[row] !== DELETED) n += 1
      })
      return n
    },
    byWords(words: WordWeight[], whole: number, meanLength: number, k: number, wanted?: readonly string[]) {
      const isWanted = new Uint8Array(opened)
      for (const home of chosen(wanted)) isWanted[home.number] = 1
      const scores = new Float64Array(ids.length)
      const touched: number[] = []
      for (const { term, weight } of words)
        postings.each(term, (row, times) => {
          const home = documentOf[row]!
          if (home === DELETED || !isWanted[home]) return
          const stretch = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * lengths[row]!) / meanLength)
          if (scores[row] === 0) touched.push(row)
          scores[row]! += (weight * times * (1 + SATURATION)) / (times + stretch)
        })
      const top = createTopList(k)
      for (const row of touched) if (scores[row]! > top.floor) top.add(row, scores[row]!)
      return top.places.map((row, at) => ({
        id: ids[row]!,
        score: (FULL_MATCH * top.scores[at]!) / whole,
        matched: words.filter(({ term }) => postings.has(term, row)).map(({ term }) => term),
      }))
    },
  }
}
export type BaseRows = ReturnType<typeof createBaseRows>

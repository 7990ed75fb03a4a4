import { createScan, STEP_BYTES } from './dot-scan.ts'
import { createTopList } from './top-list.ts'

export interface Range {
  from: number
  to: number
}
const PAGE = 65_536
const BATCH = 4096

/**
 * Contiguous vectors of one length in a memory, each with its row. The query and its scores precede them in the memory.
 */
export function createVectorBlock(dimensions: number) {
  const rowBytes = Math.ceil((dimensions * 4) / STEP_BYTES) * STEP_BYTES
  const start = rowBytes + BATCH * 4
  const memory = new WebAssembly.Memory({ initial: Math.ceil((start + 64 * rowBytes) / PAGE), maximum: PAGE })
  const scan = createScan(memory)
  let rows = new Int32Array(64)
  let count = 0
  /** Grows by at least a quarter; growing copies nothing. */
  function makeRoom(wanted: number) {
    const missing = Math.ceil((start + wanted * rowBytes - memory.buffer.byteLength) / PAGE)
    if (missing > 0) memory.grow(Math.max(missing, Math.ceil(memory.buffer.byteLength / PAGE / 4)))
    while (rows.length < wanted) rows = grown(rows, Int32Array)
  }
  return {
    dimensions,
    count: () => count,
    bytes: () => memory.buffer.byteLength + rows.byteLength,
    push(row: number, vector: Float32Array) {
      makeRoom(count + 1)
      new Float32Array(memory.buffer, start + count * rowBytes, dimensions).set(vector)
      rows[count] = row
      count += 1
    },
    /** Content for the disk, not copied: valid until something is added. */
    held: () => [rows.subarray(0, count), new Uint8Array(memory.buffer, start, count * rowBytes)],
    /** The same buffers, to be filled from disk. */
    restore(kept: number) {
      makeRoom(kept)
      count = kept
      return [rows.subarray(0, count), new Uint8Array(memory.buffer, start, count * rowBytes)]
    },
    /** The rows nearest to the query by dot product, within some ranges. */
    nearest(query: Float32Array, k: number, ranges: Range[]) {
      const top = createTopList(k)
      new Float32Array(memory.buffer, 0, dimensions).set(query)
      const scores = new Float32Array(memory.buffer, rowBytes, BATCH)
      for (const { from, to } of joined(ranges))
        for (let at = from; at < to; at += BATCH) {
          const n = Math.min(BATCH, to - at)
          scan(0, start + at * rowBytes, n, rowBytes, rowBytes)
          for (let i = 0; i < n; i += 1) if (scores[i]! > top.floor) top.add(rows[at + i]!, scores[i]!)
        }
      return top
    },
  }
}
export type VectorBlock = ReturnType<typeof createVectorBlock>

/** Merges adjacent ranges. */
function joined(ranges: Range[]): Range[] {
  const long: Range[] = []
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = long.at(-1)
    if (last?.to === from) last.to = to
    else if (from < to) long.push({ from, to })
  }
  return long
}

type Numbers = Float32Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>
export function grown<T extends Numbers>(array: T, make: new (length: number) => T): T {
  const larger = new make(array.length * 2)
  larger.set(array)
  return larger
}

/** Scales to unit length, so that a dot product is a cosine. */
export function normalised(vector: ArrayLike<number>): Float32Array {
  const unit = Float32Array.from(vector)
  let norm = 0
  for (const found of unit) norm += found * found
  norm = Math.sqrt(norm) || 1
  for (let at = 0; at < unit.length; at += 1) unit[at]! /= norm
  return unit
}

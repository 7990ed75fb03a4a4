import { createTopList } from './top-list.ts'

export interface Range {
  from: number
  to: number
}

/** Vectors of one length side by side in one array, each with the row it belongs to. */
export function createVectorBlock(dimensions: number) {
  let data = new Float32Array(dimensions * 64)
  let rows = new Int32Array(64)
  let count = 0
  return {
    dimensions,
    count: () => count,
    bytes: () => data.byteLength + rows.byteLength,
    push(row: number, vector: Float32Array) {
      if (count === rows.length) {
        data = grown(data, Float32Array)
        rows = grown(rows, Int32Array)
      }
      data.set(vector, count * dimensions)
      rows[count] = row
      count += 1
    },
    /** The nearest of some stretches by dot product, as rows. */
    nearest(query: Float32Array, k: number, ranges: Range[]) {
      const top = createTopList(k)
      for (const { from, to } of ranges)
        for (let at = from, offset = from * dimensions; at < to; at += 1, offset += dimensions) {
          let a = 0
          let b = 0
          let c = 0
          let d = 0
          let i = 0
          for (; i + 3 < dimensions; i += 4) {
            a += query[i]! * data[offset + i]!
            b += query[i + 1]! * data[offset + i + 1]!
            c += query[i + 2]! * data[offset + i + 2]!
            d += query[i + 3]! * data[offset + i + 3]!
          }
          for (; i < dimensions; i += 1) a += query[i]! * data[offset + i]!
          const score = a + b + c + d
          if (score > top.floor) top.add(rows[at]!, score)
        }
      return top
    },
  }
}
export type VectorBlock = ReturnType<typeof createVectorBlock>

type Numbers = Float32Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>
export function grown<T extends Numbers>(array: T, make: new (length: number) => T): T {
  const larger = new make(array.length * 2)
  larger.set(array)
  return larger
}

/** Unit length, so that a dot product is a cosine. */
export function normalised(vector: ArrayLike<number>): Float32Array {
  const unit = Float32Array.from(vector)
  let norm = 0
  for (const one of unit) norm += one * one
  norm = Math.sqrt(norm) || 1
  for (let at = 0; at < unit.length; at += 1) unit[at]! /= norm
  return unit
}

/** Vectors of one base and one model, side by side in one array. */
export interface VectorIndex {
  size(): number
  ids(): ReadonlyMap<string, bigint>
  put(id: string, documentId: string, changed: bigint, vector: Float32Array): void
  drop(id: string): void
  search(query: Float32Array, k: number, documents?: ReadonlySet<string>): { id: string; score: number }[]
}

export function createExactIndex(dimensions: number): VectorIndex {
  let data = new Float32Array(dimensions * 64)
  const rows: { id: string; documentId: string }[] = []
  const places = new Map<string, number>()
  const versions = new Map<string, bigint>()
  return {
    size: () => rows.length,
    ids: () => versions,
    put(id, documentId, changed, vector) {
      if (vector.length !== dimensions) return
      let at = places.get(id)
      if (at === undefined) {
        at = rows.length
        if ((at + 1) * dimensions > data.length) {
          const larger = new Float32Array(data.length * 2)
          larger.set(data)
          data = larger
        }
        rows.push({ id, documentId })
        places.set(id, at)
      } else rows[at] = { id, documentId }
      versions.set(id, changed)
      data.set(vector, at * dimensions)
    },
    drop(id) {
      const at = places.get(id)
      if (at === undefined) return
      const last = rows.length - 1
      // The last row takes the place of the one that goes.
      if (at !== last) {
        data.copyWithin(at * dimensions, last * dimensions, (last + 1) * dimensions)
        rows[at] = rows[last]!
        places.set(rows[at].id, at)
      }
      rows.pop()
      places.delete(id)
      versions.delete(id)
    },
    search(query, k, documents) {
      if (query.length !== dimensions) return []
      const best: { at: number; score: number }[] = []
      let floor = -Infinity
      for (let at = 0, offset = 0; at < rows.length; at += 1, offset += dimensions) {
        if (documents && !documents.has(rows[at]!.documentId)) continue
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
        if (score <= floor && best.length >= k) continue
        let place = best.length
        while (place > 0 && best[place - 1]!.score < score) place -= 1
        best.splice(place, 0, { at, score })
        if (best.length > k) best.pop()
        if (best.length >= k) floor = best[best.length - 1]!.score
      }
      return best.map(({ at, score }) => ({ id: rows[at]!.id, score }))
    },
  }
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

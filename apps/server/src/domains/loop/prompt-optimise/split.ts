import { createHash } from 'node:crypto'
import type { Row } from './engine.ts'

export interface Split {
  train: Row[]
  validation: Row[]
  /** Held-out rows that the search never sees; empty if there are too few rows. */
  proof: Row[]
}
/** Minimum number of rows for a search. */
export const MIN_ROWS = 24
/** Up to this many rows, none are held out. */
const NO_PROOF = 40

/** Splits rows into training (half), validation and proof (a quarter each). Sorted by hashed id, so it is stable. */
export function splitRows(rows: readonly Row[]): Split {
  const placed = rows
    .map((row) => ({ row, place: createHash('sha256').update(row.id).digest('hex') }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ row }) => row)
  const hasProof = rows.length > NO_PROOF
  const half = Math.round(rows.length / 2)
  const quarter = Math.round(rows.length / 4)
  return {
    train: placed.slice(0, half),
    validation: hasProof ? placed.slice(half, half + quarter) : placed.slice(half),
    proof: hasProof ? placed.slice(half + quarter) : [],
  }
}

import { createHash } from 'node:crypto'
import type { Row } from './engine.ts'

export interface Split {
  train: Row[]
  validation: Row[]
  /** Rows that the search never sees. Empty when there are too few. */
  proof: Row[]
}
/** With fewer rows nothing can be learned from them. */
export const LEAST_ROWS = 24
/** Up to so many there is no part of its own for the proof. */
const NO_PROOF = 40

/** Half to learn from, a quarter to choose by, a quarter to prove with; by the ids of rows, so that it is the same each time. */
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

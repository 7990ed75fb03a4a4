import { solveInPlace } from './bradley-terry.ts'
import { gainOf, type VoteList } from './vote-list.ts'

const STEPS = 4
/** Length and markup. */
const STYLE = 2

/**
 * Strengths as they would be if both answers were equally long and equally marked up: a logistic model with these differences beside
 * the models. `chosen` lists the votes to use, `start` the strengths without them.
 */
export function styleAdjusted(votes: VoteList, models: number, chosen: Uint32Array, start: Float64Array): Float64Array {
  const n = models + STYLE
  const weights = new Float64Array(n)
  weights.set(start)
  const slope = new Float64Array(n)
  const curve = new Float64Array(n * n)
  for (let step = 0; step < STEPS; step += 1) {
    curve.fill(0)
    for (let i = 0; i < n; i += 1) {
      const average = 1 / (1 + Math.exp(-weights[i]!))
      slope[i] = 1 - 2 * average
      curve[i * n + i] = 2 * average * (1 - average)
    }
    for (const at of chosen) {
      const [i, j, long, mark] = [votes.left[at]!, votes.right[at]!, votes.longer[at]!, votes.marked[at]!]
      const sum = weights[i]! - weights[j]! + weights[models]! * long + weights[models + 1]! * mark
      const p = 1 / (1 + Math.exp(-sum))
      const gap = gainOf(votes.result[at]!) - p
      const weight = p * (1 - p)
      slope[i]! += gap
      slope[j]! -= gap
      slope[models]! += gap * long
      slope[models + 1]! += gap * mark
      curve[i * n + i]! += weight
      curve[j * n + j]! += weight
      // Only what lies below the diagonal is read.
      curve[Math.max(i, j) * n + Math.min(i, j)]! -= weight
      curve[models * n + i]! += weight * long
      curve[models * n + j]! -= weight * long
      curve[models * n + models]! += weight * long * long
      curve[(models + 1) * n + i]! += weight * mark
      curve[(models + 1) * n + j]! -= weight * mark
      curve[(models + 1) * n + models]! += weight * mark * long
      curve[(models + 1) * n + models + 1]! += weight * mark * mark
    }
    solveInPlace(curve, slope, n)
    let largest = 0
    for (let i = 0; i < n; i += 1) {
      const move = Math.max(-2, Math.min(2, slope[i]!))
      weights[i]! += move
      largest = Math.max(largest, Math.abs(move))
    }
    if (largest < 1e-4) break
  }
  return weights.subarray(0, models)
}

import { factor, substitute } from './bradley-terry.ts'
import { gainOf, type VoteList } from './vote-list.ts'

const STEPS = 6
/** Number of style features: length and markup. */
const STYLE = 2
/** After a step smaller than this, the curvature need not be computed again. */
const NEAR = 0.1
const DONE = 1e-4

/**
 * Strengths as they would be if both answers had the same length and markup: a logistic model with these differences in
 * addition to the models. `chosen` lists the votes to use, `start` has the strengths without adjustment.
 */
export function styleAdjusted(votes: VoteList, models: number, chosen: Uint32Array, start: Float64Array): Float64Array {
  const n = models + STYLE
  const weights = new Float64Array(n)
  weights.set(start)
  const slope = new Float64Array(n)
  const curve = new Float64Array(n * n)
  let largest = Infinity
  for (let step = 0; step < STEPS && largest >= DONE; step += 1) {
    if (largest > NEAR) {
      curveAt(votes, models, chosen, weights, curve)
      factor(curve, n)
    }
    slopeAt(votes, models, chosen, weights, slope)
    substitute(curve, slope, n)
    largest = 0
    for (let i = 0; i < n; i += 1) {
      const move = Math.max(-2, Math.min(2, slope[i]!))
      weights[i]! += move
      largest = Math.max(largest, Math.abs(move))
    }
  }
  return weights.subarray(0, models)
}
const share = (sum: number) => 1 / (1 + Math.exp(-sum))

function slopeAt(votes: VoteList, models: number, chosen: Uint32Array, weights: Float64Array, slope: Float64Array) {
  const { left, right, longer, marked, result } = votes
  const [forLength, forMarks] = [weights[models]!, weights[models + 1]!]
  for (let i = 0; i < slope.length; i += 1) slope[i] = 1 - 2 * share(weights[i]!)
  let [long, mark] = [slope[models]!, slope[models + 1]!]
  for (let k = 0; k < chosen.length; k += 1) {
    const at = chosen[k]!
    const i = left[at]!
    const j = right[at]!
    const sum = weights[i]! - weights[j]! + forLength * longer[at]! + forMarks * marked[at]!
    const gap = gainOf(result[at]!) - share(sum)
    slope[i]! += gap
    slope[j]! -= gap
    long += gap * longer[at]!
    mark += gap * marked[at]!
  }
  slope[models] = long
  slope[models + 1] = mark
}
/** Fills only the part below the diagonal, which is all that is read. */
function curveAt(votes: VoteList, models: number, chosen: Uint32Array, weights: Float64Array, curve: Float64Array) {
  const { left, right, longer, marked } = votes
  const n = models + STYLE
  const [forLength, forMarks] = [weights[models]!, weights[models + 1]!]
  const [ofLength, ofMarks] = [models * n, (models + 1) * n]
  curve.fill(0)
  for (let i = 0; i < n; i += 1) {
    const average = share(weights[i]!)
    curve[i * n + i] = 2 * average * (1 - average)
  }
  let [lengths, both, marks] = [0, 0, 0]
  for (let k = 0; k < chosen.length; k += 1) {
    const at = chosen[k]!
    const i = left[at]!
    const j = right[at]!
    const long = longer[at]!
    const mark = marked[at]!
    const p = share(weights[i]! - weights[j]! + forLength * long + forMarks * mark)
    const weight = p * (1 - p)
    curve[i * n + i]! += weight
    curve[j * n + j]! += weight
    curve[i > j ? i * n + j : j * n + i]! -= weight
    curve[ofLength + i]! += weight * long
    curve[ofLength + j]! -= weight * long
    curve[ofMarks + i]! += weight * mark
    curve[ofMarks + j]! -= weight * mark
    lengths += weight * long * long
    both += weight * mark * long
    marks += weight * mark * mark
  }
  curve[ofLength + models]! += lengths
  curve[ofMarks + models]! += both
  curve[ofMarks + models + 1]! += marks
}

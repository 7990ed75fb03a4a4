import { normalAbove } from '../distributions.ts'
import { seededRandom } from '../random.ts'
import { chance, fitStrengths } from './bradley-terry.ts'
import { gainOf, type VoteList } from './vote-list.ts'

/** Voters with fewer votes are not tested. */
const FEWEST = 10
/** Votes about one model before a leaning towards it is looked at. */
const FEWEST_OF_MODEL = 5
const ALPHA = 0.001
const ROUNDS = 3

/**
 * Voters whose votes the scores cannot explain: each vote has a p-value under the current scores, and those of a voter are combined
 * by Fisher; beside it stands the leaning of a voter towards or against one model. Corrected for the number of voters by
 * Benjamini and Hochberg. What bought votes did to the scores is undone by fitting again without them.
 */
export function outlyingVoters(votes: VoteList, models: number): Set<number> {
  let flagged = new Set<number>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = outlyingUnder(votes, models, flagged)
    const isSame = found.size === flagged.size && [...found].every((voter) => flagged.has(voter))
    flagged = found
    if (isSame) break
  }
  return flagged
}

interface Tested {
  n: number
  fisher: number
  /** By model: how much more it got than expected, the variance of that, and how many votes. */
  surplus: Float64Array
  variance: Float64Array
  met: Uint32Array
}
function outlyingUnder(votes: VoteList, models: number, without: ReadonlySet<number>): Set<number> {
  const size = votes.left.length
  const wins = new Float64Array(models * models)
  let ties = 0
  let total = 0
  for (let at = 0; at < size; at += 1) {
    if (without.has(votes.voter[at]!)) continue
    const gain = gainOf(votes.result[at]!)
    wins[votes.left[at]! * models + votes.right[at]!]! += gain
    wins[votes.right[at]! * models + votes.left[at]!]! += 1 - gain
    total += 1
    if (gain === 0.5) ties += 1
  }
  const beta = fitStrengths(models, wins)
  const tie = ties / Math.max(1, total)
  const random = seededRandom('outliers')
  const counts = new Uint32Array(votes.voter.reduce((most, one) => Math.max(most, one), 0) + 1)
  for (let at = 0; at < size; at += 1) counts[votes.voter[at]!]! += 1
  const tested: (Tested | undefined)[] = Array.from({ length: counts.length })
  for (let at = 0; at < size; at += 1) {
    const luck = random()
    const voter = votes.voter[at]!
    if (counts[voter]! < FEWEST) continue
    const known = (tested[voter] ??= emptyTest(models))
    const [left, right] = [votes.left[at]!, votes.right[at]!]
    const expected = chance(beta[left]!, beta[right]!)
    const probability = outcomes(expected, tie)
    const gain = gainOf(votes.result[at]!)
    const seen = gain === 1 ? 0 : gain === 0 ? 1 : 2
    known.n += 1
    known.fisher -= 2 * Math.log(Math.max(1e-12, pValue(probability, seen, luck)))
    const mean = probability[0]! + probability[2]! / 2
    const spread = probability[0]! + probability[2]! / 4 - mean * mean
    known.surplus[left]! += gain - mean
    known.surplus[right]! += mean - gain
    known.variance[left]! += spread
    known.variance[right]! += spread
    known.met[left]! += 1
    known.met[right]! += 1
  }
  return rejected(tested.flatMap((test, voter) => (test ? [{ voter, p: combined(test) }] : [])))
}
const emptyTest = (models: number): Tested => ({
  n: 0,
  fisher: 0,
  surplus: new Float64Array(models),
  variance: new Float64Array(models),
  met: new Uint32Array(models),
})
/** Left, right and tie. */
function outcomes(expected: number, tie: number): [number, number, number] {
  const left = Math.max(0.005, expected - tie / 2)
  const right = Math.max(0.005, 1 - expected - tie / 2)
  const sum = left + right + tie
  return [left / sum, right / sum, tie / sum]
}
/** How likely an outcome as rare as this one was. `luck` spreads the steps, so that honest votes give even p-values. */
function pValue(probability: readonly number[], seen: number, luck: number): number {
  let rarer = 0
  for (let at = 0; at < 3; at += 1) if (at !== seen && probability[at]! < probability[seen]!) rarer += probability[at]!
  return rarer + luck * probability[seen]!
}
function combined({ n, fisher, surplus, variance, met }: Tested): number {
  let leaning = 1
  let models = 0
  for (const [model, count] of met.entries()) {
    if (count < FEWEST_OF_MODEL) continue
    models += 1
    const z = Math.abs(surplus[model]!) / Math.sqrt(variance[model]!)
    leaning = Math.min(leaning, 2 * normalAbove(z))
  }
  return Math.min(1, 2 * Math.min(chiSquareAbove(fisher, n), leaning * models || 1))
}
/** Share of a chi-square distribution with 2 · n degrees of freedom above `x`. */
function chiSquareAbove(x: number, n: number): number {
  const half = x / 2
  let log = -half
  let sum = Math.exp(log)
  for (let k = 1; k < n; k += 1) {
    log += Math.log(half / k)
    sum += Math.exp(log)
  }
  return Math.min(1, sum)
}
function rejected(tests: { voter: number; p: number }[]): Set<number> {
  const sorted = tests.toSorted((a, b) => a.p - b.p)
  const last = sorted.findLastIndex(({ p }, at) => p <= ((at + 1) / sorted.length) * ALPHA)
  return new Set(sorted.slice(0, last + 1).map(({ voter }) => voter))
}

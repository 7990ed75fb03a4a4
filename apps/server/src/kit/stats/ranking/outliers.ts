import { normalAbove } from '../distributions.ts'
import { seededRandom } from '../random.ts'
import { chance, fitStrengths } from './bradley-terry.ts'
import { gainOf, type VoteList } from './vote-list.ts'

/** Voters with fewer votes are not tested. */
const MIN_VOTES = 10
/** Number of votes about one model from which on a bias towards it is tested. */
const MIN_MODEL_VOTES = 5
const ALPHA = 0.001
const ROUNDS = 3

/**
 * Finds voters whose votes the scores cannot explain: each vote has a p-value under the current scores, combined per
 * voter by Fisher's method; in addition, the bias of a voter towards or against a model is tested. Corrected for the
 * number of voters by Benjamini and Hochberg. The scores are fitted again without these voters, which removes the
 * effect of bought votes.
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
  /** Per model: its surplus over the expectation, the variance, and the number of votes. */
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
    if (without.size > 0 && without.has(votes.voter[at]!)) continue
    const gain = gainOf(votes.result[at]!)
    wins[votes.left[at]! * models + votes.right[at]!]! += gain
    wins[votes.right[at]! * models + votes.left[at]!]! += 1 - gain
    total += 1
    if (gain === 0.5) ties += 1
  }
  const beta = fitStrengths(models, wins)
  const tie = ties / Math.max(1, total)
  const expectations = expectedOf(models, beta, tie)
  const { order, offsets } = byVoter(votes)
  const random = seededRandom('outliers')
  // One voter after the other reuses the same arrays.
  const test = emptyTest(models)
  const tests: { voter: number; p: number }[] = []
  for (let voter = 0; voter < offsets.length - 1; voter += 1) {
    const [from, end] = [offsets[voter]!, offsets[voter + 1]!]
    if (end - from < MIN_VOTES) continue
    clear(test)
    for (let k = from; k < end; k += 1) take(test, votes, models, order[k]!, expectations, random())
    tests.push({ voter, p: combined(test) })
  }
  return rejected(tests)
}
/** `luck` randomises within the discrete steps, so that honest votes have uniform p-values. */
function take(
  test: Tested,
  votes: VoteList,
  models: number,
  at: number,
  { rarer, own, means, spreads }: Expected,
  luck: number,
) {
  const left = votes.left[at]!
  const right = votes.right[at]!
  const pair = left * models + right
  const gain = gainOf(votes.result[at]!)
  const seen = 3 * pair + (gain === 1 ? 0 : gain === 0 ? 1 : 2)
  test.n += 1
  test.fisher -= 2 * Math.log(Math.max(1e-12, rarer[seen]! + luck * own[seen]!))
  const mean = means[pair]!
  const spread = spreads[pair]!
  test.surplus[left]! += gain - mean
  test.surplus[right]! += mean - gain
  test.variance[left]! += spread
  test.variance[right]! += spread
  test.met[left]! += 1
  test.met[right]! += 1
}
/** The votes sorted by voter, and the index at which each voter begins. */
function byVoter({ voter }: VoteList) {
  let most = 0
  for (let at = 0; at < voter.length; at += 1) if (voter[at]! > most) most = voter[at]!
  const offsets = new Uint32Array(most + 2)
  for (let at = 0; at < voter.length; at += 1) offsets[voter[at]! + 1]! += 1
  for (let one = 1; one < offsets.length; one += 1) offsets[one]! += offsets[one - 1]!
  const next = offsets.slice()
  const order = new Uint32Array(voter.length)
  for (let at = 0; at < voter.length; at += 1) {
    const one = voter[at]!
    order[next[one]!] = at
    next[one]! += 1
  }
  return { order, offsets }
}
const emptyTest = (models: number): Tested => ({
  n: 0,
  fisher: 0,
  surplus: new Float64Array(models),
  variance: new Float64Array(models),
  met: new Uint32Array(models),
})
function clear(test: Tested) {
  test.n = 0
  test.fisher = 0
  test.surplus.fill(0)
  test.variance.fill(0)
  test.met.fill(0)
}
/** Probabilities of left, right and tie. */
function outcomes(expected: number, tie: number): [number, number, number] {
  const left = Math.max(0.005, expected - tie / 2)
  const right = Math.max(0.005, 1 - expected - tie / 2)
  const sum = left + right + tie
  return [left / sum, right / sum, tie / sum]
}
/** Per pair of models: the probabilities of the three outcomes, and of rarer ones. Votes only look them up. */
type Expected = ReturnType<typeof expectedOf>
function expectedOf(models: number, beta: Float64Array, tie: number) {
  const pairs = models * models
  const own = new Float64Array(3 * pairs)
  const rarer = new Float64Array(3 * pairs)
  const means = new Float64Array(pairs)
  const spreads = new Float64Array(pairs)
  for (let pair = 0; pair < pairs; pair += 1) {
    const probability = outcomes(chance(beta[Math.floor(pair / models)]!, beta[pair % models]!), tie)
    for (let seen = 0; seen < 3; seen += 1) {
      own[3 * pair + seen] = probability[seen]!
      for (const [at, one] of probability.entries())
        if (at !== seen && one < probability[seen]!) rarer[3 * pair + seen]! += one
    }
    const mean = probability[0] + probability[2] / 2
    means[pair] = mean
    spreads[pair] = probability[0] + probability[2] / 4 - mean * mean
  }
  return { own, rarer, means, spreads }
}
function combined({ n, fisher, surplus, variance, met }: Tested): number {
  let leaning = 1
  let models = 0
  for (const [model, count] of met.entries()) {
    if (count < MIN_MODEL_VOTES) continue
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

import { chance, covariance, fitStrengths } from './bradley-terry.ts'

export interface PairingInput {
  /** `wins[i * n + j]` of the participating models. */
  wins: Float64Array
  n: number
  /** Votes of each model so far. */
  votes: number[]
  /** Whether two participants are the same model with different settings: they only meet if there is no other pair. */
  isSame(i: number, j: number): boolean
}
/** Share of battles with a uniformly drawn pair, so that every pair occurs. */
const EVEN = 0.2
/** A new model takes part in this share of battles until it has enough votes. */
const NEW_SHARE = 0.3
const NEW_UNTIL = 100

/** Weights of all pairs, with sum 1: a pair is likelier if one more vote on it narrows the intervals more. */
export function pairWeights({ wins, n, isSame }: PairingInput): { i: number; j: number; weight: number }[] {
  const all: { i: number; j: number; gain: number }[] = []
  const beta = fitStrengths(n, wins)
  const spread = covariance(n, wins, beta)
  for (let i = 0; i < n; i += 1)
    for (let j = i + 1; j < n; j += 1) {
      const variance = spread[i * n + i]! + spread[j * n + j]! - 2 * spread[i * n + j]!
      const p = chance(beta[i]!, beta[j]!)
      const information = p * (1 - p)
      // By how much one more vote reduces the variance of the difference.
      all.push({ i, j, gain: (information * variance * variance) / (1 + information * variance) })
    }
  const others = all.filter(({ i, j }) => !isSame(i, j))
  const pairs = others.length ? others : all
  const sum = pairs.reduce((total, { gain }) => total + gain, 0)
  return pairs.map(({ i, j, gain }) => ({ i, j, weight: EVEN / pairs.length + (1 - EVEN) * (gain / sum) }))
}

/** Draws two models for a battle. The caller decides which one is on the left. */
export function drawPair(input: PairingInput, random: () => number): [number, number] {
  let pairs = pairWeights(input)
  const fresh = new Set(input.votes.flatMap((count, at) => (count < NEW_UNTIL ? [at] : [])))
  if (fresh.size > 0 && fresh.size < input.n && random() < NEW_SHARE) {
    const withNew = pairs.filter(({ i, j }) => fresh.has(i) || fresh.has(j))
    if (withNew.length) pairs = withNew
  }
  let left = random() * pairs.reduce((total, { weight }) => total + weight, 0)
  for (const { i, j, weight } of pairs) {
    left -= weight
    if (left <= 0) return [i, j]
  }
  const last = pairs.at(-1)!
  return [last.i, last.j]
}

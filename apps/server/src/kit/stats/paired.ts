import { fairCoinAtMost } from './distributions.ts'
import { bootstrap, type Interval, mean, MAX_RESAMPLED, tInterval, variance } from './intervals.ts'
import { seededRandom } from './random.ts'

/** Two-sided 5 %, with a power of 80 %. */
const Z_BOTH = 1.959963984540054 + 0.8416212335729143
const FLIPS = 10_000
/** Up to this number of differences, all combinations of signs are counted. */
const MAX_EXACT = 20
/** Sums of scores have rounding errors in their last digits. */
const SLACK = 1e-12

export interface PairedResult {
  difference: number
  interval: Interval | undefined
  p: number
  test: 'mcnemar' | 'permutation'
  smallestVisible: number | undefined
}

/** McNemar's test for scores that are 0 or 1: whether as many went up as down. Exact. */
export function mcNemar(up: number, down: number): number {
  const n = up + down
  return n ? Math.min(1, 2 * fairCoinAtMost(Math.min(up, down), n)) : 1
}

/** Permutation test: how often random signs of the differences give a sum at least as large. */
export function signFlip(differences: readonly number[], seed: string): number {
  const moved = differences.filter((one) => Math.abs(one) > SLACK)
  const n = moved.length
  if (!n) return 1
  const seen = Math.abs(moved.reduce((sum, one) => sum + one, 0)) - SLACK
  if (seen <= 0) return 1
  if (n <= MAX_EXACT) return atLeast(moved, seen) / 2 ** n
  const sums = flippedSums(moved, seed)
  let count = 0
  for (const sum of sums) if (Math.abs(sum) >= seen) count += 1
  // The observed signs are one of the combinations.
  return (count + 1) / (FLIPS + 1)
}

/**
 * Counts the combinations of signs with a sum at least that far from 0. The sums of each half are sorted: as the walk
 * goes down the first half, the bound in the second half goes up, so one pass finds all pairs.
 */
function atLeast(moved: readonly number[], seen: number): number {
  const middle = moved.length >> 1
  const first = allSums(moved.slice(0, middle)).sort()
  const second = allSums(moved.slice(middle)).sort()
  let count = 0
  let [above, below] = [second.length, second.length]
  for (const sum of first) {
    while (above > 0 && sum + second[above - 1]! >= seen) above -= 1
    while (below > 0 && sum + second[below - 1]! > -seen) below -= 1
    count += second.length - above + below
  }
  return count
}
function allSums(moved: readonly number[]): Float64Array {
  const sums = new Float64Array(2 ** moved.length)
  for (const [at, one] of moved.entries()) {
    const done = 1 << at
    for (let signs = 0; signs < done; signs += 1) {
      sums[done + signs] = sums[signs]! + one
      sums[signs]! -= one
    }
  }
  return sums
}

const SIGNS = 8
const CHOICES = 1 << SIGNS
/**
 * Sums with random signs. Takes eight differences at a time and precomputes their 256 sums, so that a round takes an
 * eighth of the steps. All rounds use the same eight before the next eight, so the sums stay in the CPU cache for any
 * number of rows.
 */
function flippedSums(moved: readonly number[], seed: string): Float64Array {
  const random = seededRandom(seed)
  const sums = new Float64Array(FLIPS)
  const known = new Float64Array(CHOICES)
  for (let from = 0; from < moved.length; from += SIGNS) {
    let least = 0
    for (let at = 0; at < SIGNS; at += 1) least -= moved[from + at] ?? 0
    known[0] = least
    // One more positive sign than in a combination that is already computed.
    for (let signs = 1; signs < CHOICES; signs += 1) {
      const last = 31 - Math.clz32(signs)
      known[signs] = known[signs ^ (1 << last)]! + 2 * (moved[from + last] ?? 0)
    }
    // One random word has the signs of four rounds.
    for (let round = 0; round < FLIPS; round += 4) {
      const word = (random() * 0x1_0000_0000) >>> 0
      sums[round]! += known[word & 255]!
      sums[round + 1]! += known[(word >>> 8) & 255]!
      sums[round + 2]! += known[(word >>> 16) & 255]!
      sums[round + 3]! += known[word >>> 24]!
    }
  }
  return sums
}

const isYesNo = (values: readonly number[]) => values.every((one) => one === 0 || one === 1)

/** By resampling; the mean of many rows is close to normal. */
const intervalOf = (differences: readonly number[], seed: string): Interval =>
  differences.length > MAX_RESAMPLED
    ? tInterval(differences)
    : bootstrap(differences, seed, undefined, differences.length > 2000 ? 1000 : 4000)

/** Compares the second value of each pair with the first. */
export const comparePairs = (pairs: readonly (readonly [number, number])[], seed: string): PairedResult | undefined =>
  compareLists(
    pairs.map(([before]) => before),
    pairs.map(([, after]) => after),
    seed,
  )

/** The mean difference of pairs and its p-value, without an interval, which takes the most time. */
export function pairedDifference(
  before: readonly number[],
  after: readonly number[],
  seed: string,
): { difference: number; p: number } | undefined {
  if (!before.length) return undefined
  const differences = before.map((one, at) => after[at]! - one)
  return { difference: mean(differences), p: chanceOf(before, after, differences, seed).p }
}
function chanceOf(
  before: readonly number[],
  after: readonly number[],
  differences: readonly number[],
  seed: string,
): Pick<PairedResult, 'p' | 'test'> {
  if (!isYesNo(before) || !isYesNo(after)) return { p: signFlip(differences, seed), test: 'permutation' }
  const up = differences.filter((one) => one > 0).length
  const down = differences.filter((one) => one < 0).length
  return { p: mcNemar(up, down), test: 'mcnemar' }
}

/** Compares the values after with the values before, item by item. */
export function compareLists(
  before: readonly number[],
  after: readonly number[],
  seed: string,
): PairedResult | undefined {
  const n = before.length
  if (!n) return undefined
  const differences = before.map((one, at) => after[at]! - one)
  return {
    difference: mean(differences),
    interval: n > 1 ? intervalOf(differences, seed) : undefined,
    ...chanceOf(before, after, differences, seed),
    smallestVisible: n > 1 ? smallestVisible(differences) : undefined,
  }
}

/** The smallest mean difference that this many rows with this variance reveal in 80 % of cases. */
export function smallestVisible(differences: readonly number[]): number | undefined {
  const scatter = Math.sqrt(variance(differences))
  return scatter ? (Z_BOTH * scatter) / Math.sqrt(differences.length) : undefined
}

/** Adjusts several p-values together, so that one false alarm in twenty stays one in twenty (Holm). */
export function holm(values: readonly number[]): number[] {
  const order = values.map((p, at) => ({ p, at })).toSorted((a, b) => a.p - b.p)
  const adjusted = [...values]
  let least = 0
  for (const [rank, { p, at }] of order.entries()) {
    least = Math.max(least, Math.min(1, p * (values.length - rank)))
    adjusted[at] = least
  }
  return adjusted
}

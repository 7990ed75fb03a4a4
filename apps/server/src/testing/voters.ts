import { chance, fitStrengths, scoresOf } from '#kit/stats/ranking/bradley-terry.ts'
import { seededRandom } from '#kit/stats/random.ts'
import { emptyVotes, type VoteList } from '#kit/stats/ranking/vote-list.ts'

export interface Voting {
  models: number
  votes: number
  voters: number
  seed: string
  /** Standard deviation of the true scores, in points. */
  spread?: number
  ties?: number
  /** Share of votes that were bought for one model. */
  bought?: number
}
const POINT = Math.LN10 / 400
/** A standard normal random number, by the Box–Muller method. */
const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Simulates votes on models with known true strengths. Bought votes come last, from separate voters. */
export function simulateVotes({ models, votes, voters, seed, spread = 100, ties = 0.25, bought = 0 }: Voting) {
  const random = seededRandom(seed)
  const strengths = Float64Array.from({ length: models }, () => normal(random) * spread * POINT)
  const paid = Math.round(votes * bought)
  const list = emptyVotes(votes + paid)
  const other = (one: number) => (one + 1 + Math.floor(random() * (models - 1))) % models
  const target = Math.floor(random() * models)
  for (let at = 0; at < votes + paid; at += 1) {
    const isPaid = at >= votes
    const left = isPaid && random() < 0.5 ? target : Math.floor(random() * models)
    const right = isPaid && left !== target ? target : other(left)
    list.left[at] = left
    list.right[at] = right
    list.scene[at] = at % 2
    list.field[at] = 1 + (at % 7)
    list.voter[at] = isPaid
      ? voters + Math.floor(((at - votes) / paid) * Math.max(1, voters * bought))
      : Math.floor(random() * voters)
    list.longer[at] = random() * 2 - 1
    list.marked[at] = random() * 2 - 1
    const luck = random()
    const p = chance(strengths[left]!, strengths[right]!)
    list.result[at] = isPaid
      ? left === target
        ? 1
        : 2
      : luck < ties
        ? luck < ties / 2
          ? 3
          : 4
        : luck < ties + (1 - ties) * p
          ? 1
          : 2
  }
  return { votes: list, truth: trueScores(strengths, ties) }
}
/** Counting ties as half wins moves models closer together: these are the scores that endless votes would give. */
function trueScores(strengths: Float64Array, ties: number): Float64Array {
  const n = strengths.length
  const wins = new Float64Array(n * n)
  for (let i = 0; i < n; i += 1)
    for (let j = 0; j < n; j += 1)
      if (i !== j) wins[i * n + j] = 1e6 * (ties / 2 + (1 - ties) * chance(strengths[i]!, strengths[j]!))
  return scoresOf(fitStrengths(n, wins))
}
const placesOf = (values: readonly number[]) => {
  const sorted = values.map((value, at) => ({ value, at })).toSorted((a, b) => b.value - a.value)
  const places: number[] = []
  for (const [place, { at }] of sorted.entries()) places[at] = place
  return places
}
/** Spearman's rank correlation. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [placesOf(a), placesOf(b)]
  const n = x.length
  const sum = x.reduce((total, place, at) => total + (place - y[at]!) ** 2, 0)
  return 1 - (6 * sum) / (n * (n * n - 1))
}
/** The largest change of rank of any model. */
export const largestMove = (before: readonly number[], after: readonly number[]): number => {
  const [x, y] = [placesOf(before), placesOf(after)]
  return Math.max(...x.map((place, at) => Math.abs(place - y[at]!)))
}
/** The first votes of a list. */
export const firstVotes = (votes: VoteList, size: number): VoteList => ({
  left: votes.left.slice(0, size),
  right: votes.right.slice(0, size),
  result: votes.result.slice(0, size),
  scene: votes.scene.slice(0, size),
  field: votes.field.slice(0, size),
  voter: votes.voter.slice(0, size),
  longer: votes.longer.slice(0, size),
  marked: votes.marked.slice(0, size),
})

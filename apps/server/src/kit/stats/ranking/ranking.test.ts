import { expect, test } from 'vitest'
import { firstVotes, largestMove, rankCorrelation, simulateVotes } from '#testing/voters.ts'
import { type BoardResult, computeBoard } from './board.ts'
import { fitStrengths, scoresOf } from './bradley-terry.ts'
import { drawPair, pairWeights } from './pairing.ts'
import { boardInWorker } from './ranking.ts'
import { emptyVotes } from './vote-list.ts'
import { seededRandom } from '../random.ts'

/** `bench/arena.ts` uses 20 seeds; a few are enough to detect a broken rule. */
const seeds = ['a', 'b', 'c', 'd']
const field = { models: 20, votes: 20_000, voters: 400 }
const whole = (board: BoardResult) => board.parts.find((part) => part.scene === 2 && part.field === 0)!
const scores = (board: BoardResult) =>
  whole(board)
    .standings.toSorted((a, b) => a.model - b.model)
    .map(({ score }) => score)

test('scores recover the order of models, and 95 % intervals contain the true strengths', () => {
  let [inside, all, correlation] = [0, 0, 0]
  for (const seed of seeds) {
    const { votes, truth } = simulateVotes({ ...field, seed })
    const board = computeBoard({ models: field.models, votes, rounds: 200, seed })
    correlation += rankCorrelation(scores(board), [...truth]) / seeds.length
    for (const { model, lower, upper } of whole(board).standings) {
      all += 1
      if (lower <= truth[model]! && truth[model]! <= upper) inside += 1
    }
    expect(board.outliers).toEqual([])
  }
  expect(correlation).toBeGreaterThan(0.97)
  // 80 intervals: for a level of 95 %, 88 to 100 % of them should contain the truth.
  expect(inside / all).toBeGreaterThan(0.88)
})

test('bought votes are detected, and shift no model by more than one place', () => {
  for (const seed of seeds) {
    const { votes } = simulateVotes({ ...field, seed, bought: 0.05 })
    const honest = computeBoard({ models: field.models, votes: firstVotes(votes, field.votes), rounds: 0, seed })
    const mixed = computeBoard({ models: field.models, votes, rounds: 0, seed })
    expect(mixed.outliers.every((voter) => voter >= field.voters)).toBe(true)
    expect(mixed.outliers).toHaveLength(20)
    expect(largestMove(scores(honest), scores(mixed))).toBeLessThanOrEqual(1)
  }
})

test('an unbeaten model has a finite score, and equal models have equal scores', () => {
  const [best, worst] = scoresOf(fitStrengths(2, Float64Array.from([0, 50, 0, 0])))
  expect(best).toBeGreaterThan(1300)
  expect(best! + worst!).toBeCloseTo(2000)
  expect(best).toBeLessThan(2500)
  const equal = scoresOf(fitStrengths(3, Float64Array.from([0, 5, 5, 5, 0, 5, 5, 5, 0])))
  for (const score of equal) expect(score).toBeCloseTo(1000)
})

test('a single vote gives wide intervals', () => {
  const votes = emptyVotes(1)
  votes.right[0] = 1
  votes.result[0] = 1
  votes.scene[0] = 1
  votes.field[0] = 1
  for (const { lower, upper } of whole(computeBoard({ models: 2, votes, rounds: 100, seed: 'one' })).standings)
    expect(upper - lower).toBeGreaterThan(400)
})

test('models with few votes have no rank, and overlapping intervals share a rank', () => {
  const votes = emptyVotes(101)
  for (let at = 0; at < 100; at += 1) {
    votes.left[at] = 0
    votes.right[at] = 1
    votes.result[at] = at % 10 === 0 ? 2 : 1
    votes.voter[at] = at % 25
    votes.scene[at] = 1
    votes.field[at] = 5
  }
  votes.left[100] = 2
  votes.right[100] = 0
  votes.result[100] = 1
  votes.scene[100] = 1
  votes.field[100] = 5
  const { standings } = whole(computeBoard({ models: 3, votes, rounds: 200, seed: 'few' }))
  const rankOf = (model: number) => standings.find((one) => one.model === model)!.rank
  expect([rankOf(0), rankOf(1), rankOf(2)]).toEqual([1, 2, 0])
})

test('the adjusted score removes the effect of length', () => {
  const random = seededRandom('long')
  const votes = emptyVotes(4000)
  for (let at = 0; at < 4000; at += 1) {
    const isSwapped = at % 2 === 0
    votes.left[at] = isSwapped ? 1 : 0
    votes.right[at] = isSwapped ? 0 : 1
    votes.voter[at] = at % 100
    votes.scene[at] = 1
    votes.field[at] = 1
    // Model 0 writes longer answers, and only length decides the votes.
    const longer = (isSwapped ? -1 : 1) * 0.4 + random() - 0.5
    votes.longer[at] = longer
    votes.result[at] = random() < 1 / (1 + Math.exp(-3 * longer)) ? 1 : 2
  }
  const { standings } = whole(computeBoard({ models: 2, votes, rounds: 50, seed: 'long' }))
  const gap = (pick: 'score' | 'adjusted') => standings.find(({ model }) => model === 0)![pick] - 1000
  expect(gap('score')).toBeGreaterThan(50)
  expect(Math.abs(gap('adjusted'))).toBeLessThan(25)
})

test('pairs are drawn where a vote is most informative, aliases never meet, and new models take part', () => {
  const n = 4
  const wins = new Float64Array(n * n)
  // 0 and 1 have met often; 2 and 3 have not.
  wins[1] = 500
  wins[n] = 500
  wins[2 * n + 3] = 2
  wins[3 * n + 2] = 2
  const input = { n, wins, votes: [1000, 1000, 4, 4], isSame: (i: number, j: number) => i === 0 && j === 3 }
  const pairs = pairWeights(input)
  expect(pairs.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1)
  const weight = (i: number, j: number) => pairs.find((pair) => pair.i === i && pair.j === j)?.weight ?? 0
  expect(weight(0, 3)).toBe(0)
  expect(weight(1, 2)).toBeGreaterThan(3 * weight(0, 1))
  const random = seededRandom('pairs')
  const drawn = Array.from({ length: 500 }, () => drawPair(input, random))
  expect(drawn.filter(([i, j]) => i > 1 || j > 1).length).toBeGreaterThan(400)
  expect(drawn.some(([i, j]) => i === 0 && j === 1)).toBe(true)
})

test('the same votes give the same board, in a worker too', async () => {
  const made = () => simulateVotes({ models: 5, votes: 500, voters: 40, seed: 'same' }).votes
  const here = computeBoard({ models: 5, votes: made(), rounds: 100, seed: 'same' })
  expect(await boardInWorker({ models: 5, votes: made(), rounds: 100, seed: 'same' })).toEqual(here)
})

import { expect, test } from 'vitest'
import { afterFile } from '#testing/after-file.ts'
import { seededRandom } from '#kit/stats/random.ts'
import { numbersIn } from '#kit/stats/number-list.ts'
import { pairedDifference } from '#kit/stats/paired.ts'
import { createStats } from '#kit/stats/stats.ts'
import { type Pairs, type Side, verdictsOf } from './verdicts.ts'

const stats = createStats()
afterFile(() => stats.close())
const ROUNDS = 1000

/** Draws the score of a row from its true value and random noise. */
type Draw = (random: () => number, worth: number) => number
const continuous: Draw = (random, worth) => Math.min(1, Math.max(0, worth + (random() - 0.5) * 0.4))
const binary: Draw = (random, worth) => Number(random() < worth)

interface Scored extends Side {
  /** Scores of the rows, by evaluator. */
  scores: number[][]
}
/** Creates an experiment with random scores. */
function sideOf(id: string, worths: readonly number[], evaluators: number, draw: Draw, random: () => number): Scored {
  const used = Array.from({ length: evaluators }, (_, at) => ({
    evaluatorId: `e${at}`,
    versionId: String(at),
    name: `Evaluator ${at}`,
  }))
  return { id, evaluators: used, scores: used.map(() => worths.map((worth) => draw(random, worth))) }
}
/** Same as `stats.compare` without the confidence interval, which is expensive and does not affect the verdict. */
const withoutInterval: typeof stats.compare = async ({ before, after }, seed) => ({
  ...pairedDifference(numbersIn(before), numbersIn(after), seed)!,
  interval: undefined,
  smallestVisible: undefined,
  test: 'permutation',
})
const compared = (before: Scored, after: Scored, more: Partial<Pairs> = {}, compare = stats.compare) =>
  verdictsOf({ compare }, before, after, (mine): Pairs => {
    const [first, then] = [before.scores[Number(mine)]!, after.scores[Number(mine)]!]
    const both = first.slice(0, then.length).map((one, at) => then[at]! - one)
    return {
      count: both.length,
      before: first.slice(0, both.length).join(','),
      after: then.join(','),
      improved: both.filter((one) => one > 0).length,
      regressed: both.filter((one) => one < 0).length,
      same: both.filter((one) => one === 0).length,
      isMixed: false,
      ...more,
    }
  })
/** Share of pairs of equal experiments that are called better or worse. */
async function calledDifferent(seed: string, rows: number, evaluators: number, draw: Draw): Promise<number> {
  const random = seededRandom(seed)
  let called = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const worths = Array.from({ length: rows }, () => 0.2 + random() * 0.6)
    const [before, after] = ['a', 'b'].map((id) => sideOf(`${id}${round}`, worths, evaluators, draw, random))
    const verdicts = await compared(before!, after!, {}, withoutInterval)
    expect(verdicts).toHaveLength(evaluators)
    if (verdicts.some(({ verdict }) => verdict === 'better' || verdict === 'worse')) called += 1
  }
  return called / ROUNDS
}

test('3 to 7 % of 1,000 equal pairs with one continuous evaluator are called different', async () => {
  const share = await calledDifferent('equal', 30, 1, continuous)
  expect(share).toBeGreaterThanOrEqual(0.03)
  expect(share).toBeLessThanOrEqual(0.07)
})
test('at most 7 % of equal pairs are called different with binary scores', async () => {
  expect(await calledDifferent('binary', 40, 1, binary)).toBeLessThanOrEqual(0.07)
})
test('at most 7 % of equal pairs are called different with several evaluators', async () => {
  expect(await calledDifferent('several', 21, 3, continuous)).toBeLessThanOrEqual(0.07)
})
test('verdicts are the same with and without a confidence interval', async () => {
  const random = seededRandom('both')
  for (const draw of [continuous, binary])
    for (const rows of [20, 40]) {
      const [before, after] = ['a', 'b'].map((id) => sideOf(id, Array(rows).fill(0.5), 2, draw, random))
      const shown = (await compared(before!, after!)).map(({ p, verdict }) => ({ p, verdict }))
      expect(await compared(before!, after!, {}, withoutInterval)).toMatchObject(shown)
    }
})
test('a real difference is detected, and too few rows give no verdict', async () => {
  const random = seededRandom('real')
  const worths = Array.from({ length: 40 }, () => 0.3 + random() * 0.2)
  const before = sideOf('before', worths, 2, continuous, random)
  const better = sideOf(
    'after',
    worths.map((one) => one + 0.3),
    2,
    continuous,
    random,
  )
  expect((await compared(before, better)).map(({ verdict }) => verdict)).toEqual(['better', 'better'])
  expect((await compared(better, before)).map(({ verdict }) => verdict)).toEqual(['worse', 'worse'])
  const few = sideOf('few', worths.slice(0, 14), 1, continuous, random)
  expect((await compared(before, few)).map(({ verdict }) => verdict)).toEqual(['too_few'])
})
test('different evaluator versions and mixed judges are not compared', async () => {
  const random = seededRandom('other')
  const worths = Array.from({ length: 20 }, () => 0.5)
  const before = sideOf('before', worths, 1, continuous, random)
  const after = sideOf('after', worths, 1, continuous, random)
  const newer = { ...after, evaluators: [{ evaluatorId: 'e0', versionId: '9', name: 'Evaluator 0' }] }
  expect(await compared(before, newer)).toMatchObject([{ verdict: 'not_comparable' }])
  expect(await compared(before, after, { isMixed: true })).toMatchObject([{ verdict: 'not_comparable' }])
})

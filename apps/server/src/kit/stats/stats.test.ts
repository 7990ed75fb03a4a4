import { describe, expect, test } from 'vitest'
import { fairCoinAtMost, tQuantile } from './distributions.ts'
import { bootstrap, estimate, humanMean, quantile, tInterval, wilson } from './intervals.ts'
import { comparePairs, holm, mcNemar, signFlip, smallestVisible } from './paired.ts'
import { seededRandom } from './random.ts'

describe('one run', () => {
  // Newcombe 1998, table I, method 3.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('Wilson: %i of %i', (successes, n, low, high) => {
    const interval = wilson(successes, n)
    expect(interval.low).toBeCloseTo(low, 4)
    expect(interval.high).toBeCloseTo(high, 4)
  })
  test('t quantiles are those of the tables', () => {
    expect(tQuantile(0.975, 10)).toBeCloseTo(2.228138852, 8)
    expect(tQuantile(0.975, 1)).toBeCloseTo(12.706204736, 7)
    expect(tQuantile(0.95, 30)).toBeCloseTo(1.697260887, 8)
  })
  test("Student's sleep data: the t interval of the differences", () => {
    const { low, high } = tInterval(sleep)
    expect(low).toBeCloseTo(0.7001142, 6)
    expect(high).toBeCloseTo(2.4598858, 6)
  })
  test('a mean says how it was found, and a single row has no interval', () => {
    expect(estimate([], 's')).toBeUndefined()
    expect(estimate([1, 0, 1, 1], 's')).toMatchObject({ mean: 0.75, method: 'wilson' })
    expect(estimate([0.4], 's')).toEqual({ mean: 0.4, interval: undefined, method: 'none' })
    const rows = [0.2, 0.4, 0.9, 0.5, 0.6]
    expect(estimate(rows, 's')).toEqual(estimate(rows, 's'))
    expect(estimate(rows, 's')).toMatchObject({ mean: 0.52, method: 'bootstrap' })
    expect(
      estimate(
        Array.from({ length: 5001 }, (_, at) => (at % 10) / 10),
        's',
      ),
    ).toMatchObject({ method: 't' })
  })
  test('quantiles lie between neighbours as in R and numpy', () => {
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5)
    expect(quantile([1, 2, 3, 4], 0.9)).toBeCloseTo(3.7, 12)
  })
  test('the interval of resamples holds the true mean as often as it says', () => {
    const random = seededRandom('coverage')
    let held = 0
    for (let round = 0; round < 200; round += 1) {
      const rows = Array.from({ length: 40 }, () => random())
      const { low, high } = bootstrap(rows, `c${round}`, undefined, 500)
      if (low <= 0.5 && 0.5 <= high) held += 1
    }
    expect(held).toBeGreaterThan(180)
    expect(held).toBeLessThan(200)
  })
  test('what people say on some rows moves the mean of all', () => {
    const moved = humanMean(
      [0.5, 0.7, 0.6, 0.6],
      [
        { judge: 0.5, human: 0.3 },
        { judge: 0.7, human: 0.5 },
      ],
    )!
    expect(moved.mean).toBeCloseTo(0.4, 12)
    expect(moved.interval.low).toBeLessThan(moved.mean)
  })
})

describe('two runs', () => {
  test('McNemar, exact: ten changed, one of them up', () => {
    expect(mcNemar(1, 9)).toBeCloseTo(0.021484375, 12)
    expect(mcNemar(5, 5)).toBe(1)
    expect(mcNemar(0, 0)).toBe(1)
    // Of 150 changes 64 up: binom.test(64, 150) in R.
    expect(mcNemar(64, 86)).toBeCloseTo(0.0862, 3)
    expect(fairCoinAtMost(2, 5)).toBeCloseTo(0.5, 12)
  })
  // Fisher 1935: Darwin's maize, 15 pairs. 1726 of 32768 combinations are as extreme.
  test("permutation: Darwin's maize", () => {
    const maize = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    expect(signFlip(maize, 's')).toBeCloseTo(1726 / 32768, 12)
  })
  test('many pairs are sampled, close to the exact answer', () => {
    const random = seededRandom('many')
    const rows = Array.from({ length: 60 }, () => random() - 0.5)
    const p = signFlip(rows, 'a')
    expect(Math.abs(p - signFlip(rows, 'b'))).toBeLessThan(0.02)
  })
  // Holm 1979; p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") in R.
  test('Holm', () => {
    expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02].map((p) => expect.closeTo(p, 12)))
    expect(holm([])).toEqual([])
  })
  test('of pairs that do not differ about one in twenty is called different, and no more', () => {
    const random = seededRandom('equal')
    let called = 0
    for (let round = 0; round < 300; round += 1) {
      const pairs = Array.from({ length: 11 }, () => [random(), random()] as const)
      if (
        signFlip(
          pairs.map(([a, b]) => b - a),
          `e${round}`,
        ) < 0.05
      )
        called += 1
    }
    expect(called / 300).toBeLessThan(0.08)
    expect(called / 300).toBeGreaterThan(0.02)
  })
  test('the smallest visible difference shrinks with the root of the rows', () => {
    const few = smallestVisible([0.1, -0.1, 0.2, -0.2])!
    const many = smallestVisible(Array.from({ length: 16 }, (_, at) => [0.1, -0.1, 0.2, -0.2][at % 4]!))!
    expect(few / many).toBeCloseTo(2 * Math.sqrt(15 / 16 / (3 / 4)), 6)
    expect(smallestVisible([0.5, 0.5])).toBeUndefined()
  })
  test('a pair of runs is compared by the test that fits its scores', () => {
    expect(
      comparePairs(
        [
          [0, 1],
          [1, 1],
          [0, 0],
        ],
        's',
      ),
    ).toMatchObject({ test: 'mcnemar', p: 1 })
    const result = comparePairs(
      sleep.map((gain) => [0, gain] as const),
      's',
    )!
    expect(result).toMatchObject({ test: 'permutation', difference: expect.closeTo(1.58, 12) })
    expect(result.p).toBeCloseTo(4 / 1024, 2)
    expect(comparePairs([], 's')).toBeUndefined()
  })
})

/** Hours of sleep gained with the second drug over the first (Student 1908). */
const sleep = [1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4]

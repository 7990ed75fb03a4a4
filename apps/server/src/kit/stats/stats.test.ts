import { describe, expect, test } from 'vitest'
import { cohenKappa, krippendorffAlpha, pairwiseShare } from './agreement.ts'
import { fairCoinAtMost, tQuantile } from './distributions.ts'
import { bootstrap, estimate, humanMean, quantile, spreadOf, tInterval, wilson } from './intervals.ts'
import { compareLists, comparePairs, holm, mcNemar, signFlip, smallestVisible } from './paired.ts'
import { seededRandom } from './random.ts'

describe('estimates of one run', () => {
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
  // Independent check: the bounds are the shares for which a z test gives exactly z, found by bisection.
  test('Wilson: the same as solving for the shares that a z test would just accept', () => {
    const z = 1.959963984540054
    const solve = (successes: number, n: number, side: 1 | -1): number => {
      const share = successes / n
      let [inside, outside] = [share, side > 0 ? 1 : 0]
      for (let step = 0; step < 100; step += 1) {
        const middle = (inside + outside) / 2
        const isInside = Math.abs(share - middle) <= z * Math.sqrt((middle * (1 - middle)) / n)
        if (isInside) inside = middle
        else outside = middle
      }
      return inside
    }
    for (const [successes, n] of [
      [81, 263],
      [15, 148],
      [0, 20],
      [1, 29],
      [29, 29],
      [5000, 10_000],
    ] as const) {
      const { low, high } = wilson(successes, n)
      expect(Math.abs(low - solve(successes, n, -1))).toBeLessThan(1e-6)
      expect(Math.abs(high - solve(successes, n, 1))).toBeLessThan(1e-6)
    }
  })
  test('t quantiles are those of the tables', () => {
    expect(tQuantile(0.975, 10)).toBeCloseTo(2.228138852, 8)
    expect(tQuantile(0.975, 1)).toBeCloseTo(12.706204736, 7)
    expect(tQuantile(0.95, 30)).toBeCloseTo(1.697260887, 8)
  })
  // Independent check: the density of the t distribution, integrated by Simpson's rule.
  test('t quantiles: the same as adding up the density', () => {
    const gamma = (half: number): number =>
      half === 0.5 ? Math.sqrt(Math.PI) : half === 1 ? 1 : (half - 1) * gamma(half - 1)
    for (const degrees of [3, 9, 14, 40, 120]) {
      const factor = gamma((degrees + 1) / 2) / (Math.sqrt(degrees * Math.PI) * gamma(degrees / 2))
      const density = (t: number) => factor * (1 + (t * t) / degrees) ** (-(degrees + 1) / 2)
      const [to, steps] = [tQuantile(0.975, degrees), 20_000]
      let sum = density(0) + density(to)
      for (let at = 1; at < steps; at += 1) sum += (at % 2 ? 4 : 2) * density((to * at) / steps)
      expect(Math.abs(0.5 + (sum * to) / steps / 3 - 0.975)).toBeLessThan(1e-9)
    }
  })
  test("Student's sleep data: the t interval of the differences", () => {
    const { low, high } = tInterval(sleep)
    expect(low).toBeCloseTo(0.7001142, 6)
    expect(high).toBeCloseTo(2.4598858, 6)
  })
  test('a mean reports its method, and a single row has no interval', () => {
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
  test('quantiles are interpolated as in R and numpy', () => {
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5)
    expect(quantile([1, 2, 3, 4], 0.9)).toBeCloseTo(3.7, 12)
  })
  test('the bootstrap interval contains the true mean as often as its level states', () => {
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
  // Independent check: every resample is sorted.
  test('the interval of a median: the same as sorting all that was drawn', () => {
    for (const n of [2, 5, 10, 51]) {
      const random = seededRandom(`values ${n}`)
      const values = Array.from({ length: n }, () => Math.round(random() * 20) / 20)
      const sorted = values.toSorted((a, b) => a - b)
      const draw = seededRandom('m')
      const medians = Array.from({ length: 1000 }, () =>
        quantile(
          sorted.map(() => sorted[Math.floor(draw() * n)]!).toSorted((a, b) => a - b),
          0.5,
        ),
      ).toSorted((a, b) => a - b)
      const { interval, p50 } = spreadOf(values, 'm')!
      expect(p50).toBeCloseTo(quantile(sorted, 0.5), 12)
      expect(Math.abs(interval!.low - quantile(medians, 0.025))).toBeLessThan(1e-6)
      expect(Math.abs(interval!.high - quantile(medians, 0.975))).toBeLessThan(1e-6)
    }
  })
  test('scores of people on some rows shift the mean of all rows', () => {
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

describe('the comparison of two runs', () => {
  test('McNemar, exact: ten changed, one of them up', () => {
    expect(mcNemar(1, 9)).toBeCloseTo(0.021484375, 12)
    expect(mcNemar(5, 5)).toBe(1)
    expect(mcNemar(0, 0)).toBe(1)
    // 64 of 150 changes went up: binom.test(64, 150) in R.
    expect(mcNemar(64, 86)).toBeCloseTo(0.086071103, 8)
    expect(fairCoinAtMost(2, 5)).toBeCloseTo(0.5, 12)
  })
  // Fisher 1935: Darwin's maize, 15 pairs. 1726 of 32768 combinations are as extreme.
  test("permutation: Darwin's maize", () => {
    const maize = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    expect(signFlip(maize, 's')).toBeCloseTo(1726 / 32768, 12)
  })
  // The exact share, from the distribution of all integer sums of 30 differences.
  test('permutation: the sampled p-value of many pairs is close to the exact one', () => {
    const rows = [3, -1, 4, 1, -5, 9, 2, -6, 5, 3, 5, -8, 9, 7, -9, 3, 2, 3, -8, 4, 6, 2, -6, 4, 3, 3, -8, 3, 2, 7]
    let counts = new Map([[0, 1]])
    for (const one of rows) {
      const next = new Map<number, number>()
      for (const [sum, times] of counts)
        for (const moved of [sum + one, sum - one]) next.set(moved, (next.get(moved) ?? 0) + times)
      counts = next
    }
    const seen = Math.abs(rows.reduce((sum, one) => sum + one, 0))
    let extreme = 0
    for (const [sum, times] of counts) if (Math.abs(sum) >= seen) extreme += times
    // Four standard errors of 10,000 draws.
    const exact = extreme / 2 ** rows.length
    const slack = 4 * Math.sqrt((exact * (1 - exact)) / 10_000)
    for (const seed of ['a', 'b', 'c']) expect(Math.abs(signFlip(rows, seed) - exact)).toBeLessThan(slack)
  })
  test('the sampled test of many pairs is close to the exact answer', () => {
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
  // Independent check: all 2^n combinations of signs, one by one.
  test('permutation: the same as counting all combinations of signs', () => {
    const random = seededRandom('flips')
    for (let n = 2; n <= 12; n += 1) {
      const rows = Array.from({ length: n }, () => Math.round((random() - 0.4) * 20) / 20)
      const total = Math.abs(rows.reduce((sum, one) => sum + one, 0))
      let extreme = 0
      for (let mask = 0; mask < 2 ** n; mask += 1) {
        const sum = rows.reduce((all, one, at) => all + (mask & (1 << at) ? -one : one), 0)
        if (Math.abs(sum) >= total - 1e-9) extreme += 1
      }
      expect(Math.abs(signFlip(rows, 's') - extreme / 2 ** n)).toBeLessThan(1e-6)
    }
  })
  // Independent check: Pascal's triangle in integers.
  test('McNemar: the same as with integer binomial coefficients', () => {
    for (const [up, down] of [
      [0, 7],
      [3, 12],
      [20, 33],
      [64, 86],
      [200, 260],
    ] as const) {
      const n = up + down
      let row = [1n]
      for (let at = 0; at < n; at += 1) row = [1n, ...row.slice(1).map((one, k) => one + row[k]!), 1n]
      const tail = row.slice(0, Math.min(up, down) + 1).reduce((sum, one) => sum + one, 0n)
      const p = Math.min(1, Number((tail * 2n * 10n ** 18n) / 2n ** BigInt(n)) / 1e18)
      expect(Math.abs(mcNemar(up, down) - p)).toBeLessThan(1e-6)
    }
  })
  /** How many of 1,000 pairs of equal runs are reported as different, over all their evaluators. */
  function calledDifferent(seed: string, evaluators: number, value: (random: () => number) => number): number {
    const random = seededRandom(seed)
    let called = 0
    for (let round = 0; round < 1000; round += 1) {
      const found = Array.from({ length: evaluators }, (_, at) => {
        const moved = Array.from({ length: evaluators > 1 ? 12 : 15 }, () => value(random) - value(random))
        const up = moved.filter((one) => one === 1).length
        const down = moved.filter((one) => one === -1).length
        return seed === 'binary' ? mcNemar(up, down) : signFlip(moved, `${round}/${at}`)
      })
      if (Math.min(...holm(found)) < 0.05) called += 1
    }
    return called / 1000
  }
  test('of 1,000 equal pairs with one continuous evaluator, 3 to 7 % are reported as different', () => {
    const share = calledDifferent('equal', 1, (random) => random())
    expect(share).toBeGreaterThanOrEqual(0.03)
    expect(share).toBeLessThanOrEqual(0.07)
  })
  test('at most 7 % are, with binary scores or with several evaluators', () => {
    expect(calledDifferent('binary', 1, (random) => Number(random() < 0.7))).toBeLessThanOrEqual(0.07)
    expect(calledDifferent('several', 4, (random) => random())).toBeLessThanOrEqual(0.07)
  })
  test('the smallest visible difference shrinks with the square root of the number of rows', () => {
    const few = smallestVisible([0.1, -0.1, 0.2, -0.2])!
    const many = smallestVisible(Array.from({ length: 16 }, (_, at) => [0.1, -0.1, 0.2, -0.2][at % 4]!))!
    expect(few / many).toBeCloseTo(2 * Math.sqrt(15 / 16 / (3 / 4)), 6)
    expect(smallestVisible([0.5, 0.5])).toBeUndefined()
  })
  test('a pair of runs is compared by the test suited to its scores', () => {
    expect(compareLists([0, 1, 0], [1, 1, 0], 's')).toMatchObject({ test: 'mcnemar', p: 1 })
    const pairs = sleep.map((gain) => [0, gain] as const)
    const result = comparePairs(pairs, 's')!
    expect(result).toMatchObject({ test: 'permutation', difference: expect.closeTo(1.58, 12) })
    expect(result.p).toBeCloseTo(4 / 1024, 2)
    expect(comparePairs([], 's')).toBeUndefined()
  })
})

describe('agreement', () => {
  // Sim and Wright 2005, table 1: 39 cases, 22 yes by both, 2 and 4 split, 11 no by both.
  test('Cohen’s kappa: two people', () => {
    const cell = (a: string, b: string, times: number) => Array.from({ length: times }, () => [a, b] as const)
    const pairs = [...cell('y', 'y', 22), ...cell('y', 'n', 2), ...cell('n', 'y', 4), ...cell('n', 'n', 11)]
    expect(cohenKappa(pairs)).toBeCloseTo((33 / 39 - 819 / 1521) / (1 - 819 / 1521), 6)
    // Cohen 1960: three categories, 200 cases.
    const cohen = [
      [88, 14, 18],
      [10, 40, 10],
      [2, 6, 12],
    ].flatMap((row, a) => row.flatMap((times, b) => cell(String(a), String(b), times)))
    expect(cohenKappa(cohen)).toBeCloseTo(0.4915254, 6)
    expect(cohenKappa([['a', 'a'] as const])).toBeUndefined()
  })
  // Krippendorff 2011, “Computing Krippendorff’s Alpha-Reliability”, example C: four observers, gaps.
  test('Krippendorff’s alpha: more people, gaps allowed', () => {
    const gap = undefined
    const observers = [
      [1, 2, 3, 3, 2, 1, 4, 1, 2, gap, gap, gap],
      [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, gap, 3],
      [gap, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, gap],
      [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, gap],
    ]
    const units = observers[0]!.map((_, at) => observers.map((one) => one[at]))
    expect(krippendorffAlpha(units, 'nominal')).toBeCloseTo(0.743421, 6)
    expect(krippendorffAlpha(units, 'interval')).toBeCloseTo(0.849107, 6)
    expect(krippendorffAlpha([[1, 1]], 'interval')).toBeUndefined()
    expect(
      pairwiseShare([
        ['a', 'a', 'b'],
        ['a', undefined],
      ]),
    ).toBeCloseTo(1 / 3, 12)
  })
})

describe('agreement, checked independently', () => {
  const random = seededRandom('raters')
  const grades = Array.from({ length: 60 }, () => Math.floor(random() * 4))
  const second = grades.map((one) => (random() < 0.6 ? one : Math.floor(random() * 4)))
  test('kappa: from the contingency table', () => {
    const n = grades.length
    const table = Array.from({ length: 4 }, (_, a) =>
      Array.from({ length: 4 }, (__, b) => grades.filter((one, at) => one === a && second[at] === b).length / n),
    )
    const row = (a: number) => table[a]!.reduce((sum, one) => sum + one, 0)
    const column = (b: number) => table.reduce((sum, one) => sum + one[b]!, 0)
    const seen = table.reduce((sum, one, at) => sum + one[at]!, 0)
    const chance = [0, 1, 2, 3].reduce((sum, at) => sum + row(at) * column(at), 0)
    const kappa = cohenKappa(grades.map((one, at) => [one, second[at]!] as const))!
    expect(Math.abs(kappa - (seen - chance) / (1 - chance))).toBeLessThan(1e-6)
  })
  test('alpha: over all pairs of answers, one by one', () => {
    const all = [...grades, ...second]
    const within = grades.reduce((sum, one, at) => sum + (one - second[at]!) ** 2, 0) / grades.length
    let [between, pairs] = [0, 0]
    for (let i = 0; i < all.length; i += 1)
      for (let j = i + 1; j < all.length; j += 1) {
        between += (all[i]! - all[j]!) ** 2
        pairs += 1
      }
    const units = grades.map((one, at) => [one, second[at]!])
    expect(Math.abs(krippendorffAlpha(units, 'interval')! - (1 - within / (between / pairs)))).toBeLessThan(1e-6)
  })
})

/** Hours of sleep gained with the second drug over the first (Student 1908). */
const sleep = [1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4]

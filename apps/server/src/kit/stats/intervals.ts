import { tQuantile } from './distributions.ts'
import { seededPlaces } from './random.ts'

export interface Interval {
  low: number
  high: number
}
export interface Estimate {
  mean: number
  interval: Interval | undefined
  method: 'wilson' | 'bootstrap' | 't' | 'none'
}
/** Two-sided 95 %. */
const Z = 1.959963984540054
const RESAMPLES = 10_000
/** For more rows than this, resampling gives the same result as the t interval. */
export const MAX_RESAMPLED = 5000

export const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length
export function variance(values: readonly number[]): number {
  const middle = mean(values)
  return values.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (values.length - 1)
}
/** Linear interpolation between neighbours, as in most programs (type 7 of Hyndman and Fan). */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = (sorted.length - 1) * share
  const below = Math.floor(at)
  const next = Math.min(below + 1, sorted.length - 1)
  return sorted[below]! + (at - below) * (sorted[next]! - sorted[below]!)
}
/** Wilson interval for a share of successes. */
export function wilson(successes: number, n: number): Interval {
  const share = successes / n
  const scale = 1 + Z ** 2 / n
  const middle = (share + Z ** 2 / (2 * n)) / scale
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2))
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}
export function tInterval(values: readonly number[]): Interval {
  const half = tQuantile(0.975, values.length - 1) * Math.sqrt(variance(values) / values.length)
  const middle = mean(values)
  return { low: middle - half, high: middle + half }
}
/** The interval of a figure for other random rows: percentiles of resamples. */
export function bootstrap(
  values: readonly number[],
  seed: string,
  figure: (sample: Float64Array) => number = sumMean,
  resamples = RESAMPLES,
): Interval {
  const n = values.length
  const draw = seededPlaces(seed, n)
  const known = Float64Array.from(values)
  const places = new Uint32Array(n)
  const sample = new Float64Array(n)
  const figures = new Float64Array(resamples)
  for (let round = 0; round < resamples; round += 1) {
    draw(places)
    for (let at = 0; at < n; at += 1) sample[at] = known[places[at]!]!
    figures[round] = figure(sample)
  }
  figures.sort()
  return { low: quantile(figures, 0.025), high: quantile(figures, 0.975) }
}
function sumMean(sample: Float64Array): number {
  let sum = 0
  for (let at = 0; at < sample.length; at += 1) sum += sample[at]!
  return sum / sample.length
}
const isBinary = (values: readonly number[]) => values.every((one) => one === 0 || one === 1)
/** Fewer resamples for many rows: their interval is narrow, and the amount of work stays constant. */
const resamplesFor = (n: number) => Math.max(1000, Math.min(RESAMPLES, Math.floor(2_000_000 / Math.max(1, n))))

/** The mean of the items' values with its 95 % interval. */
export function estimate(values: readonly number[], seed: string): Estimate | undefined {
  const n = values.length
  if (!n) return undefined
  if (isBinary(values)) {
    const successes = values.filter((one) => one === 1).length
    return { mean: successes / n, interval: wilson(successes, n), method: 'wilson' }
  }
  if (n < 2) return { mean: values[0]!, interval: undefined, method: 'none' }
  if (n > MAX_RESAMPLED) return { mean: mean(values), interval: tInterval(values), method: 't' }
  return { mean: mean(values), interval: bootstrap(values, seed, sumMean, resamplesFor(n)), method: 'bootstrap' }
}

/**
 * Estimates what people would score on all rows from those they scored: the judge's mean, shifted by the mean
 * difference between people and judge on the rows that people scored.
 */
export function humanMean(judged: readonly number[], labelled: readonly { judge: number; human: number }[]) {
  if (labelled.length < 2 || judged.length < 2) return undefined
  const shifts = labelled.map(({ judge, human }) => human - judge)
  const middle = mean(judged) + mean(shifts)
  const half = Z * Math.sqrt(variance(judged) / judged.length + variance(shifts) / shifts.length)
  return { mean: middle, interval: { low: middle - half, high: middle + half } }
}

export function spreadOf(values: readonly number[], seed: string) {
  if (!values.length) return undefined
  const sorted = Float64Array.from(values).sort()
  const interval = values.length > 1 ? medianInterval(sorted, seed) : undefined
  return { p50: quantile(sorted, 0.5), p90: quantile(sorted, 0.9), p99: quantile(sorted, 0.99), interval }
}
const MEDIANS = 1000
/** By resampling, like `bootstrap`. The median follows from how often each value was drawn, without sorting. */
function medianInterval(sorted: Float64Array, seed: string): Interval {
  const n = sorted.length
  const draw = seededPlaces(seed, n)
  const places = new Uint32Array(n)
  const times = new Uint32Array(n)
  const medians = new Float64Array(MEDIANS)
  const [low, high] = [Math.floor((n - 1) / 2), Math.ceil((n - 1) / 2)]
  for (let round = 0; round < MEDIANS; round += 1) {
    times.fill(0)
    draw(places)
    for (let at = 0; at < n; at += 1) times[places[at]!]! += 1
    let [at, seen] = [0, times[0]!]
    while (seen <= low) seen += times[(at += 1)]!
    const first = sorted[at]!
    while (seen <= high) seen += times[(at += 1)]!
    medians[round] = (first + sorted[at]!) / 2
  }
  medians.sort()
  return { low: quantile(medians, 0.025), high: quantile(medians, 0.975) }
}

import { mean, quantile } from './intervals.ts'
import { seededRandom } from './random.ts'

/** One call, from its trace. */
export interface GuardCall {
  isFailed: boolean
  ms: number
  cost: number
  score?: number | undefined
}
export type GuardMetric = 'error' | 'latency' | 'cost' | 'score'
export interface GuardFigure {
  metric: GuardMetric
  before: number
  now: number
  isWorse: boolean
}
/** One-sided, 99 %. */
const Z = 2.3263478740408408
const RESAMPLES = 2000
/** Smaller differences may be real, but are not worth a rollback. */
const MIN_DIFFERENCE = { error: 0.01, latency: 0.1, cost: 0.1, score: 0.02 } as const

/** Compares each figure of the new version with the old one. Undefined while there are too few calls. */
export function compareCalls(
  before: readonly GuardCall[],
  now: readonly GuardCall[],
  metrics: readonly GuardMetric[],
  leastCalls: number,
  seed: string,
): GuardFigure[] | undefined {
  if (before.length < leastCalls || now.length < leastCalls) return undefined
  return metrics.flatMap((metric): GuardFigure[] => {
    if (metric === 'error') return [compareShares(before, now)]
    const values = (calls: readonly GuardCall[]) =>
      metric === 'score'
        ? calls.flatMap(({ score }) => (score === undefined ? [] : [score]))
        : calls.filter(({ isFailed }) => !isFailed).map((call) => (metric === 'cost' ? call.cost : call.ms))
    const [old, fresh] = [values(before), values(now)]
    if (old.length < leastCalls || fresh.length < leastCalls) return []
    return [compareValues(metric, old, fresh, `${seed} ${metric}`)]
  })
}

/** Two shares, pooled. */
function compareShares(before: readonly GuardCall[], now: readonly GuardCall[]): GuardFigure {
  const failed = (calls: readonly GuardCall[]) => calls.filter(({ isFailed }) => isFailed).length
  const [n, m] = [before.length, now.length]
  const [old, fresh] = [failed(before) / n, failed(now) / m]
  const pooled = (failed(before) + failed(now)) / (n + m)
  const spread = Math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
  const isWorse = spread > 0 && (fresh - old) / spread > Z && fresh - old > MIN_DIFFERENCE.error
  return { metric: 'error', before: old, now: fresh, isWorse }
}

/** Compares the 95th percentiles of times, and the means of the other figures. */
function compareValues(
  metric: Exclude<GuardMetric, 'error'>,
  before: readonly number[],
  now: readonly number[],
  seed: string,
): GuardFigure {
  const figure = (values: ArrayLike<number>) =>
    metric === 'latency' ? quantile(Float64Array.from(values).toSorted(), 0.95) : mean(Array.from(values))
  const [old, fresh] = [figure(before), figure(now)]
  // Higher times and costs are worse, and so are lower scores.
  const loss = metric === 'score' ? old - fresh : fresh - old
  const least = metric === 'score' ? MIN_DIFFERENCE.score : MIN_DIFFERENCE[metric] * old
  if (loss <= least) return { metric, before: old, now: fresh, isWorse: false }
  const random = seededRandom(seed)
  const drawn = (values: readonly number[]) => values.map(() => values[Math.floor(random() * values.length)]!)
  const losses = new Float64Array(RESAMPLES)
  for (let round = 0; round < RESAMPLES; round += 1) {
    const difference = figure(drawn(now)) - figure(drawn(before))
    losses[round] = metric === 'score' ? -difference : difference
  }
  losses.sort()
  return { metric, before: old, now: fresh, isWorse: quantile(losses, 0.01) > 0 }
}

/** A guard acts when the new version is worse this many times in a row: once may be chance. */
export const TIMES_IN_A_ROW = 2
interface Words {
  en: string
  zh: string
}
const shown = (metric: GuardMetric, value: number) =>
  metric === 'error'
    ? `${(value * 100).toFixed(1)} %`
    : metric === 'latency'
      ? `${Math.round(value)} ms`
      : value.toPrecision(3)

/** Describes what got worse, after the given beginning of the sentence. `cost`: what the cost refers to. */
export function describeWorse(worse: readonly GuardFigure[], begin: Words, cost: Words): Words {
  const names: Record<GuardMetric, Words> = {
    error: { en: 'error rate', zh: '错误率' },
    latency: { en: '95th percentile of the time', zh: 'P95 耗时' },
    cost,
    score: { en: 'mean score', zh: '平均得分' },
  }
  const each = worse.map(({ metric, before, now }) => ({
    ...names[metric],
    from: shown(metric, before),
    to: shown(metric, now),
  }))
  return {
    en: `${begin.en}: ${each.map(({ en, from, to }) => `${en} ${to} instead of ${from}`).join(', ')}`,
    zh: `${begin.zh}：${each.map(({ zh, from, to }) => `${zh}由 ${from} 变为 ${to}`).join('，')}`,
  }
}

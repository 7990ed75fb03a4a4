import type { DashboardFigures } from '@orrery/contract'
import { percentileOf } from '#domains/chat/span/shared/buckets.ts'
import { errorIn } from '#domains/chat/span/shared/error-words.ts'
import type { SpanQueue } from '#domains/chat/span/span-queue.service.ts'
import type { Clock } from '#kit/clock.ts'
import type { Locale } from '#kit/errors.ts'
import { barsOf, stepOf } from './bucket-width.ts'
import { dashboardErrors } from './dashboard.errors.ts'
import type { DashboardRepo, Section, Histogram } from './dashboard.repo.ts'

const DAY = 86_400
const MAX_DAYS = 400
const TOP_OBJECTS = 4
const TOP_MODELS = 20

export interface DashboardDeps {
  repo: DashboardRepo
  queue: Pick<SpanQueue, 'flush'>
  clock: Clock
}
type Rows = Awaited<ReturnType<DashboardRepo['buckets']>>
type RootHistograms = Awaited<ReturnType<DashboardRepo['rootTimes']>>
type ModelHistograms = Awaited<ReturnType<DashboardRepo['modelTimes']>>

export function createDashboardService({ repo, queue, clock }: DashboardDeps) {
  return {
    async get(section: Section, locale: Locale) {
      const length = section.to - section.from
      if (length <= 0 || length > MAX_DAYS * DAY) throw dashboardErrors.badRange({ days: MAX_DAYS })
      await queue.flush()
      const { width, step } = barsOf(section, clock)
      const earlier = { ...section, from: section.from - length, to: section.from }
      const earlierStep = stepOf(earlier, width, clock)
      const earlierWidth = Math.max(width, earlierStep)
      const [rows, times, modelTimes, people, rowsBefore, timesBefore, peopleBefore] = await Promise.all([
        repo.buckets(section, step, width),
        repo.rootTimes(section, step, width),
        repo.modelTimes(section, step, width),
        repo.people(section),
        repo.buckets(earlier, earlierStep, earlierWidth),
        repo.rootTimes(earlier, earlierStep, earlierWidth),
        repo.people(earlier),
      ])
      const sums = sumOf(rows)
      // Without failures the query for errors is not needed.
      const errors = sums.failed ? await repo.errors(section) : []
      const objects = await objectsOf(rows, repo)
      const shown = new Set(objects.slice(0, TOP_OBJECTS).map(({ object }) => object))
      return {
        width,
        totals: { ...sums, ...percentilesOf(times), people } satisfies DashboardFigures,
        before: {
          ...sumOf(rowsBefore),
          ...percentilesOf(timesBefore),
          people: peopleBefore,
        } satisfies DashboardFigures,
        buckets: bucketsOf(section, width, rows, times, shown),
        objects,
        models: modelsOf(rows, modelTimes),
        errors: errors.map(({ count, ...error }) => ({ error: errorIn(locale, error), count: Number(count) })),
      }
    },
  }
}
export type DashboardService = ReturnType<typeof createDashboardService>

/** Merges several histograms into one. */
function mergeHistograms(all: readonly Histogram[]) {
  const sums = new Map<number, number>()
  for (const { buckets, counts } of all)
    for (const [at, bucket] of buckets.entries()) sums.set(bucket, (sums.get(bucket) ?? 0) + counts[at]!)
  return [...sums].map(([bucket, n]) => ({ bucket, n }))
}
function percentilesOf(times: readonly Histogram[]) {
  const all = mergeHistograms(times)
  const [p50_ms, p95_ms, p99_ms] = [0.5, 0.95, 0.99].map((share) => percentileOf(all, share) / 1000)
  return { p50_ms: p50_ms!, p95_ms: p95_ms!, p99_ms: p99_ms! }
}
function sumOf(rows: Rows) {
  const sum = (of: (row: Rows[number]) => string) => rows.reduce((total, row) => total + Number(of(row)), 0)
  return {
    runs: sum((row) => row.runs),
    failed: sum((row) => row.failed),
    input_tokens: sum((row) => row.inputTokens),
    output_tokens: sum((row) => row.outputTokens),
    cached_tokens: sum((row) => row.cachedTokens),
    cost: sum((row) => row.cost),
  }
}

/** The most expensive models, then the most frequently called ones. */
function modelsOf(rows: Rows, times: ModelHistograms) {
  const timesBy = new Map(times.map((one) => [one.model, one]))
  return [
    ...groupBy(
      rows.filter(({ model }) => model !== ''),
      ({ model }) => model,
    ),
  ]
    .map(([model, list]) => {
      const sum = (of: (row: Rows[number]) => number) => list.reduce((total, row) => total + of(row), 0)
      return {
        model,
        calls: sum((row) => Number(row.calls)),
        failed: sum((row) => Number(row.failedCalls)),
        tokens: sum((row) => Number(row.inputTokens) + Number(row.outputTokens)),
        cost: sum((row) => Number(row.cost)),
        p50_ms: percentileOf(mergeHistograms(timesBy.has(model) ? [timesBy.get(model)!] : []), 0.5) / 1000,
      }
    })
    .sort((a, b) => b.cost - a.cost || b.calls - a.calls)
    .slice(0, TOP_MODELS)
}

/** One bar for every part of the time, including empty ones. */
function bucketsOf(
  { from, to }: Section,
  width: number,
  rows: Rows,
  times: RootHistograms,
  shown: ReadonlySet<string>,
) {
  const byTime = groupBy(rows, ({ bucket }) => Number(bucket))
  const timesBy = groupBy(times, ({ at }) => Number(at))
  const first = Math.floor(from / width) * width
  const size = Math.ceil((to - first) / width)
  return Array.from({ length: size }, (_, index) => {
    const at = first + index * width
    const own = byTime.get(at) ?? []
    const byObject: Record<string, number> = {}
    for (const { object, runs } of own) {
      if (!Number(runs)) continue
      const key = shown.has(object) ? object : ''
      byObject[key] = (byObject[key] ?? 0) + Number(runs)
    }
    return { at: at * 1000, ...sumOf(own), ...percentilesOf(timesBy.get(at) ?? []), by_object: byObject }
  })
}
async function objectsOf(rows: Rows, repo: DashboardRepo) {
  const counts = [
    ...groupBy(
      rows.filter(({ runs }) => Number(runs)),
      ({ object }) => object,
    ),
  ].map(([object, list]) => ({
    object,
    runs: list.reduce((sum, { runs }) => sum + Number(runs), 0),
  }))
  counts.sort((a, b) => b.runs - a.runs)
  const top = counts.slice(0, 20)
  const names = await repo.namesOf(top.map(({ object }) => object))
  return top.map(({ object, runs }) => ({ object, name: names.get(object) ?? object, runs }))
}
function groupBy<T, K>(list: readonly T[], key: (item: T) => K): Map<K, T[]> {
  const found = new Map<K, T[]>()
  for (const item of list) {
    const known = found.get(key(item))
    if (known) known.push(item)
    else found.set(key(item), [item])
  }
  return found
}

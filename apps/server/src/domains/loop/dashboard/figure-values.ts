import { percentileOf } from '#domains/chat/span/shared/buckets.ts'
import { Measure } from '#domains/chat/span/shared/measures.ts'
import type { CountRow, FiguresRepo, TimeRow } from './figures.repo.ts'

export type Aggregate = 'p50' | 'p90' | 'p99' | 'avg' | 'max' | 'min' | 'sum'
type Rows<K extends 'people' | 'prompts' | 'rates'> = Awaited<ReturnType<FiguresRepo[K]>>
/** All counts of one part of the time, of one object or of all. */
export interface Part {
  seconds: number
  counts: CountRow[]
  times: Partial<Record<number, TimeRow[]>>
  people: Rows<'people'>
  prompts: Rows<'prompts'>
  rates: Rows<'rates'>
}
/** How an indicator is computed; undefined if there is nothing to compute it from, such as the average of no calls. */
export interface Figure {
  needs?: 'people' | 'prompts' | 'rates' | number
  of(part: Part): number | undefined
}

type Counted = Exclude<keyof CountRow, 'at' | 'object' | 'model'>
const total = (part: Part, key: Counted) => part.counts.reduce((sum, row) => sum + row[key], 0)
const share = (part: number, whole: number) => (whole ? part / whole : undefined)

const count = (...keys: Counted[]): Figure => ({ of: (part) => keys.reduce((sum, key) => sum + total(part, key), 0) })
const perSecond = (plus: Counted, minus?: Counted): Figure => ({
  of: (part) => (total(part, plus) - (minus ? total(part, minus) : 0)) / part.seconds,
})
const successOf = (all: Counted, failed: Counted): Figure => ({
  of: (part) => share(total(part, all) - total(part, failed), total(part, all)),
})
const prompts = (...keys: ('input' | 'output' | 'spans')[]): Figure => ({
  needs: 'prompts',
  of: (part) => part.prompts.reduce((sum, row) => sum + keys.reduce((own, key) => own + row[key], 0), 0),
})
const people = (key: 'people' | 'threads'): Figure => ({
  needs: 'people',
  of: (part) => part.people.reduce((sum, row) => sum + row[key], 0),
})
const rate = (aggregate: Exclude<Aggregate, 'sum'>): Figure => ({
  needs: 'rates',
  of: (part) => part.rates[0]?.[aggregate],
})
const sums: Readonly<Record<number, readonly [sum: Counted, n: Counted]>> = {
  [Measure.root]: ['runsUs', 'runs'],
  [Measure.rootFirst]: ['firstUs', 'firstN'],
  [Measure.model]: ['callsUs', 'calls'],
  [Measure.modelFirst]: ['callsFirstUs', 'callsFirstN'],
}
const shares = { p50: 0.5, p90: 0.9, p99: 0.99, max: 1, min: 0 }
/** Milliseconds. Averages and sums are exact; the other aggregates are accurate to 5 %. */
const timeOf = (measure: number, aggregate: Aggregate): Figure => {
  const [sum, n] = sums[measure]!
  if (aggregate === 'avg') return { of: (part) => over1000(share(total(part, sum), total(part, n))) }
  if (aggregate === 'sum') return { of: (part) => total(part, sum) / 1000 }
  return {
    needs: measure,
    of: ({ times }) => {
      const rows = times[measure] ?? []
      return rows.length ? percentileOf(merged(rows), shares[aggregate]) / 1000 : undefined
    },
  }
}
const over1000 = (us: number | undefined) => (us === undefined ? undefined : us / 1000)
function merged(rows: readonly TimeRow[]) {
  const byBucket = new Map<number, number>()
  for (const { bucket, n } of rows) byBucket.set(bucket, (byBucket.get(bucket) ?? 0) + n)
  return [...byBucket].map(([bucket, n]) => ({ bucket, n }))
}

const all = ['p50', 'p90', 'p99', 'avg', 'max', 'min'] as const
const numbered = (first: number, figures: readonly Figure[]) =>
  figures.map((figure, index) => [first + index, figure] as const)
/** Indicators by their numbers on the wire. */
export const indicators: ReadonlyMap<number, Figure> = new Map([
  ...numbered(1, [count('input', 'output'), count('input'), count('output'), people('people')]),
  ...numbered(5, [count('runs'), count('runs')]),
  ...numbered(7, [perSecond('runs'), perSecond('runs', 'runsFailed'), perSecond('runsFailed'), count('spans')]),
  ...numbered(
    11,
    [Measure.root, Measure.model, Measure.rootFirst].flatMap((measure) => all.map((one) => timeOf(measure, one))),
  ),
  ...numbered(29, [successOf('runs', 'runsFailed'), perSecond('calls'), perSecond('calls', 'callsFailed')]),
  ...numbered(32, [perSecond('callsFailed'), successOf('calls', 'callsFailed')]),
  ...numbered(34, all.map(rate)),
  ...numbered(40, [prompts('input', 'output'), prompts('input'), prompts('output'), count('calls')]),
])
/** Indicators of spans that name a prompt, as far as these can be computed. */
export const promptIndicators: ReadonlyMap<number, Figure> = new Map([
  ...numbered(1, [prompts('input', 'output'), prompts('input'), prompts('output')]),
  [10, prompts('spans')],
  ...numbered(40, [prompts('input', 'output'), prompts('input'), prompts('output')]),
])

/** Metrics by their numbers on the wire; only durations use `aggregate`. */
export function metricOf(type: number, aggregate: Aggregate): Figure {
  const times: Readonly<Record<number, number>> = {
    4: Measure.rootFirst,
    5: Measure.root,
    8: Measure.model,
    9: Measure.modelFirst,
  }
  const measure = times[type]
  if (measure) return timeOf(measure, aggregate)
  return (
    { 2: indicators.get(7)!, 3: indicators.get(29)!, 6: indicators.get(30)!, 7: indicators.get(33)! }[type] ??
    count('input', 'output')
  )
}
/** The relative change since `before`; undefined if that was 0. */
export const changeOf = (now: number, before: number): number | undefined => (before ? now / before - 1 : undefined)

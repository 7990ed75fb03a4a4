import { formatDate } from '#lib/format.ts'
import { type Range } from './log-filter.ts'
import type { Aggregate, Figures, Step } from './trace.queries.ts'

export type Bucket = Aggregate['buckets'][number]

/** A step that is fine enough to see changes, and coarse enough to read. */
export const stepOf = (range: Range): Step =>
  ({ hour: 'minute', day: 'hour', week: 'day', month: 'day' })[range] as Step

const none: Figures = {
  count: 0,
  failed: 0,
  stopped: 0,
  users: 0,
  conversations: 0,
  input_tokens: 0,
  output_tokens: 0,
  cost: 0,
  median_ms: 0,
  p95_ms: 0,
  first_token_ms: 0,
}

/** The start of the minute, hour or day in the local time zone. */
function startOf(at: number, step: Step): Date {
  const date = new Date(at)
  date.setSeconds(0, 0)
  if (step !== 'minute') date.setMinutes(0)
  if (step === 'day') date.setHours(0)
  return date
}
function next(date: Date, step: Step): Date {
  const later = new Date(date)
  if (step === 'minute') later.setMinutes(date.getMinutes() + 1)
  else if (step === 'hour') later.setHours(date.getHours() + 1)
  else later.setDate(date.getDate() + 1)
  return later
}

/** Adds empty buckets, so that gaps are not drawn as lines. */
export function fillBuckets(buckets: readonly Bucket[], from: number, to: number, step: Step): Bucket[] {
  const known = new Map(buckets.map((bucket) => [startOf(bucket.at, step).getTime(), bucket]))
  const all: Bucket[] = []
  for (let at = startOf(from, step); at.getTime() <= to; at = next(at, step)) {
    const time = at.getTime()
    all.push(known.get(time) ?? { at: time, ...none })
  }
  return all
}

const two = (value: number) => String(value).padStart(2, '0')
export function bucketLabel(at: number, step: Step): string {
  const date = new Date(at)
  if (step === 'day') return formatDate(date).slice(5)
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

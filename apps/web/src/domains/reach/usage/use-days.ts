import { type UseSource, sourcesOfUse } from '@orrery/contract/shared/use-sources'
import type { ModelUse } from './model-use.queries.ts'

type Row = { label: string } & Record<UseSource, number>
const day = 24 * 3600_000
const none = Object.fromEntries(sourcesOfUse.map((source) => [source, 0])) as Record<UseSource, number>

/** One row for every day up to today, including days without calls, with an amount for each source of use. */
export function daysOf(
  days: ModelUse['days'],
  count: number,
  amountOf: (entry: ModelUse['days'][number]) => number,
  now = Date.now(),
): Row[] {
  const rows = Array.from({ length: count }, (_, at) => {
    const date = new Date(now - (count - 1 - at) * day).toISOString().slice(0, 10)
    const row: Row = { ...none, label: date.slice(5) }
    return [date, row] as const
  })
  const byDay = new Map(rows)
  for (const entry of days) {
    const row = byDay.get(entry.day)
    if (row) row[entry.source] += amountOf(entry)
  }
  return rows.map(([, row]) => row)
}

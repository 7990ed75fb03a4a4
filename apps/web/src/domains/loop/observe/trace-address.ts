import type { FilterTree, QueryType } from '@orrery/contract/shared/filter-tree'

export interface Condition {
  field: string
  type: QueryType
  values: string[]
}
/** What a list of traces shows, as it stands in the address. */
export interface TraceAddress {
  range: TraceRange
  /** A part of the time, in milliseconds since 1970: from-to. */
  part: string
  words: string
  conditions: Condition[]
  view: string
}
export const traceRanges = ['hour', 'day', 'week', 'month'] as const
type TraceRange = (typeof traceRanges)[number]
const hour = 3_600_000
const rangeMillis: Record<TraceRange, number> = { hour, day: 24 * hour, week: 168 * hour, month: 720 * hour }
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const readTraceAddress = (query: Record<string, unknown>): TraceAddress => ({
  range: traceRanges.find((range) => range === query['range']) ?? 'day',
  part: /^\d+-\d+$/.test(text(query['part'])) ? text(query['part']) : '',
  words: text(query['words']),
  conditions: readConditions(text(query['filters'])),
  view: text(query['view']),
})
/** Defaults are left out. */
export function writeTraceAddress({
  range,
  part,
  words,
  conditions,
  view,
}: TraceAddress): Record<string, string | undefined> {
  return {
    range: range === 'day' ? undefined : range,
    part: part || undefined,
    words: words || undefined,
    filters: conditions.length ? JSON.stringify(toTree(conditions)) : undefined,
    view: view || undefined,
  }
}

/** Conditions that all hold. Trees that are more than that are made by programs, and not shown here. */
export const toTree = (conditions: readonly Condition[]): FilterTree => ({
  query_and_or: 'and',
  filter_fields: conditions.map(({ field, type, values }) => ({ field_name: field, query_type: type, values })),
})
export function readConditions(json: string): Condition[] {
  try {
    const { filter_fields } = JSON.parse(json) as FilterTree
    return filter_fields.flatMap(({ field_name, query_type = 'eq', values = [] }) =>
      field_name ? [{ field: field_name, type: query_type, values }] : [],
    )
  } catch {
    return []
  }
}

/** Latencies as the facet counts them: from so many milliseconds on. */
export const latencyBands = ['0', '2000', '5000', '10000'] as const
const isChoice = ({ field, type }: Condition, name: string) => field === name && (type === 'in' || type === 'eq')

/** Puts a value of a facet into the conditions, or takes it out. */
export function toggleValue(conditions: readonly Condition[], field: string, value: string): Condition[] {
  const known = conditions.find((one) => isChoice(one, field))
  if (!known) return [...conditions, { field, type: 'in', values: [value] }]
  const values = known.values.includes(value) ? known.values.filter((one) => one !== value) : [...known.values, value]
  return conditions.flatMap((one) =>
    one !== known ? [one] : values.length ? [{ ...one, type: 'in' as const, values }] : [],
  )
}
export const hasValue = (conditions: readonly Condition[], field: string, value: string): boolean =>
  conditions.some((one) => isChoice(one, field) && one.values.includes(value))

/** A part of the time as it stands in the address. */
export function partOf(part: string): { from: number; to: number } | undefined {
  const [from, to] = part.split('-').map(Number)
  return from && to && to > from ? { from, to } : undefined
}

/** Milliseconds since 1970. The end is rounded up, so that opening the list again uses the same query. */
export function timesOf({ range, part }: Pick<TraceAddress, 'range' | 'part'>, now: number) {
  const marked = partOf(part)
  if (marked) return { start_time: marked.from, end_time: marked.to }
  const end = Math.ceil(now / 60_000) * 60_000
  return { start_time: end - rangeMillis[range], end_time: end }
}

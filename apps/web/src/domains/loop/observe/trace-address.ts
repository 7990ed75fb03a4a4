import type { FilterTree, QueryType } from '@orrery/contract/shared/filter-tree'

export interface Condition {
  field: string
  type: QueryType
  values: string[]
}
/** The state of a list of traces, as stored in the search parameters. */
export interface TraceAddress {
  range: TraceRange
  /** The marked part of the period, in milliseconds since 1970: from-to. */
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
/** Leaves out defaults. */
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

/** Conditions joined by "and". Other trees are created by programs, and not shown here. */
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

/** The latency bands of the facet, as their lower bounds in milliseconds. */
export const latencyBands = ['0', '2000', '5000', '10000'] as const
const isChoice = ({ field, type }: Condition, name: string) => field === name && (type === 'in' || type === 'eq')

/** Adds a value of a facet to the conditions, or removes it. */
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

/** Parses the marked part of the search parameters. */
export function partOf(part: string): { from: number; to: number } | undefined {
  const [from, to] = part.split('-').map(Number)
  return from && to && to > from ? { from, to } : undefined
}

/** The period in milliseconds since 1970. Its end is rounded up, so that reopening the list uses the same query key. */
export function timesOf({ range, part }: Pick<TraceAddress, 'range' | 'part'>, now: number) {
  const marked = partOf(part)
  if (marked) return { start_time: marked.from, end_time: marked.to }
  const end = Math.ceil(now / 60_000) * 60_000
  return { start_time: end - rangeMillis[range], end_time: end }
}

import type { FieldFilter } from '@orrery/contract'
import type { FilterField, FilterTree, QueryType } from '@orrery/contract/shared/filter-tree'

/** Converts the older filter format, by field and value type. */
export function fromFieldFilters(
  filters: Record<string, FieldFilter> | undefined,
  isOr: boolean,
): FilterTree | undefined {
  if (!filters) return undefined
  return {
    query_and_or: isOr ? 'or' : 'and',
    filter_fields: Object.entries(filters).map(([name, filter]) => ({
      query_and_or: 'and',
      sub_filter: { query_and_or: 'and', filter_fields: leavesOf(name, filter) },
    })),
  }
}
function leavesOf(field_name: string, filter: FieldFilter): FilterField[] {
  const found: FilterField[] = []
  const add = (query_type: QueryType, values: readonly (string | number | boolean)[] = []) =>
    void found.push({ field_name, query_type, values: values.map(String) })
  const { string } = filter
  if (filter.bool?.eq !== undefined) add('eq', [filter.bool.eq])
  for (const number of [filter.i32, filter.i64, filter.f64]) {
    if (!number) continue
    for (const type of ['gte', 'lte', 'gt', 'lt', 'eq'] as const)
      if (number[type] !== undefined) add(type, [number[type]])
    if (number.in) add('in', number.in)
    if (number.not_in) add('not_in', number.not_in)
    if (number.is_null) add('not_exist')
    if (number.not_null) add('exist')
  }
  if (string?.eq !== undefined) add('eq', [string.eq])
  if (string?.containsall) add('match', string.containsall)
  if (string?.in) add('in', string.in)
  if (string?.not_in) add('not_in', string.not_in)
  if (string?.not_contains !== undefined) add('not_match', [string.not_contains])
  if (string?.is_null) add('not_exist')
  if (string?.not_null) add('exist')
  return found
}

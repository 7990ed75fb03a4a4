import type { GivenFilter } from '@orrery/contract'
import { FilterOperation } from '@orrery/contract/shared/database-enums'
import { type Filter, needsValue, readFilters } from '#domains/resources/database/index.ts'
import { keyOf } from './row-columns.ts'

/** Conditions and groups of them that are joined by "and" or "or". */
export interface FilterGroup {
  join: 'and' | 'or'
  list: FilterEntry[]
}
export type FilterEntry = Filter | FilterGroup
export const isGroup = (entry: FilterEntry): entry is FilterGroup => 'join' in entry
/** The nesting depth of groups that the screen offers; the server accepts more. */
export const MAX_FILTER_DEPTH = 3
export const emptyGroup: FilterGroup = { join: 'and', list: [] }

const { EQUAL, NOT_EQUAL, GREATER_THAN, LESS_THAN, IS_NULL, LIKE, NOT_LIKE } = FilterOperation
type Question = NonNullable<GivenFilter['filterFields'][number]['query_type']>
const questions: Record<number, Question> = {
  [EQUAL]: 'eq',
  [NOT_EQUAL]: 'not_eq',
  [GREATER_THAN]: 'gt',
  [LESS_THAN]: 'lt',
  [LIKE]: 'match',
  [NOT_LIKE]: 'not_match',
  [IS_NULL]: 'not_exist',
}
/** The filter as the call takes it; undefined if it is empty. */
export function filterOf({ join, list }: FilterGroup): GivenFilter | undefined {
  const filterFields = list.flatMap((entry): GivenFilter['filterFields'] => {
    if (isGroup(entry)) {
      const inner = filterOf(entry)
      return inner ? [{ sub_filter: inner }] : []
    }
    const { field, operation, value } = entry
    return [
      {
        field_name: keyOf(field),
        query_type: questions[operation] ?? 'exist',
        // Operators that check whether a value exists take no value.
        values: value === '' ? [] : [value],
      },
    ]
  })
  return filterFields.length ? { queryAndOr: join, filterFields } : undefined
}

/** Removes incomplete conditions and empty groups. */
export function complete({ join, list }: FilterGroup, isKnown: (field: string) => boolean = () => true): FilterGroup {
  return {
    join,
    list: list.flatMap((entry): FilterEntry[] => {
      if (!isGroup(entry))
        return isKnown(entry.field) && (!needsValue(entry.operation) || entry.value.trim() !== '') ? [entry] : []
      const inner = complete(entry, isKnown)
      return inner.list.length ? [inner] : []
    }),
  }
}

/** The format of the search parameter: "and" is a list, other groups are objects whose key is their join. */
type Written = [string, number, string][] | { and: unknown[] } | { or: unknown[] }
const writtenList = (list: FilterEntry[]): unknown[] =>
  list.map((entry) =>
    isGroup(entry) ? { [entry.join]: writtenList(entry.list) } : [entry.field, entry.operation, entry.value],
  )
export function writeTree({ join, list }: FilterGroup): string | undefined {
  if (!list.length) return undefined
  const written = writtenList(list) as Written
  return JSON.stringify(join === 'and' ? written : { or: written })
}
export function readTree(text: string | undefined): FilterGroup {
  try {
    return readGroup(JSON.parse(text ?? '[]')) ?? emptyGroup
  } catch {
    return emptyGroup
  }
}
function readGroup(value: unknown, depth = 1): FilterGroup | undefined {
  if (depth > MAX_FILTER_DEPTH) return undefined
  const group = (join: FilterGroup['join'], list: unknown): FilterGroup | undefined =>
    Array.isArray(list)
      ? {
          join,
          list: (list as unknown[]).flatMap((entry): FilterEntry[] => {
            if (Array.isArray(entry)) return readFilters(JSON.stringify([entry]))
            const inner = readGroup(entry, depth + 1)
            return inner ? [inner] : []
          }),
        }
      : undefined
  if (Array.isArray(value)) return group('and', value)
  if (typeof value !== 'object' || value === null) return undefined
  return 'or' in value ? group('or', value.or) : 'and' in value ? group('and', value.and) : undefined
}

import type { FieldTree } from '@orrery/contract/shared/field-tree'
import type { FilterField, FilterTree, QueryType } from '@orrery/contract/shared/filter-tree'

const OR = 2
const types: readonly QueryType[] = [
  'eq',
  'not_eq',
  'gt',
  'lt',
  'gte',
  'lte',
  'match',
  'in',
  'not_in',
  'not_exist',
  'exist',
  'in',
  'not_match',
]

/** Converts a filter tree with typed values to our filter tree. */
export function fromFieldTree(tree: FieldTree | undefined): FilterTree | undefined {
  if (!tree) return undefined
  const leaves = (tree.field_filters ?? []).map(
    ({ field_name, field_filter_type, filter_value = {} }): FilterField => ({
      field_name,
      query_type: types[field_filter_type - 1]!,
      values: Object.values(filter_value).flat().map(String),
    }),
  )
  const groups = (tree.sub_filter ?? []).map((inner): FilterField => ({ sub_filter: fromFieldTree(inner)! }))
  return { query_and_or: tree.relation === OR ? 'or' : 'and', filter_fields: [...leaves, ...groups] }
}

import { z } from 'zod'

/** Nested conditions on fields, joined by and/or: the filters of trace lists and saved views. */
export const queryTypes = [
  'match',
  'not_match',
  'eq',
  'not_eq',
  'in',
  'not_in',
  'lt',
  'lte',
  'gt',
  'gte',
  'exist',
  'not_exist',
] as const
export type QueryType = (typeof queryTypes)[number]
export interface FilterField {
  field_name?: string
  field_type?: string
  values?: string[]
  query_type?: QueryType
  /** How this condition is joined with those in `sub_filter`. */
  query_and_or?: 'and' | 'or'
  sub_filter?: FilterTree
}
export interface FilterTree {
  query_and_or?: 'and' | 'or'
  filter_fields: FilterField[]
}
export const FILTER_LIMITS = { depth: 5, leaves: 50, values: 200 } as const

const join = z.enum(['and', 'or']).optional()
const value = z.union([z.string().max(1000), z.number().transform(String), z.boolean().transform(String)])
export const filterTree: z.ZodType<FilterTree> = z.lazy(() =>
  z.object({
    query_and_or: join,
    filter_fields: z.array(
      z.object({
        field_name: z.string().max(100).optional(),
        field_type: z.string().max(20).optional(),
        values: z.array(value).max(FILTER_LIMITS.values).optional(),
        query_type: z.enum(queryTypes).optional(),
        query_and_or: join,
        sub_filter: filterTree.optional(),
      }),
    ),
  }),
)

/** Whether a tree is within the limits. */
export function isWithinLimits(tree: FilterTree): boolean {
  let leaves = 0
  const walk = ({ filter_fields }: FilterTree, depth: number): boolean =>
    depth <= FILTER_LIMITS.depth &&
    filter_fields.every((field) => {
      leaves += 1
      return leaves <= FILTER_LIMITS.leaves && (!field.sub_filter || walk(field.sub_filter, depth + 1))
    })
  return walk(tree, 1)
}

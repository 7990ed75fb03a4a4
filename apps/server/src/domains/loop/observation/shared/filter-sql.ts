import type { FilterField, FilterTree, QueryType } from '@orrery/contract/shared/filter-tree'
import { isWithinLimits, queryTypes } from '@orrery/contract/shared/filter-tree'
import { and, type SQL, or, sql } from 'drizzle-orm'
import { likeText } from '#kit/db.ts'
import { observationErrors } from '../observation.errors.ts'
import type { Field, Fields } from './filter-fields.ts'

const refuse = (problem: string, problemZh: string) => observationErrors.badFilter({ problem, problemZh })
const needsValues: ReadonlySet<QueryType> = new Set(queryTypes.filter((type) => !type.endsWith('exist')))
const comparisons: Partial<Record<QueryType, SQL>> = { lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` }

/** Converts a tree of conditions to SQL. Unknown fields and invalid values are refused by name. */
export function filterSql(tree: FilterTree | undefined, fields: Fields): SQL | undefined {
  if (!tree) return undefined
  if (!isWithinLimits(tree)) throw refuse('at most 50 conditions, nested 5 deep', '最多 50 个条件，嵌套不超过 5 层')
  return groupSql(tree, fields)
}
function groupSql({ query_and_or, filter_fields }: FilterTree, fields: Fields): SQL | undefined {
  const parts = filter_fields.map((field) => fieldSql(field, fields))
  return query_and_or === 'or' ? or(...parts) : and(...parts)
}
function fieldSql(filter: FilterField, fields: Fields): SQL | undefined {
  const inner = filter.sub_filter && groupSql(filter.sub_filter, fields)
  if (!filter.field_name) return inner
  const field = fields[filter.field_name]
  if (!field) throw refuse(`there is no field ${filter.field_name}`, `没有名为 ${filter.field_name} 的字段`)
  const own = leafSql(filter.field_name, field, filter.query_type ?? 'eq', filter.values ?? [])
  return inner ? (filter.query_and_or === 'or' ? or(own, inner) : and(own, inner)) : own
}

export function leafSql(name: string, field: Field, type: QueryType, given: string[]): SQL {
  if (needsValues.has(type) && !given.length) throw refuse(`${name}: values are missing`, `${name}：缺少筛选值`)
  const known = field.leaf?.(type, given)
  if (known) return known
  const { column } = field
  if (type === 'exist') return sql`(${column} IS NOT NULL AND ${column}::text NOT IN ('', '0'))`
  if (type === 'not_exist') return sql`(${column} IS NULL OR ${column}::text IN ('', '0'))`
  if (type === 'match' || type === 'not_match') {
    // Every word must occur somewhere in the text.
    const all = and(...given.map((word) => sql`${column}::text ILIKE ${likeText(word)}`))!
    return type === 'match' ? all : sql`(${column} IS NULL OR NOT (${all}))`
  }
  const values = given.map((value) => valueOf(name, field, value))
  const compare = comparisons[type]
  if (compare) {
    if (field.type !== 'number')
      throw refuse(`${name}: only numbers can be compared`, `${name}：仅数值字段支持大小比较`)
    return sql`${column} ${compare} ${values[0]}`
  }
  const list = sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )
  const isOneOf = sql`${column} IN (${list})`
  return type === 'eq' || type === 'in' ? isOneOf : sql`(${column} IS NULL OR NOT (${isOneOf}))`
}
function valueOf(name: string, { type, values }: Field, value: string): string | number {
  if (values) {
    const stored = values[value.toLowerCase()]
    if (stored === undefined)
      throw refuse(
        `${name}: ${value} is none of ${Object.keys(values).join(', ')}`,
        `${name}：${value} 不在可选值 ${Object.keys(values).join('、')} 中`,
      )
    return stored
  }
  if (type === 'text') return value
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number))
    throw refuse(`${name}: ${value} is not a number`, `${name}：${value} 不是数字`)
  return number
}

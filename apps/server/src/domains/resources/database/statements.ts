import { type Criterion, FieldType, FilterOperation, systemColumns } from '@orrery/contract'
import type { DatabaseFilter, DatabaseOperation } from '@orrery/engine'
import { likeText } from '#kit/db.ts'
import { databaseErrors } from './database.errors.ts'
import type { Field } from './database.table.ts'
import { convertValue, quoteName, quoteText } from './field-values.ts'

/** A column that a condition, an order or a value may refer to. */
interface Column {
  name: string
  type: Field['type']
  field?: Field
}
const systemTypes: Record<string, Field['type']> = {
  id: FieldType.number,
  uuid: FieldType.text,
  sys_platform: FieldType.text,
  bstudio_create_time: FieldType.date,
}
const systemByAnyName = new Map(
  Object.entries(systemColumns).flatMap(([name, old]) => [
    [name, name],
    [old, name],
  ]),
)

/** Finds a column by the id of its field, by name, or by either name of a system column. */
function findColumn(fields: Field[], given: string): Column {
  const field = fields.find((field) => field.name === given || String(field.id) === given)
  if (field) return { name: field.name, type: field.type, field }
  const name = systemByAnyName.get(given)
  if (!name) throw databaseErrors.unknownField({ field: given })
  return { name, type: systemTypes[name]! }
}

/** A value as SQL text of the column's type. */
function literal(column: Column, given: unknown): string {
  const converted = convertValue(column.type, given)
  if (converted.refusal)
    throw databaseErrors.badValue({ field: column.name, reason: converted.refusal.en, reasonZh: converted.refusal.zh })
  return converted.value === null ? 'NULL' : quoteText(converted.value)
}

const comparisons: Partial<Record<DatabaseOperation, string>> = {
  EQUAL: 'IS NOT DISTINCT FROM',
  NOT_EQUAL: 'IS DISTINCT FROM',
  GREATER_THAN: '>',
  LESS_THAN: '<',
  GREATER_EQUAL: '>=',
  LESS_EQUAL: '<=',
}

function condition(fields: Field[], left: string, operation: DatabaseOperation, value: unknown): string {
  const column = findColumn(fields, left)
  const name = quoteName(column.name)
  if (operation === 'IS_NULL') return `${name} IS NULL`
  if (operation === 'IS_NOT_NULL') return `${name} IS NOT NULL`
  if (operation === 'LIKE' || operation === 'NOT_LIKE') {
    const text =
      value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
    // A word without wildcards matches anywhere in the text.
    const pattern = /[%_]/.test(text) ? text : `%${text.replaceAll('\\', '\\\\')}%`
    return `coalesce(${name}::text, '') ${operation === 'LIKE' ? 'ILIKE' : 'NOT ILIKE'} ${quoteText(pattern)}`
  }
  if (operation === 'IN' || operation === 'NOT_IN') {
    const items = listOf(value).map((item) => literal(column, item))
    if (!items.length) return operation === 'IN' ? 'false' : 'true'
    return operation === 'IN'
      ? `${name} IN (${items.join(', ')})`
      : `(${name} IS NULL OR ${name} NOT IN (${items.join(', ')}))`
  }
  return `${name} ${comparisons[operation]!} ${literal(column, value)}`
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (value === null || value === undefined || value === '') return []
  const text = String(value)
  if (text.trim().startsWith('['))
    try {
      const parsed: unknown = JSON.parse(text)
      if (Array.isArray(parsed)) return parsed
    } catch {
      // Not JSON: a list separated by commas.
    }
  return text.split(',').map((part) => part.trim())
}

export const filterSql = (fields: Field[], filter: DatabaseFilter | undefined): string | undefined =>
  filter?.conditions.length
    ? filter.conditions
        .map(({ field, operation, value }) => `(${condition(fields, field, operation, value)})`)
        .join(` ${filter.logic} `)
    : undefined

const operationNames = Object.fromEntries(
  Object.entries(FilterOperation).map(([name, number]) => [number, name as DatabaseOperation]),
)
export function criterionSql(fields: Field[], given: Criterion | undefined): string | undefined {
  if (!given) return undefined
  const parts = (given.conditions ?? []).map(
    ({ left, operation, right }) => `(${condition(fields, left, operationNames[operation]!, right)})`,
  )
  const nested = criterionSql(fields, given.nestedConditions)
  if (nested) parts.push(`(${nested})`)
  const logic = (given.logic ?? given.logic_expression ?? 'and').toLowerCase() === 'or' ? ' OR ' : ' AND '
  return parts.length ? parts.join(logic) : undefined
}

/** A condition for rows that contain the text in any field. */
export function keywordSql(fields: Field[], keyword: string): string {
  const pattern = quoteText(likeText(keyword))
  return fields.map(({ name }) => `${quoteName(name)}::text ILIKE ${pattern}`).join(' OR ')
}

export interface Order {
  field: string
  ascending: boolean
}
const orderSql = (fields: Field[], orders: Order[]) =>
  orders.map(
    (order) => `${quoteName(findColumn(fields, order.field).name)} ${order.ascending ? 'ASC' : 'DESC'} NULLS LAST`,
  )

const where = (filter: string | undefined) => (filter ? ` WHERE ${filter}` : '')
/** All columns, system columns first. */
const allColumns = (fields: Field[]) => [...Object.keys(systemColumns), ...fields.map((field) => field.name)]

export interface SelectParts {
  columns?: string[]
  distinct?: boolean
  filter?: string
  orders?: Order[]
  limit: number
  offset?: number
}
export function selectSql(table: string, fields: Field[], parts: SelectParts): string {
  const columns = parts.columns?.length
    ? parts.columns.map((column) => findColumn(fields, column).name)
    : allColumns(fields)
  const orders = orderSql(fields, parts.orders ?? [])
  // DISTINCT allows ordering only by selected columns; otherwise the id makes the order of equal rows stable.
  if (!parts.distinct) orders.push('id ASC')
  return [
    `SELECT ${parts.distinct ? 'DISTINCT ' : ''}${columns.map(quoteName).join(', ')} FROM ${quoteName(table)}`,
    where(parts.filter),
    orders.length ? ` ORDER BY ${orders.join(', ')}` : '',
    ` LIMIT ${Math.trunc(parts.limit)} OFFSET ${Math.trunc(parts.offset ?? 0)}`,
  ].join('')
}
export const countSql = (table: string, filter?: string) =>
  `SELECT count(*) AS n FROM ${quoteName(table)}${where(filter)}`

/** Values by field id or name; refuses system columns, unknown fields and missing required fields. */
function assignments(fields: Field[], values: Record<string, unknown>, isNew: boolean): [name: string, sql: string][] {
  const list = Object.entries(values).map(([key, value]): [string, string] => {
    const column = findColumn(fields, key)
    if (!column.field)
      throw databaseErrors.badValue({ field: key, reason: 'is set by the system', reasonZh: '由系统设置' })
    return [column.name, literal(column, value)]
  })
  for (const field of fields) {
    const given = list.find(([name]) => name === field.name)
    if (field.required && (given ? given[1] === 'NULL' : isNew))
      throw databaseErrors.badValue({ field: field.name, reason: 'a value is required', reasonZh: '必填' })
  }
  return list
}
export function insertSql(table: string, fields: Field[], values: Record<string, unknown>): string {
  const list = assignments(fields, values, true)
  const into = list.length
    ? `(${list.map(([name]) => quoteName(name)).join(', ')}) VALUES (${list.map(([, sql]) => sql).join(', ')})`
    : `(${quoteName(fields[0]!.name)}) VALUES (NULL)`
  return `INSERT INTO ${quoteName(table)} ${into} RETURNING *`
}
export function updateSql(table: string, fields: Field[], values: Record<string, unknown>, filter: string): string {
  const list = assignments(fields, values, false)
  if (!list.length)
    throw databaseErrors.badValue({ field: 'values', reason: 'nothing to change', reasonZh: '没有要修改的内容' })
  return `UPDATE ${quoteName(table)} SET ${list.map(([name, sql]) => `${quoteName(name)} = ${sql}`).join(', ')} WHERE ${filter} RETURNING *`
}
export const deleteSql = (table: string, filter: string) =>
  `DELETE FROM ${quoteName(table)} WHERE ${filter} RETURNING id`

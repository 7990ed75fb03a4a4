import type { GivenCondition, GivenFilter, GivenOrder } from '@orrery/contract'
import { DATASET_LIMITS, FieldStatus, SchemaKey } from '@orrery/contract/shared/dataset-enums'
import { type SQL, sql } from 'drizzle-orm'
import { likeText } from '#kit/db.ts'
import { badInput } from '#kit/errors.ts'
import type { Field } from './dataset-content.ts'

/** Properties of the item itself. They take precedence over fields with the same names. */
const ownFields = {
  item_id: { type: 'long', of: sql`item_id::numeric` },
  item_key: { type: 'string', of: sql`nullif(item_key, '')` },
  created_at: { type: 'long', of: sql`created_at::numeric` },
  updated_at: { type: 'long', of: sql`updated_at::numeric` },
  created_by: { type: 'string', of: sql`created_by::text` },
} as const satisfies Record<string, { type: 'string' | 'long'; of: SQL }>
type ValueType = NonNullable<GivenCondition['field_type']>

export interface FilterRules {
  fields: Field[]
  isMultiTurn: boolean
}
export interface ItemQuestion {
  filter?: GivenFilter | undefined
  orderBy?: GivenOrder | undefined
  word?: string | undefined
}
const typeOf = ({ schemaKey }: Field): ValueType =>
  schemaKey === SchemaKey.integer
    ? 'long'
    : schemaKey === SchemaKey.float
      ? 'double'
      : schemaKey === SchemaKey.bool
        ? 'bool'
        : 'string'

/** The query types that a field supports. */
const queryTypesOf = (type: ValueType): string[] =>
  type === 'bool'
    ? ['eq', 'not_eq', 'exist', 'not_exist']
    : type === 'string'
      ? ['match', 'not_match', 'eq', 'not_eq', 'in', 'not_in', 'exist', 'not_exist']
      : ['eq', 'not_eq', 'gt', 'gte', 'lt', 'lte', 'in', 'not_in', 'exist', 'not_exist']

const live = (fields: Field[]) => fields.filter(({ status }) => status === FieldStatus.available)
const fieldNamed = (name: string, fields: Field[]) =>
  live(fields).find(({ key }) => key === name) ?? live(fields).find((field) => field.name === name)
const unknownField = (where: string, name: string, fields: Field[]) => {
  const known = [...Object.keys(ownFields), ...live(fields).map((field) => field.name)].join(', ')
  return badInput(where, `there is no field ${name}. Fields: ${known}`, `没有字段 ${name}。可用字段：${known}`)
}

const isNumeric = (type: ValueType) => type === 'long' || type === 'double'
/** A text that is not a number counts as missing. */
const asNumber = (value: SQL) => sql`(CASE WHEN pg_input_is_valid(${value}, 'numeric') THEN (${value})::numeric END)`
const operators = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` } as const

/**
 * Matches texts that contain one of the words, ignoring case. Words without letter case, such as digits and Chinese,
 * use the faster LIKE, and ASCII words avoid the locale: a filter checks every row, and this comparison is most of
 * its cost.
 */
function likeAny(value: SQL, words: string[]): SQL {
  const patterns = sql`ANY (${sql.param(words.map(likeText))}::text[])`
  if (words.every((word) => word.toLowerCase() === word.toUpperCase())) return sql`${value} LIKE ${patterns}`
  // eslint-disable-next-line no-control-regex -- the ASCII range includes control characters
  if (words.every((word) => /^[\x00-\x7f]*$/.test(word))) return sql`(${value} COLLATE "C") ILIKE ${patterns}`
  return sql`${value} ILIKE ${patterns}`
}

function compared(value: SQL, condition: GivenCondition, type: ValueType, where: string): SQL {
  const ask = condition.query_type ?? 'eq'
  if (!queryTypesOf(type).includes(ask)) {
    const able = queryTypesOf(type).join(', ')
    throw badInput(`${where}.query_type`, `fields of this type take ${able}`, `此类型的字段支持 ${able}`)
  }
  if (ask === 'exist') return sql`${value} IS NOT NULL`
  if (ask === 'not_exist') return sql`${value} IS NULL`
  const values = condition.values ?? []
  const wrong = values.find((one) => isNumeric(type) && (one.trim() === '' || !Number.isFinite(Number(one))))
  if (!values.length || wrong !== undefined)
    throw badInput(
      `${where}.values`,
      wrong === undefined ? 'give at least one value' : `${wrong} is not a number`,
      wrong === undefined ? '请至少填写一个值' : `${wrong} 不是数字`,
    )
  const list = isNumeric(type) ? sql`${sql.param(values)}::numeric[]` : sql`${sql.param(values)}::text[]`
  switch (ask) {
    case 'match':
      return likeAny(value, values)
    case 'not_match':
      return sql`(${value} IS NULL OR NOT ${likeAny(value, values)})`
    case 'not_eq':
    case 'not_in':
      return sql`(${value} IS NULL OR ${value} <> ALL (${list}))`
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return sql`${value} ${operators[ask]} ${values[0]}::numeric`
    default:
      return sql`${value} = ANY (${list})`
  }
}

const textIn = (turn: SQL, { key }: Field) => sql`(${turn} -> ${key}::text ->> 'text')`
const textInFirst = (field: Field) => textIn(sql`(turns -> 0)`, field)

function conditionOf(condition: GivenCondition, rules: FilterRules, where: string): SQL | undefined {
  const name = condition.field_name ?? ''
  if (!name) return undefined
  const own = Object.hasOwn(ownFields, name) ? ownFields[name as keyof typeof ownFields] : undefined
  if (own) return compared(own.of, condition, own.type, where)
  const field = fieldNamed(name, rules.fields)
  if (!field) throw unknownField(`${where}.field_name`, name, rules.fields)
  const type = condition.field_type ?? typeOf(field)
  if (type !== 'string' && type !== typeOf(field) && !(isNumeric(type) && isNumeric(typeOf(field)))) {
    const right = typeOf(field)
    throw badInput(`${where}.field_type`, `${field.name} is of the type ${right}`, `${field.name} 的类型为 ${right}`)
  }
  const of = (text: SQL) => compared(isNumeric(type) ? asNumber(text) : text, condition, type, where)
  // An item with several turns matches if one of its turns does.
  return rules.isMultiTurn
    ? sql`EXISTS (SELECT FROM jsonb_array_elements(turns) turn WHERE ${of(textIn(sql`turn`, field))})`
    : of(textInFirst(field))
}

const joined = (parts: SQL[], how: 'and' | 'or' | undefined): SQL | undefined =>
  parts.length ? sql`(${sql.join(parts, how === 'or' ? sql` OR ` : sql` AND `)})` : undefined

/** Converts a filter to SQL, with every value as a parameter. */
export function filterSql(filter: GivenFilter | undefined, rules: FilterRules): SQL | undefined {
  let count = 0
  const read = (given: GivenFilter, where: string): SQL | undefined => {
    const parts = given.filterFields.flatMap((condition, index) => {
      count += 1
      const here = `${where}.filterFields[${index}]`
      const own = conditionOf(condition, rules, here)
      const inner = condition.sub_filter && read(condition.sub_filter, `${here}.sub_filter`)
      return (
        joined(
          [own, inner].filter((part) => part !== undefined),
          condition.query_and_or,
        ) ?? []
      )
    })
    return joined(parts, given.queryAndOr)
  }
  const all = filter && read(filter, 'filter')
  const max = DATASET_LIMITS.filterConditions
  if (count > max) throw badInput('filter', `at most ${max} conditions`, `最多 ${max} 个条件`)
  return all
}

/** Matches items with the words in any field. */
export const wordSql = (word: string): SQL =>
  sql`EXISTS (SELECT FROM jsonb_array_elements(turns) turn, jsonb_each(turn) cell
    WHERE ${likeAny(sql`(cell.value ->> 'text')`, [word])})`

/** Undefined means by position, which cursors require. */
export function orderSql(order: GivenOrder | undefined, rules: FilterRules): SQL | undefined {
  if (!order || (order.field === 'position' && order.isAsc)) return undefined
  const direction = order.isAsc ? sql`ASC` : sql`DESC`
  const by = (value: SQL) => sql`${value} ${direction} NULLS LAST, item_id ${direction}`
  if (order.field === 'position') return by(sql`pos`)
  if (order.field === 'created_at' || order.field === 'updated_at') return by(ownFields[order.field].of)
  const field = fieldNamed(order.field, rules.fields)
  if (!field) throw unknownField('orderBy.field', order.field, rules.fields)
  const value = textInFirst(field)
  return by(isNumeric(typeOf(field)) ? asNumber(value) : value)
}

/** The query types of each field, by its key. */
export const fieldMetas = (fields: Field[]) => {
  const meta = (type: ValueType, name: string) => ({
    field_type: type as string,
    query_types: queryTypesOf(type),
    display_name: name,
    exist: true,
  })
  return Object.fromEntries([
    ...live(fields).map((field) => [field.key, meta(typeOf(field), field.name)] as const),
    ...Object.entries(ownFields).map(([key, { type }]) => [key, meta(type, key)] as const),
  ])
}

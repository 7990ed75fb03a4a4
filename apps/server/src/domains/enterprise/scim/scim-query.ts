import { type SQL, sql } from 'drizzle-orm'
import { invalid } from './scim-error.ts'
import type { Filter, Operator, ScimValue } from './scim-filter.ts'

const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** Converts a filter to SQL; `columns` maps attributes to columns. */
export function filterSql(filter: Filter, columns: Columns): SQL {
  if (filter.is === 'and') return sql`(${filterSql(filter.of[0], columns)} AND ${filterSql(filter.of[1], columns)})`
  if (filter.is === 'or') return sql`(${filterSql(filter.of[0], columns)} OR ${filterSql(filter.of[1], columns)})`
  // A comparison with an absent attribute is false, so its negation must be true.
  if (filter.is === 'not') return sql`NOT coalesce(${filterSql(filter.of, columns)}, false)`
  if (filter.is === 'path') {
    const list = columns.list(filter.attribute.toLowerCase())
    if (!list) throw unknown(filter.attribute)
    return sql`EXISTS (SELECT FROM ${list} AS item WHERE ${filterSql(filter.inside, insideItem)})`
  }
  return columns.compare(filter.attribute, filter.operator, filter.value)
}
export interface Columns {
  compare(attribute: string, operator: Operator, value: ScimValue): SQL
  /** Elements of a multi-valued attribute, as rows of jsonb. */
  list(attribute: string): SQL | undefined
}
const unknown = (attribute: string) => invalid(`The filter names an unknown attribute: ${attribute}`, 'invalidFilter')

const insideItem: Columns = {
  compare: (attribute, operator, value) => {
    if (!/^(value|type|primary|display)$/i.test(attribute)) throw unknown(attribute)
    return compareText(sql`item->>${attribute.toLowerCase()}`, operator, value)
  },
  list: () => undefined,
}

/** Case-insensitive comparison, as attributes of people are declared in SCIM. */
function compareText(column: SQL, operator: Operator, value: ScimValue): SQL {
  if (operator === 'pr') return sql`coalesce(${column}, '') <> ''`
  const text = value === null ? null : String(value).toLowerCase()
  const found = sql`lower(${column})`
  if (operator === 'eq') return text === null ? sql`${column} IS NULL` : sql`${found} = ${text}`
  if (operator === 'ne') return sql`${found} IS DISTINCT FROM ${text}`
  if (text === null) throw invalid('null can only be compared with eq and ne', 'invalidFilter')
  if (operator === 'co') return sql`${found} LIKE ${`%${escaped(text)}%`}`
  if (operator === 'sw') return sql`${found} LIKE ${`${escaped(text)}%`}`
  if (operator === 'ew') return sql`${found} LIKE ${`%${escaped(text)}`}`
  const sign = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` }[operator]
  return sql`${found} ${sign} ${text}`
}
function compareTime(column: SQL, operator: Operator, value: ScimValue): SQL {
  const at = Date.parse(String(value))
  const sign = { eq: sql`=`, ne: sql`<>`, gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` }[operator as 'eq']
  if (operator === 'pr') return sql`true`
  if (Number.isNaN(at) || !sign) throw invalid('A time is compared with a time', 'invalidFilter')
  return sql`${column} ${sign} ${at}`
}
const metaOf = (attribute: string, operator: Operator, value: ScimValue) =>
  attribute === 'meta.lastmodified'
    ? compareTime(sql`updated_at`, operator, value)
    : attribute === 'meta.created'
      ? compareTime(sql`created_at`, operator, value)
      : undefined

export const userColumns: Columns = {
  compare(name, operator, value) {
    const plain = name.replace(/^urn:ietf:params:scim:schemas:core:2\.0:User:/i, '')
    const attribute = plain.toLowerCase()
    if (attribute === 'username') return compareText(sql`user_name`, operator, value)
    if (attribute === 'externalid') {
      // External ids are case-sensitive.
      return operator === 'eq' ? sql`external_id = ${String(value)}` : compareText(sql`external_id`, operator, value)
    }
    if (attribute === 'id') return compareText(sql`user_id::text`, operator, value)
    if (attribute === 'active') return compareText(sql`is_active::text`, operator, value)
    if (attribute === 'emails' || attribute === 'emails.value')
      return sql`EXISTS (SELECT FROM jsonb_array_elements(coalesce(attributes->'emails', '[]')) AS item WHERE ${compareText(sql`item->>'value'`, operator, value)})`
    const inName = /^name\.(formatted|familyname|givenname)$/.exec(attribute)
    if (inName) {
      const key = { formatted: 'formatted', familyname: 'familyName', givenname: 'givenName' }[inName[1] as 'formatted']
      return compareText(sql`attributes->'name'->>${key}`, operator, value)
    }
    const top = { displayname: 'displayName', title: 'title', locale: 'locale', nickname: 'nickName' }[
      attribute as 'title'
    ]
    if (top) return compareText(sql`attributes->>${top}`, operator, value)
    const extension = new RegExp(`^${enterpriseUrn}:(employeeNumber|department|organization)$`, 'i').exec(plain)
    if (extension) {
      const key = ['employeeNumber', 'department', 'organization'].find(
        (one) => one.toLowerCase() === extension[1]!.toLowerCase(),
      )!
      return compareText(sql`attributes->${enterpriseUrn}->>${key}`, operator, value)
    }
    const meta = metaOf(attribute, operator, value)
    if (meta) return meta
    throw unknown(name)
  },
  list: (attribute) =>
    attribute === 'emails' ? sql`jsonb_array_elements(coalesce(attributes->'emails', '[]'))` : undefined,
}

export const groupColumns: Columns = {
  compare(name, operator, value) {
    const attribute = name.replace(/^urn:ietf:params:scim:schemas:core:2\.0:Group:/i, '').toLowerCase()
    if (attribute === 'displayname') return compareText(sql`display_name`, operator, value)
    if (attribute === 'externalid')
      return operator === 'eq' ? sql`external_id = ${String(value)}` : compareText(sql`external_id`, operator, value)
    if (attribute === 'id') return compareText(sql`group_id::text`, operator, value)
    if (attribute === 'members' || attribute === 'members.value')
      return sql`EXISTS (SELECT FROM person_group_member m WHERE m.group_id = scim_group.group_id AND ${compareText(sql`m.user_id::text`, operator, value)})`
    const meta = metaOf(attribute, operator, value)
    if (meta) return meta
    throw unknown(name)
  },
  list: (attribute) =>
    attribute === 'members'
      ? sql`(SELECT jsonb_build_object('value', m.user_id::text) AS item FROM person_group_member m WHERE m.group_id = scim_group.group_id)`
      : undefined,
}

import type { FilterField, FilterTree, QueryType } from '@orrery/contract/shared/filter-tree'
import { or, type SQL, sql } from 'drizzle-orm'
import type { ValueSource, ValueTest } from '#domains/chat/span/shared/value-source.ts'
import { span, spanBody } from '#domains/chat/span/span.table.ts'
import { spanFields } from './fields.ts'
import { hasWord } from './has-word.ts'
import type { Fields } from './shared/filter-fields.ts'
import { leafSql } from './shared/filter-sql.ts'

type Name = 'input' | 'output'
/** Scope of a search: times in microseconds. */
export interface Searched {
  spaceId: string
  from: number
  to: number
}
const isName = (name: string | undefined): name is Name => name === 'input' || name === 'output'
const isNegative = (type: QueryType) => type.startsWith('not_')
const keyOf = (type: QueryType, values: readonly string[]) => JSON.stringify([type, values])
/** Tests values in the database where they are still stored there, otherwise outside of it. */
const whichever = (apart: SQL, beside: SQL | undefined) =>
  sql`(CASE WHEN ${spanBody.spanId} IS NULL THEN ${apart} ELSE ${beside} END)`

function testOf(type: QueryType, values: readonly string[]): ValueTest['test'] {
  if (type === 'exist' || type === 'not_exist') return 'exists'
  return type === 'match' || type === 'not_match' ? { words: values } : { texts: values }
}
const leavesOf = ({ filter_fields }: FilterTree): FilterField[] =>
  filter_fields.flatMap((field) => [field, ...(field.sub_filter ? leavesOf(field.sub_filter) : [])])

/** Fields of spans for one filter. Conditions on values stored outside the database are evaluated there first. */
export async function fieldsFor(source: ValueSource | undefined, at: Searched, tree?: FilterTree): Promise<Fields> {
  if (!source || !tree) return spanFields
  const known: Record<Name, Map<string, SQL>> = { input: new Map(), output: new Map() }
  for (const { field_name: name, query_type: type = 'eq', values = [] } of leavesOf(tree)) {
    if (!isName(name)) continue
    // Validate the condition before querying the outside store.
    const beside = leafSql(name, spanFields[name]!, type, values)
    const found = await source.condition(at.spaceId, at, { fields: [name], test: testOf(type, values) })
    known[name].set(keyOf(type, values), whichever(isNegative(type) ? sql`NOT ${found}` : found, beside))
  }
  const field = (name: Name) => ({
    ...spanFields[name]!,
    leaf: (type: QueryType, values: readonly string[]) => known[name].get(keyOf(type, values)),
  })
  return { ...spanFields, input: field('input'), output: field('output') }
}

/** Matches a word in the values, the name or the error of a span. */
export async function spanHasWord(source: ValueSource | undefined, at: Searched, word: string): Promise<SQL> {
  const inHead = hasWord(word, [span.name, span.errorMsg])!
  const beside = hasWord(word, [spanBody.input, spanBody.output])!
  if (!source) return or(beside, inHead)!
  const apart = await source.condition(at.spaceId, at, { fields: ['input', 'output'], test: { words: [word] } })
  return or(whichever(apart, beside), inHead)!
}

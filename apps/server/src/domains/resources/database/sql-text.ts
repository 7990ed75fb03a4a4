import { systemColumns } from '@orrery/contract'
import { databaseErrors } from './database.errors.ts'
import { quoteName, quoteText } from './field-values.ts'

/**
 * A statement that a person or a model wrote, prepared for the database: table names are replaced by those of the
 * actual tables, parameters become quoted text, and anything that is not a single statement on rows is refused with an
 * understandable reason. The role that runs the statement protects everything outside the space. Only if the
 * application is not a superuser of its database, and the catalogs cannot be closed to that role, is this check the
 * only protection of the catalogs.
 */
export interface ReadySql {
  sql: string
  isWrite: boolean
}
type Token = { kind: 'word' | 'quoted' | 'text' | 'space' | 'other'; text: string }

const pattern =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|(?<space>\s+)|(?<text>[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*')|(?<quoted>"(?:[^"]|"")*"|`(?:[^`]|``)*`)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<other>[\s\S])/gu

function* tokens(sql: string): Generator<Token> {
  for (const { 0: text, groups } of sql.matchAll(pattern)) {
    if (groups?.comment !== undefined || groups?.space !== undefined) yield { kind: 'space', text: ' ' }
    else if (groups?.text !== undefined) yield { kind: 'text', text }
    else if (groups?.quoted !== undefined)
      yield { kind: 'quoted', text: text.slice(1, -1).replaceAll(text[0]! + text[0]!, text[0]!) }
    else yield { kind: groups?.word === undefined ? 'other' : 'word', text }
  }
}

const starts = new Set(['select', 'insert', 'update', 'delete', 'with', 'values'])
const clauses = new Set(
  'select from where group order having limit offset set values returning on union except intersect window'.split(' '),
)
const tableKeywords = new Set(['from', 'join', 'into', 'update', 'using'])
const systemNames = new Map<string, string>(Object.entries(systemColumns).map(([name, old]) => [old, name]))
const hiddenFunction =
  /^(pg_|lo_|set_config$|current_setting$|dblink|(query|table|cursor|schema|database)_to_xml|ts_stat$|ts_rewrite$|txid_|inet_(client|server)|has_\w+_privilege$|version$|repeat$|setval$)/
const hiddenPlace = /^(pg_|information_schema$|public$|tenant$)/
/** Refuses notations of strings and names that this tokenizer reads differently from the database. */
function checkSpelling(significant: Token[]) {
  const unsupported = significant.find(
    ({ kind, text }, at) =>
      (kind === 'other' && text === '$') ||
      (kind === 'word' &&
        /^u$/i.test(text) &&
        significant[at + 1]?.text === '&' &&
        /^(text|quoted)$/.test(significant[at + 2]?.kind ?? '')),
  )
  if (unsupported)
    throw databaseErrors.refused({
      reason: 'write texts between single and names between double quotes, without $ and U&',
    })
}

export function prepareSql(given: string, tables: ReadonlyMap<string, string>, params: unknown[] = []): ReadySql {
  const list = [...tokens(given)]
  const significant = list.filter((token) => token.kind !== 'space')
  while (significant.at(-1)?.text === ';') list.splice(list.lastIndexOf(significant.pop()!), 1)
  const first = significant[0]?.text.toLowerCase() ?? ''
  if (!starts.has(first))
    throw databaseErrors.notOneStatement({ reason: first ? `it begins with ${first}` : 'it is empty' })
  checkSpelling(significant)
  if (significant.some((token) => token.kind === 'other' && token.text === ';'))
    throw databaseErrors.notOneStatement({ reason: 'a second one follows' })
  const isWrite = significant.some(
    (token) => token.kind === 'word' && /^(insert|update|delete|merge)$/i.test(token.text),
  )

  let sql = ''
  let param = 0
  let before = ''
  // The clause of each open parenthesis: a comma in FROM is followed by a table, a comma in SELECT is not.
  const clause: string[] = ['']
  for (const [index, token] of list.entries()) {
    const lower = token.text.toLowerCase()
    const isName = token.kind === 'word' || token.kind === 'quoted'
    const next = list.slice(index + 1).find((item) => item.kind !== 'space')?.text
    const inTables =
      tableKeywords.has(before) || (before === ',' && (clause.at(-1) === 'from' || clause.at(-1) === 'using'))
    const called = token.kind === 'quoted' ? token.text : lower
    if (isName && next === '(' && hiddenFunction.test(called))
      throw databaseErrors.refused({ reason: `the function ${called} may not be used here` })
    if (isName && before !== '.' && !tables.has(called) && hiddenPlace.test(called) && (next === '.' || inTables))
      throw databaseErrors.refused({ reason: `${called} may not be read here` })
    if (token.kind === 'other' && token.text === '?') {
      sql += quoteParam(params[param])
      param += 1
    } else if (isName && before !== '.') {
      const real = tables.get(token.kind === 'word' ? lower : token.text)
      if (real && (inTables || next === '.')) sql += quoteName(real)
      else sql += shownName(token)
    } else if (isName) sql += shownName(token)
    else sql += token.text

    if (token.text === '(') clause.push('')
    else if (token.text === ')') clause.splice(Math.max(1, clause.length - 1))
    else if (token.kind === 'word' && (clauses.has(lower) || tableKeywords.has(lower)))
      clause[clause.length - 1] = lower === 'join' ? 'from' : lower
    if (token.kind !== 'space') before = isName ? lower : token.text
  }
  return { sql: isWrite ? withReturning(sql, first, significant) : sql, isWrite }
}

const quoteParam = (value: unknown) =>
  value === null || value === undefined
    ? 'NULL'
    : quoteText(typeof value === 'object' ? JSON.stringify(value) : String(value))

function shownName({ kind, text }: Token): string {
  const known = systemNames.get(text.toLowerCase())
  return known ?? (kind === 'quoted' ? quoteName(text) : text)
}

/** Adds RETURNING to a write without one, because a cursor accepts only statements that return rows. */
function withReturning(sql: string, first: string, significant: Token[]): string {
  const returns = significant.some((token) => token.kind === 'word' && token.text.toLowerCase() === 'returning')
  if (returns) return sql
  if (first === 'with') {
    // The write may be inside a CTE; the statement returns rows if its outer part is a SELECT.
    return /\)\s*(insert|update|delete)\b[^()]*(\([^()]*\)[^()]*)*$/i.test(sql) ? `${sql} RETURNING id` : sql
  }
  return first === 'select' || first === 'values' ? sql : `${sql} RETURNING id`
}

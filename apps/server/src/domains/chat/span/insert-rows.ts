import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

type Row = Readonly<Record<string, unknown>>
interface Column {
  key: string
  name: string
  type: string
}
export interface Statement {
  /** Statements with the same name are planned once per connection. */
  name?: string
  text: string
  values: unknown[]
}
interface Options {
  /** Whether rows use the keys or the names of the columns. */
  by?: 'key' | 'name'
  /** Columns that are computed when a row is written. */
  computed?: Readonly<Record<string, (row: never) => unknown>>
}
/** Limits the prepared statements, which the server keeps in memory, since their number depends on the data. */
const MAX_NAMED = 200
const named = new Set<string>()
let made = 0

/**
 * Inserts many rows as one array per column, which the server parses faster than JSON. A column with the same value in
 * all rows is sent once, and so are the `fixed` columns.
 */
export function rowInsert(table: PgTable, name: string, ending: string, { by = 'key', computed = {} }: Options = {}) {
  const columns: Column[] = Object.entries(getTableColumns(table)).map(([key, column]) => ({
    key: by === 'key' ? key : column.name,
    name: column.name,
    type: column.getSQLType(),
  }))
  const names = columns.map((column) => column.name).join(', ')
  const own = `rows_${(made += 1)}`
  return (rows: readonly object[], fixed: Row = {}): Statement => {
    const list = rows as readonly Row[]
    const values: unknown[] = []
    const arrays: string[] = []
    const given: string[] = []
    let pattern = ''
    const chosen = columns.map(({ key, name: column, type }) => {
      const isJson = type === 'jsonb'
      const isOnce = key in fixed || (given.length > 0 && !(key in computed) && areAlike(list, key))
      pattern += isOnce ? '1' : '0'
      if (isOnce) {
        const value = key in fixed ? fixed[key] : list[0]![key]
        values.push(isJson ? JSON.stringify(value) : value)
        return `$${values.length}::${type}`
      }
      const read = computed[key] as ((row: Row) => unknown) | undefined
      values.push(list.map((row) => (isJson ? JSON.stringify(read ? read(row) : row[key]) : row[key])))
      arrays.push(`$${values.length}::${isJson ? 'text' : type}[]`)
      given.push(column)
      return isJson ? `u.${column}::jsonb` : `u.${column}`
    })
    const text = `INSERT INTO ${name} (${names}) SELECT ${chosen.join(', ')} FROM unnest(${arrays.join(', ')}) AS u (${given.join(', ')}) ${ending}`
    const known = `${own}_${Number.parseInt(pattern, 2).toString(36)}`
    const isNamed = named.has(known) || named.size < MAX_NAMED
    if (isNamed) named.add(known)
    return { ...(isNamed && { name: known }), text, values }
  }
}
function areAlike(rows: readonly Row[], key: string): boolean {
  const first = rows[0]![key]
  return rows.every((row) => row[key] === first)
}

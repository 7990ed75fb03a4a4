import { type Column, fillPlaceholders, getTableColumns, getTableName, type SQL } from 'drizzle-orm'
import { PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import type pg from 'pg'

/** A row to be written; fields that are undefined get the default of their column. */
export interface NewRow {
  table: PgTable
  row: Record<string, unknown>
}
export const newRow = <T extends PgTable>(table: T, row: T['$inferInsert']): NewRow => ({ table, row })

/** Prepared statements by name: a connection parses and plans each of them once. */
const names = new Map<string, string>()
function nameOf(text: string): string {
  const name = names.get(text) ?? `at_once_${names.size}`
  names.set(text, name)
  return name
}

/**
 * Inserts rows of several tables in one statement, in their order: all of them or none. For rows that arrive by the
 * thousand: a transaction with one statement per row keeps this process and the database busy with round trips.
 */
export async function insertInOneStatement(pool: pg.Pool, rows: readonly NewRow[]): Promise<void> {
  const values: unknown[] = []
  const inserts = rows.map(({ table, row }, index) => {
    const columns = Object.entries(getTableColumns(table) as Record<string, Column>).filter(
      ([key]) => row[key] !== undefined,
    )
    for (const [key, column] of columns) values.push(row[key] === null ? null : column.mapToDriverValue(row[key]))
    const first = values.length - columns.length + 1
    const places = columns.map((_, at) => `$${first + at}`)
    const names = columns.map(([, { name }]) => `"${name}"`)
    // Each insert reads the previous one. Otherwise the last would run first, and a transaction that inserts the same
    // rows one by one could deadlock with this statement.
    const before = index ? ` FROM r${index - 1}` : ''
    return `INSERT INTO "${getTableName(table)}" (${names.join()}) SELECT ${places.join()}${before} RETURNING 1`
  })
  const text = `WITH ${inserts.map((insert, at) => `r${at} AS (${insert})`).join()} SELECT`
  await pool.query({ name: nameOf(text), text, values })
}

/** Prepares a frequent query: its text is built once, with placeholders for the values that differ. */
export function preparedQuery<T extends pg.QueryResultRow>(pool: pg.Pool, question: SQL) {
  const { sql: text, params } = new PgDialect().sqlToQuery(question)
  return async (values: Record<string, unknown>): Promise<T[]> =>
    (await pool.query<T>({ name: nameOf(text), text, values: fillPlaceholders(params, values) })).rows
}

import { type Column, fillPlaceholders, getTableColumns, getTableName, type SQL } from 'drizzle-orm'
import { PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import type pg from 'pg'

/** A row to be written; fields that are undefined get the default of their column. */
export interface NewRow {
  table: PgTable
  row: Record<string, unknown>
}
export const newRow = <T extends PgTable>(table: T, row: T['$inferInsert']): NewRow => ({ table, row })

/** A connection remembers statements by name: each is parsed and planned once. */
const names = new Map<string, string>()
function nameOf(text: string): string {
  const name = names.get(text) ?? `at_once_${names.size}`
  names.set(text, name)
  return name
}

/**
 * Writes rows of several tables in one statement, in their order: all of them or none. For what comes by the thousand: a transaction with
 * a statement for each row keeps this process and the database busy with questions and answers.
 */
export async function insertAtOnce(pool: pg.Pool, rows: readonly NewRow[]): Promise<void> {
  const values: unknown[] = []
  const inserts = rows.map(({ table, row }, index) => {
    const columns = Object.entries(getTableColumns(table) as Record<string, Column>).filter(
      ([key]) => row[key] !== undefined,
    )
    for (const [key, column] of columns) values.push(row[key] === null ? null : column.mapToDriverValue(row[key]))
    const first = values.length - columns.length + 1
    const places = columns.map((_, at) => `$${first + at}`)
    const names = columns.map(([, { name }]) => `"${name}"`)
    // Each reads the one before. Otherwise the last would be written first, and a transaction that writes the same rows one by one would
    // wait for this statement while this one waits for it.
    const before = index ? ` FROM r${index - 1}` : ''
    return `INSERT INTO "${getTableName(table)}" (${names.join()}) SELECT ${places.join()}${before} RETURNING 1`
  })
  const text = `WITH ${inserts.map((insert, at) => `r${at} AS (${insert})`).join()} SELECT`
  await pool.query({ name: nameOf(text), text, values })
}

/** A question that is asked by the thousand: put into words once, with placeholders for what differs. */
export function askOften<T extends pg.QueryResultRow>(pool: pg.Pool, question: SQL) {
  const { sql: text, params } = new PgDialect().sqlToQuery(question)
  return async (values: Record<string, unknown>): Promise<T[]> =>
    (await pool.query<T>({ name: nameOf(text), text, values: fillPlaceholders(params, values) })).rows
}

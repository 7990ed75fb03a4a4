import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** Number of rows that are serialised before yielding to other work. */
const AT_ONCE = 100

/**
 * Sends many rows by COPY, at half the cost of an INSERT for the database. A row that already exists fails all rows.
 */
export function rowCopy<T extends object>(
  table: PgTable,
  name: string,
  computed: Readonly<Record<string, (row: T) => unknown>> = {},
) {
  const columns = Object.entries(getTableColumns(table)).map(([key, column]) => ({
    name: column.name,
    key: key as keyof T & string,
    isJson: column.getSQLType() === 'jsonb',
    read: computed[key],
  }))
  const text = `COPY ${name} (${columns.map((column) => column.name).join(', ')}) FROM STDIN`

  /** Serialises rows; columns with a fixed value are serialised only once. */
  function lineOf(fixed: Readonly<Record<string, unknown>>): (row: T) => string {
    const cells = columns.map(({ key }) => (key in fixed ? written(fixed[key]) : ''))
    const open = columns.map((column, at) => ({ ...column, at })).filter(({ key }) => !(key in fixed))
    return (row) => {
      for (const { key, isJson, read, at } of open) {
        const value = read ? read(row) : row[key]
        cells[at] = isJson ? escaped(JSON.stringify(value)) : written(value)
      }
      // Joined at once: appending cell by cell would create twice as much garbage.
      return cells.join('\t')
    }
  }
  async function* lines(rows: readonly T[], fixed: Readonly<Record<string, unknown>>) {
    const line = lineOf(fixed)
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      if (at) await setImmediate()
      const part = rows.slice(at, at + AT_ONCE).map(line)
      part.push('')
      yield part.join('\n')
    }
  }
  return (client: pg.PoolClient, rows: readonly T[], fixed: Readonly<Record<string, unknown>> = {}): Promise<void> =>
    pipeline(Readable.from(lines(rows, fixed), { highWaterMark: 1 }), client.query(copyFrom(text)))
}

const special = /[\\\t\n\r]/
const names: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escaped = (text: string): string =>
  special.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (one) => names[one]!) : text
const written = (value: unknown): string =>
  typeof value === 'string'
    ? value && escaped(value)
    : value === null || value === undefined
      ? String.raw`\N`
      : String(value as number)

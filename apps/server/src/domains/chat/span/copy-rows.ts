import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** Rows that are written down before other work gets its turn. */
const AT_ONCE = 100

/**
 * Sends many rows by COPY, which costs the database half of what an INSERT does. It takes all of them or none: a row that is
 * there already ends it with an error.
 */
export function rowCopy<T extends object>(
  table: PgTable,
  name: string,
  computed: Readonly<Record<string, (row: T) => unknown>> = {},
) {
  const columns = Object.entries(getTableColumns(table)).map(([key, column]) => ({
    name: column.name,
    isJson: column.getSQLType() === 'jsonb',
    read: computed[key] ?? ((row: T) => row[key as keyof T] as unknown),
    key,
  }))
  const text = `COPY ${name} (${columns.map((column) => column.name).join(', ')}) FROM STDIN`

  function line(row: T, fixed: Readonly<Record<string, unknown>>): string {
    let whole = ''
    for (const { key, isJson, read } of columns) {
      const value = key in fixed ? fixed[key] : read(row)
      if (whole || key !== columns[0]!.key) whole += '\t'
      whole += isJson ? escaped(JSON.stringify(value)) : typeof value === 'string' ? escaped(value) : plain(value)
    }
    return `${whole}\n`
  }
  async function* lines(rows: readonly T[], fixed: Readonly<Record<string, unknown>>) {
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      if (at) await setImmediate()
      let part = ''
      for (let next = at; next < Math.min(at + AT_ONCE, rows.length); next += 1) part += line(rows[next]!, fixed)
      yield part
    }
  }
  return (client: pg.PoolClient, rows: readonly T[], fixed: Readonly<Record<string, unknown>> = {}): Promise<void> =>
    pipeline(Readable.from(lines(rows, fixed), { highWaterMark: 1 }), client.query(copyFrom(text)))
}

const special = /[\\\t\n\r]/
const names: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escaped = (text: string): string =>
  special.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (one) => names[one]!) : text
const plain = (value: unknown): string =>
  value === null || value === undefined ? String.raw`\N` : String(value as number)

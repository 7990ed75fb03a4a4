import { globSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { rootDir } from '#kit/config.ts'
import { openTestApp } from '#testing/test-app.ts'

/** The bin is a view on rows of another table. */
const tableOf = (name: string) => (name === 'resource_bin' ? 'resource' : name)

/** The drizzle tables in code must match the tables of the migrations, column by column. */
test('every table in the code is the table in the database', async () => {
  const t = await openTestApp()
  const { rows } = await t.infra.database.pool.query<{ table_name: string; column_name: string; is_nullable: string }>(
    "SELECT table_name, column_name, is_nullable FROM information_schema.columns WHERE table_schema = 'public'",
  )
  const inDatabase = new Map(rows.map((row) => [`${row.table_name}.${row.column_name}`, row.is_nullable === 'NO']))
  const inCode = new Map<string, boolean>()
  for (const file of globSync('apps/server/src/**/*.table.ts', { cwd: rootDir })) {
    const module = (await import(pathToFileURL(`${rootDir}/${file}`).href)) as Record<string, unknown>
    for (const table of Object.values(module).filter((item) => is(item, PgTable)))
      for (const column of Object.values(getTableColumns(table)))
        inCode.set(`${tableOf(getTableName(table))}.${column.name}`, column.notNull)
  }
  const described = new Set([...inCode.keys()].map((name) => name.split('.')[0]))
  const fromMigrations = [...inDatabase].filter(([name]) => described.has(name.split('.')[0]!))
  expect(Object.fromEntries([...inCode].toSorted())).toEqual(Object.fromEntries(fromMigrations.toSorted()))
})

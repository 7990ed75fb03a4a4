import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/test-database.ts'
import { insertInOneStatement, newRow } from './insert-rows.ts'

const first = pgTable('at_once_first', { name: text().primaryKey(), place: integer(), given: jsonb() })
const second = pgTable('at_once_second', { name: text().primaryKey(), place: integer() })
let pool: pg.Pool
beforeAll(async () => {
  const connectionString = await createTestDatabase({ close: () => pool.end() })
  pool = new pg.Pool({ connectionString, max: 1 })
  await pool.query(`CREATE SEQUENCE place;
    CREATE TABLE at_once_first (name text PRIMARY KEY, place integer DEFAULT nextval('place'), given jsonb);
    CREATE TABLE at_once_second (name text PRIMARY KEY, place integer DEFAULT nextval('place'))`)
})
const written = async () =>
  (await pool.query('SELECT name, place, given FROM at_once_first UNION ALL SELECT *, NULL FROM at_once_second')).rows

test('rows are inserted in order, as by a transaction that inserts them one by one', async () => {
  await insertInOneStatement(pool, [
    newRow(first, { name: 'a', given: ['x'] }),
    newRow(second, { name: 'b' }),
    newRow(first, { name: 'c', given: null }),
  ])
  expect((await written()).toSorted((one, other) => one.place - other.place)).toEqual([
    { name: 'a', place: 1, given: ['x'] },
    { name: 'b', place: 2, given: null },
    { name: 'c', place: 3, given: null },
  ])
})

test('inserts all rows or none', async () => {
  const before = await written()
  const rows = [newRow(first, { name: 'd' }), newRow(second, { name: 'b' })]
  await expect(insertInOneStatement(pool, rows)).rejects.toThrow('at_once_second_pkey')
  expect(await written()).toEqual(before)
})

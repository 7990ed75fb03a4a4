import { sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import { beforeAll, expect, test } from 'vitest'
import { id } from '#kit/db.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { createSweep } from './sweep.ts'

const swept = pgTable('swept', { id: id('id').primaryKey() })
let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
  await t.infra.database.pool.query(
    `CREATE TABLE swept (id bigint PRIMARY KEY, lease_until bigint NOT NULL DEFAULT 0, fence integer NOT NULL DEFAULT 0,
       ending text NOT NULL DEFAULT '');
     CREATE TABLE swept_item (pass_id bigint, item integer, fence integer, PRIMARY KEY (pass_id, item))`,
  )
})

/** Passes over ten numbers per row; `onWork` runs while a number is processed. */
function open(
  name: string,
  onWork: (item: number, passId: string) => Promise<void> = async () => {},
  givesWay: () => Promise<boolean> = async () => false,
) {
  const { clock, database, jobs, log } = t.infra
  const { db, pool } = database
  return createSweep<number, number>({
    name,
    clock,
    jobs,
    log,
    store: createLeaseStore(db, swept, sql`ending = ''`),
    async open(passId, fence) {
      const { rows } = await pool.query<{ item: number }>(
        'SELECT item FROM generate_series(1, 10) item WHERE item NOT IN (SELECT item FROM swept_item WHERE pass_id = $1)',
        [passId],
      )
      const left = rows.map(({ item }) => item)
      return {
        window: 1,
        retries: 0,
        next: async (limit) => left.splice(0, limit),
        async work(item) {
          await onWork(item, passId)
          return item
        },
        failed: (item) => item,
        faultOf: () => 'final',
        async write(items) {
          const { rowCount } = await pool.query(
            `INSERT INTO swept_item SELECT $1::bigint, unnest($3::int[]), $2::int
             WHERE EXISTS (SELECT FROM swept WHERE id = $1::bigint AND fence = $2::int)`,
            [passId, fence, items],
          )
          return rowCount === items.length
        },
        isCancelled: async () => false,
        givesWay,
      }
    },
    async finish(passId, fence, { end }) {
      await pool.query('UPDATE swept SET ending = $3 WHERE id = $1 AND fence = $2', [passId, fence, end])
    },
  })
}
const begin = (passId: string) => t.infra.database.pool.query('INSERT INTO swept (id) VALUES ($1)', [passId])
const state = async (passId: string) => {
  const { rows } = await t.infra.database.pool.query<{ ending: string; items: string; fences: number[] }>(
    `SELECT ending, (SELECT count(*) FROM swept_item WHERE pass_id = id) AS items,
       ARRAY(SELECT DISTINCT fence FROM swept_item WHERE pass_id = id ORDER BY 1) AS fences FROM swept WHERE id = $1`,
    [passId],
  )
  return rows[0]
}

test('a sweep processes every item once and is then finished', async () => {
  await begin('1')
  const sweep = open('sweep-once')
  expect(await sweep.run('1')).toBe(true)
  expect(await state('1')).toEqual({ ending: 'done', items: '10', fences: [1] })
  expect(await sweep.run('1')).toBe(false)
})
test('a process that lost its lease writes nothing more, and the next one does the rest', async () => {
  await begin('2')
  const taken = open('sweep-lost', async (item, passId) => {
    // Simulates that another process claimed the pass after this one was silent for too long.
    if (item === 5) await t.infra.database.pool.query('UPDATE swept SET fence = fence + 1 WHERE id = $1', [passId])
  })
  await taken.run('2')
  expect(await state('2')).toMatchObject({ ending: '' })
  await t.infra.database.pool.query('UPDATE swept SET lease_until = 0 WHERE id = 2')
  expect(await open('sweep-next').run('2')).toBe(true)
  const after = await state('2')
  expect(after).toMatchObject({ ending: 'done', items: '10' })
  expect(after!.fences).not.toContain(2)
})
test('a sweep that gives way keeps its results, releases its lease, and does the rest later', async () => {
  await begin('3')
  let worked = 0
  const count = async () => void (worked += 1)
  const sweep = open('sweep-gives-way', count, async () => worked === 4)
  await sweep.run('3')
  expect(await state('3')).toEqual({ ending: '', items: '4', fences: [1] })
  worked = 100
  expect(await sweep.run('3')).toBe(true)
  expect(await state('3')).toEqual({ ending: 'done', items: '10', fences: [1, 2] })
  expect(worked).toBe(106)
})

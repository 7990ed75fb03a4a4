import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestApp } from '#testing/test-app.ts'

test('a connection that dies inside a transaction fails that transaction and nothing else', async () => {
  const { db, pool } = (await openTestApp()).infra.database
  const lost = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)
    await pool.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid])
    // Without a statement under way there is nobody to tell: an error without a listener would end the process.
    await expect
      .poll(() =>
        tx.execute(sql`SELECT 1`).then(
          () => 'lives',
          () => 'gone',
        ),
      )
      .toBe('gone')
    await tx.execute(sql`SELECT 1`)
  })
  await expect(lost).rejects.toThrow()
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

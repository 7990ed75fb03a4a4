import { expect, test } from 'vitest'
import { openTestApp } from '#testing/test-app.ts'
import { afterDeadlock } from './after-deadlock.ts'

test('two transactions that deadlock both complete in the end', async () => {
  const { pool } = (await openTestApp()).infra.database
  await pool.query('CREATE TABLE counter (id int PRIMARY KEY, n int NOT NULL)')
  await pool.query('INSERT INTO counter VALUES (1, 0), (2, 0)')
  const met = Promise.withResolvers<void>()
  let waiting = 2
  let runs = 0
  const add = (order: number[]) =>
    afterDeadlock(async () => {
      runs += 1
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        for (const id of order) {
          await client.query('UPDATE counter SET n = n + 1 WHERE id = $1', [id])
          // Both lock their first row before either requests the second.
          waiting -= 1
          if (waiting === 0) met.resolve()
          await met.promise
        }
        await client.query('COMMIT')
      } catch (cause) {
        await client.query('ROLLBACK')
        throw new Error('the query failed', { cause })
      } finally {
        client.release()
      }
    })
  await Promise.all([add([1, 2]), add([2, 1])])
  expect((await pool.query('SELECT n FROM counter ORDER BY id')).rows).toEqual([{ n: 2 }, { n: 2 }])
  // At least one was retried. It can deadlock again by locking its first row before the other locks its second.
  expect(runs).toBeGreaterThan(2)
})

test('any other failure is passed on without a retry', async () => {
  let runs = 0
  const failing = afterDeadlock(async () => {
    runs += 1
    throw new Error('something else')
  })
  await expect(failing).rejects.toThrow('something else')
  expect(runs).toBe(1)
})

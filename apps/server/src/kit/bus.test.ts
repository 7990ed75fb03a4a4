import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { createTestDatabase } from '#testing/test-database.ts'
import { openBus } from './bus.ts'
import { createLog } from './log.ts'
import { afterFile } from '#testing/after-file.ts'

const log = createLog({ level: 'error' })

test('after a database outage, one connection listens again and all caches are cleared', async () => {
  const url = await createTestDatabase()
  const name = /\/(t_\w+)\?/.exec(url)![1]!
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  pool.on('error', () => {})
  const admin = new pg.Client({ connectionString: inject('postgresUrl').replace('/orrery?', '/postgres?') })
  await admin.connect()
  const bus = await openBus(url, pool, log)
  afterFile(async () => {
    await bus.close()
    await pool.end()
    await admin.end()
  })
  const listening = async () =>
    (await admin.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1', [name])).rows.length
  const heard: string[] = []
  bus.subscribe('topic', (payload) => heard.push(payload))
  expect(await listening()).toBe(1)

  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
  // Long enough for several failed attempts.
  await new Promise((resolve) => setTimeout(resolve, 4000))
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
  await expect.poll(() => heard).toEqual(['*'])
  await new Promise((resolve) => setTimeout(resolve, 2000))
  expect(await listening()).toBe(1)
  expect(heard).toEqual(['*'])
})

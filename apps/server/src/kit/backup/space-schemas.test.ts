import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { TableMode } from '@orrery/contract'
import { afterAll, expect, inject, test } from 'vitest'
import { openTestApp } from '#testing/test-app.ts'
import { folderBlobs } from '../blobs/folder.ts'
import { openDatabase } from '../db.ts'
import { startJobs } from '../jobs.ts'
import { loadKey } from '../secrets.ts'
import { writeBackup } from './backup.ts'
import { readBackup } from './restore.ts'

const scratch = mkdtempSync(path.join(os.tmpdir(), 'orrery-backup-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test('user-defined tables are restored with rows, constraints and grants, under the role of the new database', async () => {
  const t = await openTestApp()
  const owner = await t.register('owner')
  const spaceId = (await owner.api.space.create({ name: 'Kept' })).id
  const { database_info: table } = await owner.api.database.add({
    space_id: spaceId,
    table_name: 'notes',
    rw_mode: TableMode.singleUser,
    field_list: [
      { name: 'select', must_required: true },
      { name: 'n', type: 2 },
      { name: 'at', type: 3 },
    ],
  })
  await owner.api.database.updateRecords({
    database_id: table.id,
    record_data_add: [{ select: 'a\tb\\N', n: '7', at: '2024-01-02 03:04:05' }],
  })
  const file = path.join(scratch, 'one.backup')
  await writeBackup(
    {
      pool: t.infra.database.pool,
      blobs: t.infra.blobs,
      key: loadKey(t.infra.config.dataDir).toString('hex'),
      version: '1',
    },
    file,
  )

  const url = inject('postgresUrl')
  const admin = openDatabase(url.replace('/orrery?', '/postgres?'), 1)
  await admin.pool.query('CREATE DATABASE restored_spaces')
  const target = url.replace('/orrery?', '/restored_spaces?')
  const database = openDatabase(target, 3)
  const dataDir = path.join(scratch, 'elsewhere')
  await readBackup(
    {
      pool: database.pool,
      blobs: folderBlobs(path.join(dataDir, 'blobs')),
      dataDir,
      prepareJobs: async () => (await startJobs(target, t.infra.log)).stop(),
    },
    file,
  )

  /** Runs a statement as the role of the space, on behalf of a user. */
  const run = async (userId: string, sql: string) => {
    const client = await database.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query("SELECT tenant.enter($1, '10000010', 'user', $2)", [userId, [`d${table.id}`]])
      const { rows } = await client.query<{ content: unknown }>(
        `SELECT content FROM space_${spaceId}.run($1, 10, true)`,
        [sql],
      )
      await client.query('COMMIT')
      return rows.slice(0, -1).map((row) => row.content)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  }
  const from = `d${table.id}`
  expect(await run(owner.id, `SELECT "select", n, at FROM ${from}`)).toEqual([
    { select: 'a\tb\\N', n: 7, at: '2024-01-02T03:04:05' },
  ])
  expect(await run('1', `SELECT * FROM ${from}`)).toEqual([])
  const [added] = await run('1', `INSERT INTO ${from} ("select") VALUES ('mine') RETURNING id, uuid`)
  expect(added).toMatchObject({ uuid: '1', id: expect.any(Number) })
  await expect(run('1', `INSERT INTO ${from} (n) VALUES (1) RETURNING id`)).rejects.toThrow('not-null')
  await expect(run('1', `UPDATE ${from} SET uuid = '2' RETURNING id`)).rejects.toThrow('permission denied')
  await expect(run('1', 'SELECT * FROM public.app_user')).rejects.toThrow('permission denied')
  const indexes = async (pool: typeof database.pool) =>
    (await pool.query('SELECT indexdef FROM pg_indexes WHERE schemaname = $1 ORDER BY 1', [`space_${spaceId}`])).rows
  expect(await indexes(database.pool)).toEqual(await indexes(t.infra.database.pool))
  const triggers = async (pool: typeof database.pool) =>
    (
      await pool.query(
        'SELECT event_object_table, event_manipulation, action_statement FROM information_schema.triggers WHERE trigger_schema = $1 ORDER BY 1, 2',
        [`space_${spaceId}`],
      )
    ).rows
  expect(await triggers(database.pool)).toEqual(await triggers(t.infra.database.pool))
  expect(await triggers(database.pool)).toHaveLength(3)
  const roles = await database.pool.query<{ name: string }>(
    "SELECT DISTINCT grantee AS name FROM information_schema.role_table_grants WHERE table_schema = $1 AND grantee LIKE 'space%'",
    [`space_${spaceId}`],
  )
  expect(roles.rows).toEqual((await database.pool.query('SELECT tenant.role_of($1) AS name', [spaceId])).rows)

  await database.close()
  await admin.pool.query('DROP DATABASE restored_spaces WITH (FORCE)')
  await admin.close()
})

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, inject, test } from 'vitest'
import { openTestApp } from '#testing/test-app.ts'
import { folderBlobs } from '../blobs/folder.ts'
import { openDatabase } from '../db.ts'
import { startJobs } from '../jobs.ts'
import { createSecrets, loadKey } from '../secrets.ts'
import { writeBackup } from './backup.ts'
import { readBackup } from './restore.ts'

const scratch = mkdtempSync(path.join(os.tmpdir(), 'orrery-backup-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test('a restored backup has the accounts, spaces, files and secrets; old sessions are no longer valid', async () => {
  const t = await openTestApp()
  const person = await t.register()
  await person.api.space.create({ name: 'Kept\tsafe\n\\N', description: '"quoted" 中文 🪐' })
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const { web_uri } = await person.api.passport.uploadAvatar({ avatar: new File([new Uint8Array(png)], 'a.png') })
  const sealed = t.infra.secrets.seal('provider key')
  await t.infra.jobs.define('restored', async () => {}, { concurrency: 0 })
  await t.infra.jobs.send('restored', { later: true }, { startAfter: new Date(Date.now() + 3600_000) })

  const [team] = (await person.api.space.listFlat({})).bot_space_list.filter(({ space_type }) => space_type === 2)
  const span = {
    workspace_id: team!.id,
    trace_id: 'a'.repeat(32),
    span_id: '1',
    started_at_micros: t.clock.now() * 1000,
    span_name: 'kept',
    span_type: 'custom',
  }
  await person.api.traceIngest.spans({ spans: [span] })

  const file = path.join(scratch, 'one.backup')
  const key = loadKey(t.infra.config.dataDir).toString('hex')
  await writeBackup({ pool: t.infra.database.pool, blobs: t.infra.blobs, key, version: '1' }, file)
  expect(statSync(file).mode & 0o077).toBe(0)

  const url = inject('postgresUrl')
  const admin = openDatabase(url.replace('/orrery?', '/postgres?'), 1)
  await admin.pool.query('CREATE DATABASE restored_elsewhere')
  const target = url.replace('/orrery?', '/restored_elsewhere?')
  const database = openDatabase(target, 3)
  const dataDir = path.join(scratch, 'elsewhere')
  const blobs = folderBlobs(path.join(dataDir, 'blobs'))
  const prepareJobs = async () => (await startJobs(target, t.infra.log)).stop()
  await readBackup({ pool: database.pool, blobs, dataDir, prepareJobs }, file)

  const query = async (sql: string) => (await database.pool.query<Record<string, unknown>>(sql)).rows
  expect(await query('SELECT name, description FROM space WHERE type = 2')).toEqual([
    { name: 'Kept\tsafe\n\\N', description: '"quoted" 中文 🪐' },
  ])
  expect(await query('SELECT email FROM app_user')).toEqual([{ email: person.email }])
  expect(
    await query('SELECT name FROM span JOIN span_body USING (keep, started_at, space_id, trace_id, span_id)'),
  ).toEqual([{ name: 'kept' }])
  expect(await query('SELECT * FROM user_session')).toEqual([])
  expect(await query("SELECT data FROM job.job WHERE name = 'restored'")).toEqual([{ data: { later: true } }])
  const blobKey = /\/api\/file\/([^?]+)/.exec(web_uri)![1]!
  expect((await blobs.get(blobKey))?.contentType).toBe('image/webp')
  expect(createSecrets(loadKey(dataDir)).open(sealed)).toBe('provider key')
  expect(readFileSync(path.join(dataDir, 'secret.key'), 'utf8').trim()).toBe(key)

  await expect(readBackup({ pool: database.pool, blobs, dataDir, prepareJobs }, file)).rejects.toThrow('in use already')
  await database.close()
  await admin.pool.query('DROP DATABASE restored_elsewhere WITH (FORCE)')
  await admin.close()
})

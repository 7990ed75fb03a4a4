import { createReadStream, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { extract } from 'tar-stream'
import type { Blobs } from '../blobs/blobs.ts'
import { migrate } from '../db.ts'
import { type Manifest, quote } from './backup.ts'
import { buildSpaces } from './space-schemas.ts'

export interface RestoreTarget {
  pool: pg.Pool
  blobs: Blobs
  dataDir: string
  /** Creates the tables of the job queue. */
  prepareJobs(): Promise<void>
}

/** Fills an empty instance from a backup. Sessions are not restored: a copied cookie must not work on the copy. */
export async function readBackup(target: RestoreTarget, file: string): Promise<Manifest> {
  const keyFile = path.join(target.dataDir, 'secret.key')
  if (existsSync(keyFile))
    throw new Error(`${target.dataDir} is in use already. Restore into an empty folder (DATA_DIR).`)
  const client = await target.pool.connect()
  let manifest: Manifest | undefined
  try {
    for await (const { name, contentType, data } of entries(file)) {
      if (name === 'manifest.json') {
        manifest = JSON.parse(data.toString()) as Manifest
        await prepare(target, client, manifest)
      } else if (name === 'key') {
        mkdirSync(target.dataDir, { recursive: true })
        writeFileSync(keyFile, data, { mode: 0o600 })
      } else if (name.startsWith('tables/')) await fill(client, manifest!, name.slice(7), data)
      else if (name.startsWith('blobs/')) await target.blobs.put(name.slice(6), data, contentType)
    }
    if (!manifest) throw new Error(`${file} is not a backup: it has no manifest`)
    await client.query('DELETE FROM user_session')
    for (const { schema, name, value } of manifest.sequences)
      await client.query('SELECT setval($1, $2)', [`${quote(schema)}.${quote(name)}`, value])
    await client.query('COMMIT')
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => {})
    throw cause
  } finally {
    client.release()
  }
  // Migrations that are newer than the backup run after its data is loaded.
  await migrate(target.pool)
  return manifest
}

async function prepare(target: RestoreTarget, client: pg.PoolClient, manifest: Manifest) {
  if (manifest.format !== 1)
    throw new Error(`This backup has format ${String(manifest.format)}; this version reads format 1`)
  await migrate(target.pool, undefined, manifest.migrations)
  const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM app_user')
  if (rows[0]!.n > 0) throw new Error('The database holds accounts already. Restore into an empty one.')
  await target.prepareJobs()
  await client.query('BEGIN')
  await buildSpaces(client, manifest.spaces ?? [])
  for (const { name, parent, bound } of manifest.partitions ?? [])
    await client.query(`CREATE TABLE IF NOT EXISTS ${name} PARTITION OF ${parent} ${bound}`)
  // Rows are loaded in the order of the file, so foreign keys are not checked.
  await client.query('SET LOCAL session_replication_role = replica')
}

async function fill(client: pg.PoolClient, manifest: Manifest, fullName: string, data: Buffer) {
  const table = manifest.tables.find(({ schema, name }) => `${schema}.${name}` === fullName)
  if (!table) return
  const target = `${quote(table.schema)}.${quote(table.name)}`
  const { rows } = await client.query<{ oid: string | null }>('SELECT to_regclass($1) AS oid', [target])
  if (!rows[0]?.oid) return
  await client.query(`DELETE FROM ${target}`)
  await pipeline(
    Readable.from([data]),
    client.query(copyFrom(`COPY ${target} (${table.columns.map(quote).join(', ')}) FROM STDIN`)),
  )
}

async function* entries(file: string) {
  const archive = extract()
  const reading = pipeline(createReadStream(file), createGunzip(), archive)
  for await (const entry of archive) {
    const contentType =
      (entry.header as { pax?: Record<string, string> }).pax?.['ORRERY.type'] ?? 'application/octet-stream'
    yield { name: entry.header.name, contentType, data: await buffer(entry) }
  }
  await reading
}

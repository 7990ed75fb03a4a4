import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { pack, type Pack } from 'tar-stream'
import type { Blobs } from '../blobs/blobs.ts'
import { describeSpaces, type SpaceSchema } from './space-schemas.ts'

/**
 * A whole instance in one file: a gzipped tar of the manifest, the key, every table as COPY text, and every blob. The
 * tables come from one snapshot; blobs never change once written, so they can be added afterwards.
 */
export interface Manifest {
  format: 1
  version: string
  createdAt: string
  migrations: string[]
  tables: { schema: string; name: string; columns: string[] }[]
  /** Partitions that are created on demand; absent in older backups. */
  partitions?: { name: string; parent: string; bound: string }[]
  sequences: { schema: string; name: string; value: string }[]
  /** Definitions of user tables; absent in older backups. */
  spaces?: SpaceSchema[]
}

export interface BackupSource {
  pool: pg.Pool
  blobs: Blobs
  key: string
  version: string
}

export async function writeBackup(source: BackupSource, file: string): Promise<Manifest> {
  const archive = pack()
  const half = `${file}.half`
  const written = pipeline(archive, createGzip({ level: 6 }), createWriteStream(half, { mode: 0o600 }))
  const client = await source.pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const manifest = await describe(client, source.version)
    await add(archive, 'manifest.json', Buffer.from(JSON.stringify(manifest, null, 2)))
    await add(archive, 'key', Buffer.from(source.key))
    for (const { schema, name, columns } of manifest.tables) {
      const list = columns.map(quote).join(', ')
      await add(
        archive,
        `tables/${schema}.${name}`,
        await buffer(client.query(copyTo(`COPY (SELECT ${list} FROM ${quote(schema)}.${quote(name)}) TO STDOUT`))),
      )
    }
    await client.query('COMMIT')
    for await (const key of source.blobs.list()) {
      const blob = await source.blobs.get(key)
      if (blob) await add(archive, `blobs/${key}`, Buffer.from(await blob.bytes()), blob.contentType)
    }
    archive.finalize()
    await written
    await rename(half, file)
    return manifest
  } catch (cause) {
    archive.destroy()
    throw cause
  } finally {
    client.release()
  }
}

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

const add = (archive: Pack, name: string, data: Buffer, contentType = '') =>
  new Promise<void>((resolve, reject) => {
    // The type of a blob is stored in an extended header.
    archive.entry({ name, pax: contentType ? { 'ORRERY.type': contentType } : undefined }, data, (cause) =>
      cause ? reject(cause) : resolve(),
    )
  })

/** Our tables and those of the job queue; generated columns are recomputed on restore. */
async function describe(client: pg.PoolClient, version: string): Promise<Manifest> {
  const tables = await client.query<{ schema: string; name: string; columns: string[] }>(`
    SELECT n.nspname AS schema, c.relname AS name,
      (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^(pg_|information_schema)' AND NOT (n.nspname = 'public' AND c.relname = 'migration') AND NOT (n.nspname = 'job' AND c.relname = 'version')
    ORDER BY 1, 2`)
  const partitions = await client.query<{ name: string; parent: string; bound: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name, i.inhparent::regclass::text AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_inherits i ON i.inhrelid = c.oid
    WHERE c.relkind = 'r' AND c.relispartition AND n.nspname = 'spans' ORDER BY 1`)
  const migrations = await client.query<{ name: string }>('SELECT name FROM migration ORDER BY name')
  const sequences = await client.query<{ schema: string; name: string; value: string }>(
    "SELECT schemaname AS schema, sequencename AS name, coalesce(last_value, 1)::text AS value FROM pg_sequences WHERE schemaname = 'public'",
  )
  return {
    format: 1,
    version,
    createdAt: new Date().toISOString(),
    migrations: migrations.rows.map((row) => row.name),
    tables: tables.rows,
    partitions: partitions.rows,
    sequences: sequences.rows,
    spaces: await describeSpaces(client),
  }
}

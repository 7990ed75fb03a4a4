import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { customType, type PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { rootDir } from './config.ts'
import { sha256 } from './secrets.ts'

export type Db = NodePgDatabase
/** The database or an open transaction: what a query runs on. */
export type Tx = PgDatabase<NodePgQueryResultHKT>
export interface Database {
  /** For workers and libraries that open their own connections. */
  url: string
  db: Db
  pool: pg.Pool
  /**
   * A separate pool for one kind of work. PostgreSQL caches metadata of every table that a connection has used: work
   * that touches hundreds of partitions would fill the caches of all connections of the main pool.
   */
  apart(max: number): pg.Pool
  close(): Promise<void>
}

/** An id column: bigint in the database, decimal string here. */
export const id = customType<{ data: string; driverData: string }>({ dataType: () => 'bigint' })
/** Milliseconds since 1970: a number on the wire. */
export const millis = customType<{ data: number; driverData: string }>({ dataType: () => 'bigint', fromDriver: Number })
/** A jsonb column that is read back as it was written. */
export const json = <T>() =>
  customType<{ data: T; driverData: string }>({ dataType: () => 'jsonb', toDriver: (value) => JSON.stringify(value) })

/** The LIKE pattern for values that contain a text; wildcards within the text are escaped. */
export const likeText = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Fail after waiting this long for a lock, instead of holding a connection until the pool is exhausted. */
const LOCK_WAIT_MS = 10_000

/** The schema of the views that exclude what is in the bin; they shadow the tables of the same names. */
const LIVE = 'live'

export function openDatabase(url: string, max = 20): Database {
  const pools = [openPool(url, max)]
  const pool = pools[0]!
  return {
    url,
    db: drizzle({ client: pool }),
    pool,
    apart(size) {
      const made = openPool(url, size)
      pools.push(made)
      return made
    },
    close: async () => void (await Promise.all(pools.map((one) => one.end()))),
  }
}

function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 20_000,
    onConnect: (client) => client.query(`SET lock_timeout = ${LOCK_WAIT_MS}; SET search_path = ${LIVE}, public`),
  })
  // An idle connection may die with the database; the pool replaces it. Unhandled, the error would end the process.
  pool.on('error', () => {})
  // The same applies within a transaction: its current or next statement fails, and with it the transaction.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const MIGRATION_LOCK = 7_206_001
export const migrationsDir = path.join(rootDir, 'apps/server/migrations')

/** Applies missing migrations in the order of their names, in one transaction, one process at a time. */
export async function migrate(pool: pg.Pool, dir = migrationsDir, only?: string[]): Promise<string[]> {
  const files = readdirSync(dir)
    .filter((file) => file.endsWith('.sql') && (only?.includes(file) ?? true))
    .sort()
  return inTransaction(pool, async (client) => {
    // Another process may be migrating for minutes: wait for it.
    await client.query('SET LOCAL lock_timeout = 0')
    await client.query('SET LOCAL search_path = public')
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query(
      'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    const { rows } = await client.query<{ name: string; hash: string }>('SELECT name, hash FROM migration')
    const known = new Map(rows.map((row) => [row.name, row.hash]))
    const newer = rows.find((row) => !files.includes(row.name))
    if (newer)
      throw new Error(
        `The database was used by a newer version (migration ${newer.name} is unknown here). Start that version, or restore a backup.`,
      )
    const applied: string[] = []
    for (const file of files) {
      const sql = readFileSync(path.join(dir, file), 'utf8')
      const hash = sha256(sql)
      if (known.get(file) === hash) continue
      if (known.has(file))
        throw new Error(`Migration ${file} was changed after it had been applied. Add a new one instead.`)
      // Views depend on the columns of their tables.
      if (!applied.length) await client.query(`DROP SCHEMA IF EXISTS ${LIVE} CASCADE`)
      await client.query(sql).catch((cause: Error) => {
        throw new Error(`Migration ${file} failed: ${cause.message}`, { cause })
      })
      await client.query('INSERT INTO migration (name, hash) VALUES ($1, $2)', [file, hash])
      applied.push(file)
    }
    if (applied.length) await makeLiveViews(client)
    return applied
  })
}

/** Backups of an older version are restored into a schema that has no bin yet. */
async function makeLiveViews(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ known: boolean }>(
    "SELECT to_regprocedure('public.make_live_views()') IS NOT NULL AS known",
  )
  if (rows[0]?.known) await client.query('SELECT make_live_views()')
}

/** Commits the work of the callback, or rolls it back. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => {})
    throw cause
  } finally {
    client.release()
  }
}

/** For informational writes such as "last seen": a failure must not break the read. */
export const note = (write: PromiseLike<unknown>): Promise<void> =>
  Promise.resolve(write).then(
    () => {},
    () => {},
  )

const isPgError = (cause: unknown): cause is { code: string; constraint?: string; cause?: unknown } =>
  typeof cause === 'object' && cause !== null
/** Whether an insert or update violated the named unique constraint (drizzle wraps the driver's error). */
export function violates(cause: unknown, constraint: string): boolean {
  for (let at: unknown = cause; isPgError(at); at = at.cause) if (at.constraint === constraint) return true
  return false
}
/** Whether the database rejected the values, so that a retry would not help. */
export function isRefusal(cause: unknown): boolean {
  for (let at: unknown = cause; isPgError(at); at = at.cause)
    if (typeof at.code === 'string' && /^(22|23|42)[0-9A-Z]{3}$/.test(at.code)) return true
  return false
}

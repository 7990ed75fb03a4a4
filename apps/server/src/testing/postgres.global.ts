import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#kit/db.ts'
import { startEmbedded } from '#kit/postgres/embedded.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** One PostgreSQL for the whole run, migrated once into a template; each test file copies it. */
export async function setup(project: TestProject) {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'orrery-pg-'))
  const server = await startEmbedded(dir)
  const pool = new pg.Pool({ connectionString: server.url, max: 1 })
  await migrate(pool)
  await pool.query('ALTER SYSTEM SET fsync = off')
  await pool.query('SELECT pg_reload_conf()')
  await pool.end()
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
    rmSync(server.dir, { recursive: true, force: true })
  }
}

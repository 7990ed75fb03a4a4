import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#kit/db.ts'
import { startJobs } from '#kit/jobs.ts'
import { createLog } from '#kit/log.ts'
import { startEmbedded } from '#kit/postgres/embedded.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** Nothing outlives the run. A vacuum that looks at the template would keep others from copying it. */
const off = ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'].map((name) => [name, 'off'])
/** Two files at a time, and some of them open several apps with up to 25 connections each. */
const settings = {
  ...(Object.fromEntries(off) as Record<string, string>),
  max_connections: '300',
  // Hashing the password some four thousand times takes a quarter of the work of opening a connection.
  scram_iterations: '1',
}

const gigabyte = 1024 ** 3
/**
 * In memory where there is room for it: a copy of the template is some thousand files, and creating and removing them on a
 * disk took a quarter of the time of all server tests.
 */
function placeForData(): string {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (Math.min(bavail * bsize, process.availableMemory()) > 6 * gigabyte) return memory
  } catch {
    // Not on this system.
  }
  return os.tmpdir()
}

/** One PostgreSQL for the whole run, migrated once into a template; each test file copies it. */
export async function setup(project: TestProject) {
  const dir = mkdtempSync(path.join(placeForData(), 'orrery-pg-'))
  // The database may run as another user, which has to get through.
  chmodSync(dir, 0o711)
  const server = await startEmbedded(dir, settings)
  const pool = new pg.Pool({ connectionString: server.url, max: 1 })
  await migrate(pool)
  // Otherwise each app would prepare its database for jobs.
  await (await startJobs(server.url, createLog({ level: 'silent' }))).stop()
  // Its password was stored before the setting counted.
  await pool.query(`ALTER ROLE orrery PASSWORD '${new URL(server.url.replace('@/', '@localhost/')).password}'`)
  await pool.end()
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
    rmSync(server.dir, { recursive: true, force: true })
  }
}

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

/** The data need not survive the run. A vacuum of the template would block copying it. */
const off = ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'].map((name) => [name, 'off'])
/** Two files run at a time, and some of them open several apps with up to 25 connections each. */
const settings = {
  ...(Object.fromEntries(off) as Record<string, string>),
  max_connections: '300',
  // Hashing the password some four thousand times takes a quarter of the time of opening a connection.
  scram_iterations: '1',
}

const gigabyte = 1024 ** 3
/**
 * In memory if there is room: a copy of the template consists of about a thousand files, and creating and removing them
 * on a disk took a quarter of the time of all server tests.
 */
function placeForData(): string {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (Math.min(bavail * bsize, process.availableMemory()) > 6 * gigabyte) return memory
  } catch {
    // This system has no such folder.
  }
  return os.tmpdir()
}

/** Starts one PostgreSQL for the whole run, with a migrated template that each test file copies. */
export async function setup(project: TestProject) {
  const dir = mkdtempSync(path.join(placeForData(), 'orrery-pg-'))
  // The database may run as another user, who needs access to the folder.
  chmodSync(dir, 0o711)
  const server = await startEmbedded(dir, settings)
  const pool = new pg.Pool({ connectionString: server.url, max: 1 })
  await migrate(pool)
  // Prepare the database for jobs once instead of in each app.
  await (await startJobs(server.url, createLog({ level: 'silent' }))).stop()
  // The stored password was hashed before `scram_iterations` applied.
  await pool.query(`ALTER ROLE orrery PASSWORD '${new URL(server.url.replace('@/', '@localhost/')).password}'`)
  await pool.end()
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
    rmSync(server.dir, { recursive: true, force: true })
  }
}

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { afterFile } from './after-file.ts'

/** PostgreSQL error: another test file is copying the database at the moment. */
const objectInUse = '55006'

export interface TestDatabaseOptions {
  /** URL with another account of the database server. The database is then empty and owned by that account. */
  account?: string
  /** Runs before the database is dropped, to end work on it. */
  close?: () => Promise<unknown>
}

/**
 * Creates a database for a test file, as a copy of the migrated template. It is dropped after the file, with all
 * connections to it.
 */
export async function createTestDatabase({ account, close }: TestDatabaseOptions = {}): Promise<string> {
  const admin = inject('postgresUrl')
  const system = admin.replace('/orrery?', '/postgres?')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const source = account ? `OWNER ${/\/\/(\w+):/.exec(account)![1]}` : 'TEMPLATE orrery'
  afterFile(async () => {
    try {
      await close?.()
    } finally {
      await execute(system, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    }
  })
  // Copying files without logging each page takes less than half of the time.
  await execute(system, `CREATE DATABASE ${name} ${source} STRATEGY FILE_COPY`)
  return (account ?? admin).replace('/orrery?', `/${name}?`)
}

async function execute(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (let tries = 0; ; tries += 1)
      try {
        await client.query(text)
        return
      } catch (cause) {
        if (tries > 200 || (cause as { code?: string }).code !== objectInUse) throw cause
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
  } finally {
    await client.end()
  }
}

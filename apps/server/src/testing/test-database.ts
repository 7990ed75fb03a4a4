import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { afterFile } from './after-file.ts'

/** The database is being copied by another test file at the moment. */
const objectInUse = '55006'

export interface TestDatabaseOptions {
  /** Address with another account of the database server: the database is then empty and owned by it. */
  account?: string
  /** Ends what works on the database, before it goes. */
  close?: () => Promise<unknown>
}

/** A database of its own for a test file: a copy of the migrated one. It goes after the file, with every connection to it. */
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
  // Copied as files, without a log of each page: less than half of the work.
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

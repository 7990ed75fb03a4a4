import type pg from 'pg'
import { inTransaction } from '../db.ts'
import type { Log } from '../log.ts'
import { createPgVectors, type PgVectorSource, type Sql } from './pg-vectors.ts'
import type { Vectors, Words } from './vectors.ts'

export interface Search {
  vectors: Vectors
  words: Words
}

/**
 * Uses the indexes of the database if it has pgvector: then bases of any size are searched without being held in
 * memory. Otherwise uses the exact scan. Decided with the first query, and again after a restart.
 */
export function chooseSearch(exact: Search, pool: pg.Pool, source: PgVectorSource, words: Words, log: Log): Search {
  let chosen: Promise<Search> | undefined
  async function choose(): Promise<Search> {
    const { rows } = await pool.query<{ version: string }>(
      "SELECT default_version AS version FROM pg_available_extensions WHERE name = 'vector'",
    )
    if (!rows[0] || isBefore(rows[0].version, [0, 8])) return exact
    log.info({ pgvector: rows[0].version }, 'vectors are searched in the database')
    const driver = createPgVectors(sqlOf(pool), source)
    return {
      words,
      vectors: {
        // The extension may exist without permission to use it.
        search: (query) =>
          driver.search(query).catch((cause: unknown) => {
            log.warn({ err: cause }, 'pgvector failed; scanning instead')
            return exact.vectors.search(query)
          }),
      },
    }
  }
  const current = () =>
    (chosen ??= choose().catch((cause: unknown) => {
      chosen = undefined
      throw cause
    }))
  return {
    vectors: { search: async (query) => (await current()).vectors.search(query) },
    words: { search: async (query) => (await current()).words.search(query) },
  }
}

/** Iterative scans came with pgvector 0.8; without them, a filter loses results. */
function isBefore(version: string, least: [number, number]): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < least[0] || (major === least[0] && minor < least[1])
}

function sqlOf(pool: pg.Pool): Sql {
  return {
    query: (text, values) => pool.query(text, values) as never,
    transaction: (work) =>
      inTransaction(pool, (client) => work({ query: (text, values) => client.query(text, values) as never })),
  }
}

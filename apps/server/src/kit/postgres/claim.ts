import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const OWNER_LOCK = 7_206_002

/**
 * Allows one server process per data folder. The claim is a lock held by a database connection, so it ends with the
 * process. Returns a release function, or undefined if another process holds it.
 */
export async function claimFolder(url: string): Promise<(() => Promise<void>) | undefined> {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  // The database may take a moment to notice that a killed owner has died, and a stopping owner a moment to finish.
  for (let tries = 0; tries < 40; tries += 1) {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [OWNER_LOCK])
    if (rows[0]?.mine) return () => client.end()
    await sleep(50)
  }
  await client.end()
  return undefined
}

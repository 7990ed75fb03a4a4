import { sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'

/** Every table of the database, including those created in spaces, that has a row containing the text. */
export async function tablesNaming(db: Db, word: string): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema')`)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.execute(sql`SELECT 1 FROM ${sql.raw(name)} t WHERE t::text LIKE ${`%${word}%`} LIMIT 1`)
    if (rows.length) found.push(name)
  }
  return found
}

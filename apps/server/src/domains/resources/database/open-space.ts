import { sql } from 'drizzle-orm'
import type { Tx } from '#kit/db.ts'
import { databaseErrors } from './database.errors.ts'

/** The rights of our database account, and the statement that grants missing ones. */
export async function readAccount(db: Tx) {
  const { rows } = await db.execute<{ fix: string; makes: boolean; super: boolean }>(
    sql`SELECT format('ALTER ROLE %I CREATEROLE;', current_user) AS fix, rolsuper OR rolcreaterole AS makes, rolsuper AS super
      FROM pg_roles WHERE rolname = current_user`,
  )
  return rows[0]!
}

/** Creates the schema and the role of a space, with its first table. */
export async function openSpace(tx: Tx, spaceId: string): Promise<void> {
  const { rows } = await tx.execute<{ isThere: boolean }>(
    sql`SELECT to_regnamespace(${`space_${spaceId}`}) IS NOT NULL AS "isThere"`,
  )
  if (rows[0]!.isThere) return
  const { makes, fix } = await readAccount(tx)
  if (!makes) throw databaseErrors.mayNotMakeRoles({ fix })
  await tx.execute(sql`SELECT tenant.open_space(${spaceId})`)
}

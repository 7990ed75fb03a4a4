import { isId } from '@orrery/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'

/** Names of the resources among these keys; the key of a service is its name. */
export async function namesOf(db: Db, keys: string[]): Promise<Map<string, string>> {
  const ids = keys.filter(isId)
  if (!ids.length) return new Map()
  const { rows } = await db.execute<{ id: string; name: string }>(
    sql`SELECT id::text, name FROM public.resource WHERE id = ANY(${sql.param(ids)}::bigint[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

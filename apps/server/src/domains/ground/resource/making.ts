import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import type { Tx } from '#kit/db.ts'
import { resourceErrors } from './resource.errors.ts'

/** What is made in this flow of control belongs to a whole, by its id. Whoever makes a part need not know. */
export const making = new AsyncLocalStorage<string>()

/** In the transaction that makes the part: there is no moment at which it is there and nobody knows what it belongs to. */
export async function notePart(makingId: string, resourceId: string, tx: Tx) {
  const { rowCount } = await tx.execute(
    sql`INSERT INTO resource_made (resource_id, making_id)
      SELECT ${resourceId}, id FROM resource_making WHERE id = ${makingId} AND NOT is_dead FOR SHARE`,
  )
  // Taken for dead meanwhile, and cleared away: nothing may be added any more.
  if (!rowCount) throw resourceErrors.undone()
}

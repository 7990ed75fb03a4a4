import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import type { Tx } from '#kit/db.ts'
import { resourceErrors } from './resource.errors.ts'
import { atomicCreation, createdResource } from './resource.table.ts'

/** Id of the atomic creation that the current call runs in, so that callers need not pass it on. */
export const currentCreation = new AsyncLocalStorage<string>()

/** Runs in the transaction that creates the resource, so that no resource exists without its record. */
export async function recordCreated(creationId: string, resourceId: string, tx: Tx) {
  const { rowCount } = await tx.execute(
    sql`INSERT INTO ${createdResource} (resource_id, making_id)
      SELECT ${resourceId}, id FROM ${atomicCreation} WHERE id = ${creationId} AND NOT is_dead FOR SHARE`,
  )
  // The lease expired and another process rolled the creation back: nothing more may be added.
  if (!rowCount) throw resourceErrors.undone()
}

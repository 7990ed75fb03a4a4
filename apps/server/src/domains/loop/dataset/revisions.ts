import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Tx } from '#kit/db.ts'
import { sha256 } from '#kit/secrets.ts'
import type { Turn } from './dataset-content.ts'
import { dataset, datasetItem, type DatasetRow } from './dataset.table.ts'

/** Equal contents have equal hashes, regardless of the order of their fields. */
export const hashOf = (turns: Turn[]): string =>
  sha256(
    JSON.stringify(
      turns.map((turn) =>
        Object.keys(turn)
          .toSorted()
          .map((key) => [key, turn[key]]),
      ),
    ),
  )

/** Ends these revisions in the draft and deletes those that no version contains. Returns how many there were. */
export async function endRevisions(row: DatasetRow, ids: string[] | 'all', tx: Tx): Promise<number> {
  const which = and(
    eq(datasetItem.datasetId, row.id),
    isNotNull(datasetItem.addVn),
    isNull(datasetItem.delVn),
    ids === 'all' ? undefined : inArray(datasetItem.id, ids),
  )
  const gone = await tx.delete(datasetItem).where(and(which, eq(datasetItem.addVn, row.nextVn)))
  const ended = await tx
    .update(datasetItem)
    .set({ delVn: row.nextVn })
    .where(and(which, lt(datasetItem.addVn, row.nextVn)))
  return (gone.rowCount ?? 0) + (ended.rowCount ?? 0)
}

export const addToCount = (id: string, by: number, tx: Tx) =>
  tx
    .update(dataset)
    .set({ itemCount: sql`${dataset.itemCount} + ${by}` })
    .where(eq(dataset.id, id))

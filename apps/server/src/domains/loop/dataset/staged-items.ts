import { ItemSource } from '@orrery/contract/shared/dataset-enums'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { Turn } from './dataset-content.ts'
import { datasetErrors } from './dataset.errors.ts'
import type { DatasetRepo } from './dataset.repo.ts'
import { type DatasetService, limitsOf } from './dataset.service.ts'
import { datasetItem } from './dataset.table.ts'
import { bytesOf } from './item-check.ts'
import { addToCount, endRevisions } from './revisions.ts'

export interface StagedItem {
  itemKey: string
  turns: Turn[]
  hash: string
  /** Its place in the file. */
  nth: number
  /** The item that it is a copy of, where it comes from another dataset. */
  originId?: string | undefined
}
interface StagedDeps {
  db: Db
  repo: DatasetRepo
  datasets: DatasetService
  resources: ResourceService
  newId: NewId
  clock: Clock
}
/** Cells of a column as one parameter. */
const column = (values: unknown[], type: 'bigint' | 'text' | 'float8' | 'jsonb' | 'integer'): SQL =>
  sql`${sql.param(values)}::${sql.raw(type)}[]`

/** Rows that are kept out of sight until all of them are there: a file is shown as a whole or not at all. */
export function createStagedItems({ db, repo, datasets, resources, newId, clock }: StagedDeps) {
  const isStaged = (jobId: string) => and(eq(datasetItem.jobId, jobId), isNull(datasetItem.addVn))
  return {
    async stage(jobId: string, datasetId: string, userId: string, items: StagedItem[], tx: Tx): Promise<void> {
      if (!items.length) return
      const now = clock.now()
      await tx.execute(sql`
        INSERT INTO dataset_item (id, dataset_id, item_id, item_key, pos, turns, bytes, hash, job_id, source,
          origin_id, created_by, created_at, edited_by, updated_at)
        SELECT id, ${datasetId}, item_id, item_key, pos, turns, bytes, hash, ${jobId},
          CASE WHEN origin_id IS NULL THEN ${ItemSource.file}::smallint ELSE ${ItemSource.dataset}::smallint END, origin_id,
          ${userId}, ${now}, ${userId}, ${now}
        FROM unnest(
          ${column(
            items.map(() => newId()),
            'bigint',
          )}, ${column(
            items.map(() => newId()),
            'bigint',
          )},
          ${column(
            items.map((item) => item.itemKey),
            'text',
          )}, ${column(
            items.map((item) => item.nth),
            'float8',
          )},
          ${column(
            items.map((item) => JSON.stringify(item.turns)),
            'jsonb',
          )},
          ${column(
            items.map((item) => bytesOf(item.turns)),
            'integer',
          )}, ${column(
            items.map((item) => item.hash),
            'text',
          )}, ${column(
            items.map((item) => item.originId ?? null),
            'bigint',
          )}
        ) AS x (id, item_id, item_key, pos, turns, bytes, hash, origin_id)`)
    },
    /** Which of these keys are taken, by shown rows or by rows of the same file, and with what content. */
    async keysTaken(
      jobId: string,
      datasetId: string,
      keys: string[],
      isReplacing: boolean,
    ): Promise<Map<string, string>> {
      if (!keys.length) return new Map()
      const wanted = sql`item_key = ANY (${sql.param(keys)}::text[])`
      const { rows } = await db.execute<{ item_key: string; hash: string }>(sql`
        SELECT item_key, hash FROM dataset_item WHERE job_id = ${jobId} AND add_vn IS NULL AND ${wanted}
        UNION ALL
        SELECT item_key, hash FROM dataset_item WHERE NOT ${isReplacing} AND dataset_id = ${datasetId} AND ${wanted}
          AND item_key <> '' AND add_vn IS NOT NULL AND del_vn IS NULL`)
      return new Map(rows.map(({ item_key, hash }) => [item_key, hash]))
    },
    /** Shows what was staged, in one step; answers how many rows came. Rows whose key was taken meanwhile stay out. */
    async publish(jobId: string, datasetId: string, userId: string, isReplacing: boolean, tx: Tx): Promise<number> {
      const row = await datasets.open(datasetId, tx)
      if (isReplacing) await addToCount(datasetId, -(await endRevisions(row, 'all', tx)), tx)
      else
        await tx.execute(sql`
          DELETE FROM dataset_item s USING dataset_item l WHERE s.job_id = ${jobId} AND s.add_vn IS NULL
            AND s.item_key <> '' AND l.dataset_id = ${datasetId} AND l.item_key = s.item_key
            AND l.add_vn IS NOT NULL AND l.del_vn IS NULL`)
      const last = isReplacing ? 0 : await repo.lastShownPos(datasetId, tx)
      const { rowCount } = await tx
        .update(datasetItem)
        .set({ addVn: row.nextVn, pos: sql`${datasetItem.pos} + ${last}` })
        .where(isStaged(jobId))
      const added = rowCount ?? 0
      const { items: max } = limitsOf(row)
      if ((isReplacing ? 0 : row.itemCount) + added > max) throw datasetErrors.full({ max })
      await addToCount(datasetId, added, tx)
      await resources.touch(datasetId, userId, {}, tx)
      return added
    },
    discard: (jobId: string, tx: Tx = db) => tx.delete(datasetItem).where(isStaged(jobId)),
  }
}
export type StagedItems = ReturnType<typeof createStagedItems>

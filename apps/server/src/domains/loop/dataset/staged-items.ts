import { ItemSource } from '@orrery/contract/shared/dataset-enums'
import { sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { Turn } from './dataset-content.ts'
import { datasetErrors } from './dataset.errors.ts'
import type { DatasetRepo } from './dataset.repo.ts'
import { type DatasetService, limitsOf } from './dataset.service.ts'
import { bytesOf } from './item-check.ts'
import { addToCount, endRevisions } from './revisions.ts'

export interface StagedItem {
  itemKey: string
  turns: Turn[]
  hash: string
  /** Its position in the file. */
  nth: number
  /** The item that this row copies, if it comes from another dataset. */
  originId?: string | undefined
}
/** Rows that are written together, packed as one text to save memory while they wait for the database. */
export interface StagedBatch {
  first: number
  rows: string
  keys: { itemKey: string; hash: string }[]
}
interface StagedDeps {
  db: Db
  repo: DatasetRepo
  datasets: DatasetService
  resources: ResourceService
  newId: NewId
  clock: Clock
}
/** Stages rows until all of them are there, so that an import becomes visible as a whole or not at all. */
export function createStagedItems({ db, repo, datasets, resources, newId, clock }: StagedDeps) {
  async function discard(jobId: string, tx: Tx = db): Promise<void> {
    await tx.execute(sql`DELETE FROM dataset_staged WHERE job_id = ${jobId}`)
    await tx.execute(sql`DELETE FROM dataset_staged_key WHERE job_id = ${jobId}`)
  }
  async function stageOne(jobId: string, { first, rows, keys }: StagedBatch, tx: Tx): Promise<void> {
    await tx.execute(sql`INSERT INTO dataset_staged (job_id, first, rows) VALUES (${jobId}, ${first}, ${rows})`)
    if (keys.length)
      await tx.execute(sql`INSERT INTO dataset_staged_key (job_id, item_key, hash)
        SELECT ${jobId}::bigint, * FROM unnest(${sql.param(keys.map(({ itemKey }) => itemKey))}::text[],
          ${sql.param(keys.map(({ hash }) => hash))}::text[])`)
  }
  return {
    pack(items: StagedItem[]): StagedBatch[] {
      if (!items.length) return []
      const rows = items.map(({ itemKey, nth, turns, hash, originId }) => [
        newId(),
        newId(),
        itemKey,
        nth,
        turns,
        bytesOf(turns),
        hash,
        originId ?? null,
      ])
      const keys = items.flatMap(({ itemKey, hash }) => (itemKey ? [{ itemKey, hash }] : []))
      return [{ first: items[0]!.nth, rows: JSON.stringify(rows), keys }]
    },
    async stage(jobId: string, batches: StagedBatch[], tx: Tx): Promise<void> {
      for (const batch of batches) await stageOne(jobId, batch, tx)
    },
    /** Existing keys among `keys`, in visible rows or in the same file, with the hashes of their content. */
    async keysTaken(
      jobId: string,
      datasetId: string,
      keys: string[],
      isReplacing: boolean,
    ): Promise<Map<string, string>> {
      if (!keys.length) return new Map()
      const wanted = sql`item_key = ANY (${sql.param(keys)}::text[])`
      const { rows } = await db.execute<{ item_key: string; hash: string }>(sql`
        SELECT item_key, hash FROM dataset_staged_key WHERE job_id = ${jobId} AND ${wanted}
        UNION ALL
        SELECT item_key, hash FROM dataset_item WHERE NOT ${isReplacing} AND dataset_id = ${datasetId} AND ${wanted}
          AND item_key <> '' AND add_vn IS NOT NULL AND del_vn IS NULL`)
      return new Map(rows.map(({ item_key, hash }) => [item_key, hash]))
    },
    /** Publishes all staged rows in one step; returns how many. Rows whose key was taken meanwhile are skipped. */
    async publish(jobId: string, datasetId: string, userId: string, isReplacing: boolean, tx: Tx): Promise<number> {
      const row = await datasets.open(datasetId, tx)
      if (isReplacing) await addToCount(datasetId, -(await endRevisions(row, 'all', tx)), tx)
      const last = isReplacing ? 0 : await repo.lastShownPos(datasetId, tx)
      const now = clock.now()
      const isFree = isReplacing
        ? sql`true`
        : sql`NOT EXISTS (SELECT FROM dataset_item l WHERE r ->> 2 <> '' AND l.dataset_id = ${datasetId}
            AND l.item_key = r ->> 2 AND l.item_key <> '' AND l.add_vn IS NOT NULL AND l.del_vn IS NULL)`
      const { rowCount } = await tx.execute(sql`
        INSERT INTO dataset_item (id, dataset_id, item_id, item_key, pos, add_vn, turns, bytes, hash, job_id, source,
          origin_id, created_by, created_at, edited_by, updated_at)
        SELECT (r ->> 0)::bigint, ${datasetId}::bigint, (r ->> 1)::bigint, r ->> 2, (r -> 3)::float8 + ${last}::float8,
          ${row.nextVn}::bigint, r -> 4, (r -> 5)::integer, r ->> 6, ${jobId}::bigint,
          CASE WHEN r ->> 7 IS NULL THEN ${ItemSource.file}::smallint ELSE ${ItemSource.dataset}::smallint END,
          (r ->> 7)::bigint, ${userId}::bigint, ${now}::bigint, ${userId}::bigint, ${now}::bigint
        FROM (SELECT rows FROM dataset_staged WHERE job_id = ${jobId} ORDER BY first) s,
          jsonb_array_elements(s.rows::jsonb) r
        WHERE ${isFree}`)
      const added = rowCount ?? 0
      await discard(jobId, tx)
      const { items: max } = limitsOf(row)
      if ((isReplacing ? 0 : row.itemCount) + added > max) throw datasetErrors.full({ max })
      await addToCount(datasetId, added, tx)
      await resources.touch(datasetId, userId, {}, tx)
      return added
    },
    discard,
  }
}
export type StagedItems = ReturnType<typeof createStagedItems>

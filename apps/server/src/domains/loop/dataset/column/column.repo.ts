import { ColumnRunStatus } from '@orrery/contract/shared/dataset-enums'
import { and, desc, eq, ilike, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText, type Tx } from '#kit/db.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import type { View } from '../dataset-content.ts'
import { inView } from '../dataset.repo.ts'
import { datasetItem } from '../dataset.table.ts'
import { type CellRow, datasetCell, datasetColumnDone, datasetColumnJob, datasetColumnRun } from './column.table.ts'

interface Counted {
  succeeded: number
  failed: number
  skipped: number
}
interface Written extends Counted {
  itemIds: string[]
  cells: CellRow[]
}

export function createColumnRepo(db: Db, clock: Clock) {
  const held = (id: string, fence: number) =>
    and(
      eq(datasetColumnRun.id, id),
      eq(datasetColumnRun.fence, fence),
      lte(datasetColumnRun.status, ColumnRunStatus.running),
    )
  const withJob = () =>
    db
      .select({ run: datasetColumnRun, job: datasetColumnJob, spaceId: resource.spaceId })
      .from(datasetColumnRun)
      .innerJoin(datasetColumnJob, eq(datasetColumnJob.id, datasetColumnRun.jobId))
      .innerJoin(resource, eq(resource.id, datasetColumnRun.datasetId))
  return {
    jobOf: async (datasetId: string, id: string) =>
      (
        await db
          .select()
          .from(datasetColumnJob)
          .where(and(eq(datasetColumnJob.id, id), eq(datasetColumnJob.datasetId, datasetId)))
      )[0],
    jobs: (datasetId: string) =>
      db
        .select()
        .from(datasetColumnJob)
        .where(eq(datasetColumnJob.datasetId, datasetId))
        .orderBy(desc(datasetColumnJob.id)),
    async search(spaceId: string, name: string | undefined, page: number, size: number) {
      const where = and(eq(resource.spaceId, spaceId), name ? ilike(datasetColumnJob.name, likeText(name)) : undefined)
      const from = () =>
        db
          .select({ job: datasetColumnJob, n: sql<number>`count(*) OVER ()::int` })
          .from(datasetColumnJob)
          .innerJoin(resource, eq(resource.id, datasetColumnJob.datasetId))
          .where(where)
      const rows = await from()
        .orderBy(desc(datasetColumnJob.id))
        .limit(size)
        .offset((page - 1) * size)
      return { rows: rows.map(({ job }) => job), total: rows[0]?.n ?? 0 }
    },
    run: async (id: string) => (await db.select().from(datasetColumnRun).where(eq(datasetColumnRun.id, id)))[0],
    runs: (where: SQL | undefined, page: number, size: number) =>
      withJob()
        .where(where)
        .orderBy(desc(datasetColumnRun.id))
        .limit(size)
        .offset((page - 1) * size),
    countRuns: async (where: SQL | undefined) => (await withJob().where(where)).length,
    ofDataset: (datasetId: string): SQL => eq(datasetColumnRun.datasetId, datasetId),
    ofJob: (jobId: string): SQL => eq(datasetColumnRun.jobId, jobId),
    isOpen: (): SQL => lte(datasetColumnRun.status, ColumnRunStatus.running),
    madeBy: (ids: string[]): SQL => inArray(datasetColumnRun.createdBy, ids),
    filledBy: (types: number[]): SQL =>
      sql`(${datasetColumnRun.plan} ->> 'annotationType')::int = ANY (${sql.param(types)}::int[])`,
    /** Which of these columns an open run writes. */
    async busy(datasetId: string, keys: string[], tx: Tx): Promise<string | undefined> {
      const rows = await tx
        .select({ keys: datasetColumnRun.outputKeys })
        .from(datasetColumnRun)
        .where(and(eq(datasetColumnRun.datasetId, datasetId), lte(datasetColumnRun.status, ColumnRunStatus.running)))
      return rows.flatMap((row) => row.keys).find((key) => keys.includes(key))
    },
    cells: (datasetId: string, itemIds: string[], tx: Tx = db) =>
      tx
        .select()
        .from(datasetCell)
        .where(and(eq(datasetCell.datasetId, datasetId), inArray(datasetCell.itemId, itemIds))),
    /** Items of the draft after a place that the run is not through with. */
    next: (view: View, runId: string, after: { pos: number; itemId: string } | undefined, limit: number) =>
      db
        .select()
        .from(datasetItem)
        .where(
          and(
            inView(view),
            sql`NOT EXISTS (SELECT FROM dataset_column_done d WHERE d.run_id = ${runId} AND d.item_id = ${datasetItem.itemId})`,
            after && sql`(${datasetItem.pos}, ${datasetItem.itemId}) > (${after.pos}::float8, ${after.itemId}::bigint)`,
          ),
        )
        .orderBy(datasetItem.pos, datasetItem.itemId)
        .limit(limit),
    begin: (id: string, fence: number, total: number) =>
      db.update(datasetColumnRun).set({ status: ColumnRunStatus.running, total }).where(held(id, fence)),
    isCancelled: async (id: string): Promise<boolean> =>
      (
        await db.select({ is: datasetColumnRun.isCancelled }).from(datasetColumnRun).where(eq(datasetColumnRun.id, id))
      )[0]?.is ?? true,
    async cancel(id: string): Promise<boolean> {
      const { rowCount } = await db
        .update(datasetColumnRun)
        .set({ isCancelled: true })
        .where(and(eq(datasetColumnRun.id, id), lte(datasetColumnRun.status, ColumnRunStatus.running)))
      return rowCount === 1
    },
    /** Writes results together with what `work` does, only for the process that holds the run. */
    write: (id: string, fence: number, work: (tx: Tx) => Promise<Written>) =>
      db.transaction(async (tx) => {
        const [mine] = await tx
          .select({ id: datasetColumnRun.id })
          .from(datasetColumnRun)
          .where(held(id, fence))
          .for('update')
        if (!mine) return false
        const { itemIds, cells, ...counted } = await work(tx)
        await tx
          .update(datasetColumnRun)
          .set({
            succeeded: sql`${datasetColumnRun.succeeded} + ${counted.succeeded}`,
            failed: sql`${datasetColumnRun.failed} + ${counted.failed}`,
            skipped: sql`${datasetColumnRun.skipped} + ${counted.skipped}`,
          })
          .where(eq(datasetColumnRun.id, id))
        await tx.insert(datasetColumnDone).values(itemIds.map((itemId) => ({ runId: id, itemId })))
        if (cells.length) {
          const set = Object.fromEntries(
            [
              'run_id',
              'state',
              'text_hash',
              'model_id',
              'model',
              'trace_id',
              'agreement',
              'problem',
              'problem_zh',
              'created_at',
            ].map((column) => [camel(column), sql.raw(`excluded.${column}`)]),
          )
          await tx
            .insert(datasetCell)
            .values(cells)
            .onConflictDoUpdate({ target: [datasetCell.datasetId, datasetCell.itemId, datasetCell.fieldKey], set })
        }
        return true
      }),
    end: (id: string, fence: number, status: number, problem = '', problemZh = '') =>
      db.update(datasetColumnRun).set({ status, problem, problemZh, endedAt: clock.now() }).where(held(id, fence)),
  }
}
export type ColumnRepo = ReturnType<typeof createColumnRepo>

const camel = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

import { ColumnKind, ColumnRunStatus } from '@orrery/contract/shared/dataset-enums'
import { and, desc, eq, gt, gte, ilike, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText, type Tx } from '#kit/db.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import type { View } from '../dataset-content.ts'
import { inView } from '../dataset.repo.ts'
import { datasetItem } from '../dataset.table.ts'
import { datasetInferTask } from '../infer/infer.table.ts'
import {
  type CellRow,
  CellState,
  datasetCell,
  datasetColumnDone,
  datasetColumnJob,
  datasetColumnRun,
} from './column.table.ts'

/** Rows created at this time or later that are empty in one of these columns, which no run has tried to fill. */
export const isNew = (keys: string[], since: number): SQL =>
  and(
    gte(datasetItem.createdAt, since),
    sql`EXISTS (SELECT FROM unnest(${sql.param(keys)}::text[]) k
      WHERE coalesce(${datasetItem.turns} -> 0 -> k ->> 'text', '') = '' AND NOT EXISTS (SELECT FROM dataset_cell c
        WHERE c.dataset_id = ${datasetItem.datasetId} AND c.item_id = ${datasetItem.itemId} AND c.field_key = k))`,
  )!

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
      .select({ run: datasetColumnRun, job: datasetColumnJob, spaceId: resource.spaceId, batchId: datasetInferTask.id })
      .from(datasetColumnRun)
      .innerJoin(datasetColumnJob, eq(datasetColumnJob.id, datasetColumnRun.jobId))
      .innerJoin(resource, eq(resource.id, datasetColumnRun.datasetId))
      .leftJoin(datasetInferTask, eq(datasetInferTask.runId, datasetColumnRun.id))
  return {
    jobOf: async (datasetId: string, id: string, kind?: number) =>
      (
        await db
          .select()
          .from(datasetColumnJob)
          .where(
            and(
              eq(datasetColumnJob.id, id),
              eq(datasetColumnJob.datasetId, datasetId),
              kind === undefined ? undefined : eq(datasetColumnJob.kind, kind),
            ),
          )
      )[0],
    /** A setup of any dataset of the space. */
    jobIn: async (spaceId: string, id: string) =>
      (
        await db
          .select({ job: datasetColumnJob })
          .from(datasetColumnJob)
          .innerJoin(resource, eq(resource.id, datasetColumnJob.datasetId))
          .where(and(eq(datasetColumnJob.id, id), eq(resource.spaceId, spaceId)))
      )[0]?.job,
    /** Setups that fill new rows automatically, of datasets that changed since the last check. */
    automatic: (datasetId: string | undefined) =>
      db
        .select({ job: datasetColumnJob, changedAt: resource.updatedAt })
        .from(datasetColumnJob)
        .innerJoin(resource, eq(resource.id, datasetColumnJob.datasetId))
        .where(
          and(
            gt(datasetColumnJob.autoFrom, 0),
            gte(resource.updatedAt, datasetColumnJob.autoSeen),
            datasetId === undefined ? undefined : eq(datasetColumnJob.datasetId, datasetId),
          ),
        )
        .limit(1000),
    recordCheck: (id: string, at: number) =>
      db.update(datasetColumnJob).set({ autoSeen: at }).where(eq(datasetColumnJob.id, id)),
    async lastRun(jobId: string) {
      const [last] = await db
        .select()
        .from(datasetColumnRun)
        .where(eq(datasetColumnRun.jobId, jobId))
        .orderBy(desc(datasetColumnRun.id))
        .limit(1)
      return last
    },
    /** Whether there are new rows to fill automatically. */
    async hasNew(datasetId: string, keys: string[], since: number): Promise<boolean> {
      const rows = await db
        .select({ id: datasetItem.id })
        .from(datasetItem)
        .where(and(inView({ datasetId }), isNew(keys, since)))
        .limit(1)
      return rows.length > 0
    },
    jobs: (datasetId: string, kind?: number) =>
      db
        .select()
        .from(datasetColumnJob)
        .where(
          and(
            eq(datasetColumnJob.datasetId, datasetId),
            kind === undefined ? undefined : eq(datasetColumnJob.kind, kind),
          ),
        )
        .orderBy(desc(datasetColumnJob.id)),
    async search(spaceId: string, name: string | undefined, page: number, size: number) {
      const where = and(
        eq(resource.spaceId, spaceId),
        eq(datasetColumnJob.kind, ColumnKind.column),
        name ? ilike(datasetColumnJob.name, likeText(name)) : undefined,
      )
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
    batchOf: async (runId: string): Promise<string | null> =>
      (await db.select({ id: datasetInferTask.id }).from(datasetInferTask).where(eq(datasetInferTask.runId, runId)))[0]
        ?.id ?? null,
    runs: (where: SQL | undefined, page: number, size: number) =>
      withJob()
        .where(where)
        .orderBy(desc(datasetColumnRun.id))
        .limit(size)
        .offset((page - 1) * size),
    countRuns: async (where: SQL | undefined) => (await withJob().where(where)).length,
    ofDataset: (datasetId: string): SQL => eq(datasetColumnRun.datasetId, datasetId),
    ofKind: (kind: number): SQL => eq(datasetColumnJob.kind, kind),
    ofJob: (jobId: string): SQL => eq(datasetColumnRun.jobId, jobId),
    isOpen: (): SQL => lte(datasetColumnRun.status, ColumnRunStatus.running),
    madeBy: (ids: string[]): SQL => inArray(datasetColumnRun.createdBy, ids),
    filledBy: (types: number[]): SQL =>
      sql`(${datasetColumnRun.plan} ->> 'annotationType')::int = ANY (${sql.param(types)}::int[])`,
    /** Returns one of these columns that an open run writes, if any. */
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
    /** The failed cells of a run, with the reasons. */
    errorsOf: (datasetId: string, runId: string, limit: number) =>
      db
        .select()
        .from(datasetCell)
        .where(
          and(
            eq(datasetCell.datasetId, datasetId),
            eq(datasetCell.runId, runId),
            eq(datasetCell.state, CellState.failed),
          ),
        )
        .limit(limit),
    /** Items of the draft after a position that the run has not processed yet. */
    next: (
      view: View,
      runId: string,
      after: { pos: number; itemId: string } | undefined,
      limit: number,
      where?: SQL | undefined,
    ) =>
      db
        .select()
        .from(datasetItem)
        .where(
          and(
            inView(view),
            where,
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
    /** Stores the results of `work` in one transaction, unless another process has claimed the run. */
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
    /** Ends a run without a lease; a run that has ended stays as it is. */
    endIdle: (id: string, status: number, problem = '', problemZh = '') =>
      db
        .update(datasetColumnRun)
        .set({ status, problem, problemZh, endedAt: clock.now() })
        .where(and(eq(datasetColumnRun.id, id), lte(datasetColumnRun.status, ColumnRunStatus.running))),
    end: (id: string, fence: number, status: number, problem = '', problemZh = '') =>
      db.update(datasetColumnRun).set({ status, problem, problemZh, endedAt: clock.now() }).where(held(id, fence)),
  }
}
export type ColumnRepo = ReturnType<typeof createColumnRepo>

const camel = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

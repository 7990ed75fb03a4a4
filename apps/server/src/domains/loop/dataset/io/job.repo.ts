import { JobStatus, JobType } from '@orrery/contract/shared/dataset-enums'
import { and, asc, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { datasetJob, datasetJobReject, type JobRow, type RejectRow } from './job.table.ts'

interface WrittenBatch {
  processed: number
  skipped: number
  rejected: RejectRow[]
  stage(tx: Tx): Promise<void>
}
type Ending = Partial<Pick<JobRow, 'status' | 'added' | 'total' | 'problem' | 'problemZh' | 'resultKey'>>
const REJECTS_AT_ONCE = 500

export function createJobRepo(db: Db, clock: Clock) {
  /** Matches the job only if this process still holds it. */
  const held = (id: string, fence: number) =>
    and(eq(datasetJob.id, id), eq(datasetJob.fence, fence), inArray(datasetJob.status, [1, 2]))
  return {
    insert: (row: typeof datasetJob.$inferInsert, tx: Tx = db) => tx.insert(datasetJob).values(row),
    find: async (id: string): Promise<JobRow | undefined> =>
      (await db.select().from(datasetJob).where(eq(datasetJob.id, id)))[0],
    list: (datasetId: string, types: number[] | undefined, statuses: number[] | undefined) =>
      db
        .select()
        .from(datasetJob)
        .where(
          and(
            eq(datasetJob.datasetId, datasetId),
            types?.length ? inArray(datasetJob.kind, types) : undefined,
            statuses?.length ? inArray(datasetJob.status, statuses) : undefined,
          ),
        )
        .orderBy(desc(datasetJob.id))
        .limit(100),
    async begin(id: string, fence: number, total: number, stamp = ''): Promise<void> {
      const now = clock.now()
      await db
        .update(datasetJob)
        .set({
          status: JobStatus.running,
          total,
          // The values of the first attempt stay.
          startedAt: sql`coalesce(nullif(${datasetJob.startedAt}, 0), ${now}::bigint)`,
          schemaStamp: sql`coalesce(nullif(${datasetJob.schemaStamp}, ''), ${stamp}::text)`,
          updatedAt: now,
        })
        .where(held(id, fence))
    },
    isCancelled: async (id: string): Promise<boolean> =>
      (await db.select({ is: datasetJob.isCancelled }).from(datasetJob).where(eq(datasetJob.id, id)))[0]?.is ?? true,
    async cancel(id: string): Promise<boolean> {
      const { rowCount } = await db
        .update(datasetJob)
        .set({ isCancelled: true, updatedAt: clock.now() })
        .where(and(eq(datasetJob.id, id), inArray(datasetJob.status, [1, 2])))
      return rowCount === 1
    },
    /** Writes a batch in one transaction; false if another process has claimed the job. */
    writeBatch: (job: JobRow, fence: number, { processed, skipped, rejected, stage }: WrittenBatch) =>
      db.transaction(async (tx) => {
        const { rowCount } = await tx
          .update(datasetJob)
          .set({
            processed: sql`${datasetJob.processed} + ${processed}`,
            skipped: sql`${datasetJob.skipped} + ${skipped}`,
            updatedAt: clock.now(),
          })
          .where(held(job.id, fence))
        if (rowCount !== 1) return false
        for (let at = 0; at < rejected.length; at += REJECTS_AT_ONCE)
          await tx.insert(datasetJobReject).values(rejected.slice(at, at + REJECTS_AT_ONCE))
        await stage(tx)
        return true
      }),
    /** Restarts a copy from the first row, because its source may have changed. */
    restart: (id: string, fence: number, discard: (tx: Tx) => Promise<unknown>) =>
      db.transaction(async (tx) => {
        const { rowCount } = await tx.update(datasetJob).set({ processed: 0, skipped: 0 }).where(held(id, fence))
        if (rowCount !== 1) return false
        await tx.delete(datasetJobReject).where(eq(datasetJobReject.jobId, id))
        await discard(tx)
        return true
      }),
    async noteProgress(id: string, fence: number, processed: number): Promise<boolean> {
      const { rowCount } = await db.update(datasetJob).set({ processed, updatedAt: clock.now() }).where(held(id, fence))
      return rowCount === 1
    },
    /** Ends the job and runs `work` in one transaction; false if another process has claimed the job. */
    end: (id: string, fence: number, work: (tx: Tx) => Promise<Ending>) =>
      db.transaction(async (tx) => {
        const [mine] = await tx.select({ id: datasetJob.id }).from(datasetJob).where(held(id, fence)).for('update')
        if (!mine) return false
        const now = clock.now()
        const ending = await work(tx)
        await tx
          .update(datasetJob)
          .set({ ...ending, endedAt: now, updatedAt: now })
          .where(eq(datasetJob.id, id))
        return true
      }),
    rejects: (jobId: string, after: number, limit: number) =>
      db
        .select()
        .from(datasetJobReject)
        .where(and(eq(datasetJobReject.jobId, jobId), gt(datasetJobReject.nth, after)))
        .orderBy(asc(datasetJobReject.nth))
        .limit(limit),
    /** Counts the rejected rows by type of reason, with the first rows of each type. */
    async rejectGroups(jobId: string, each: number) {
      const counts = await db
        .select({ type: datasetJobReject.type, n: sql<number>`count(*)::int` })
        .from(datasetJobReject)
        .where(eq(datasetJobReject.jobId, jobId))
        .groupBy(datasetJobReject.type)
        .orderBy(asc(datasetJobReject.type))
      const first = (type: number) =>
        db
          .select()
          .from(datasetJobReject)
          .where(and(eq(datasetJobReject.jobId, jobId), eq(datasetJobReject.type, type)))
          .orderBy(asc(datasetJobReject.nth))
          .limit(each)
      return Promise.all(counts.map(async ({ type, n }) => ({ type, count: n, rows: await first(type) })))
    },
    /** Exports whose files have expired. */
    async expired(before: number): Promise<{ id: string; key: string }[]> {
      return db
        .select({ id: datasetJob.id, key: datasetJob.resultKey })
        .from(datasetJob)
        .where(
          and(eq(datasetJob.kind, JobType.exportFile), ne(datasetJob.resultKey, ''), lt(datasetJob.endedAt, before)),
        )
        .limit(1000)
    },
    forgetFile: (id: string) => db.update(datasetJob).set({ resultKey: '' }).where(eq(datasetJob.id, id)),
  }
}
export type JobRepo = ReturnType<typeof createJobRepo>

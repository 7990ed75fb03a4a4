import { DedupDecision, JobStatus } from '@orrery/contract/shared/dataset-enums'
import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { datasetDedup, datasetDedupPair, type DedupRow, type PairRow } from './dedup.table.ts'

const AT_ONCE = 200
export type NewPair = Pick<PairRow, 'key' | 'turns' | 'suspects'>

export function createDedupRepo(db: Db, clock: Clock) {
  const held = (id: string, fence: number) =>
    and(eq(datasetDedup.id, id), eq(datasetDedup.fence, fence), lte(datasetDedup.status, JobStatus.running))
  const isOpen = (id: string) => and(eq(datasetDedup.id, id), lte(datasetDedup.status, JobStatus.running))
  return {
    insert: (row: typeof datasetDedup.$inferInsert) => db.insert(datasetDedup).values(row),
    find: async (id: string): Promise<DedupRow | undefined> =>
      (await db.select().from(datasetDedup).where(eq(datasetDedup.id, id)))[0],
    latest: (datasetId: string) =>
      db
        .select()
        .from(datasetDedup)
        .where(eq(datasetDedup.datasetId, datasetId))
        .orderBy(desc(datasetDedup.id))
        .limit(20),
    begin: (id: string, fence: number) =>
      db.update(datasetDedup).set({ status: JobStatus.running, startedAt: clock.now() }).where(held(id, fence)),
    isCancelled: async (id: string): Promise<boolean> =>
      (await db.select({ is: datasetDedup.isCancelled }).from(datasetDedup).where(eq(datasetDedup.id, id)))[0]?.is ??
      true,
    async cancel(id: string): Promise<boolean> {
      return (await db.update(datasetDedup).set({ isCancelled: true }).where(isOpen(id))).rowCount === 1
    },
    /** Stores all pairs and ends the job in one transaction. */
    complete: (id: string, fence: number, total: number, pairs: NewPair[]) =>
      db.transaction(async (tx) => {
        const [mine] = await tx.select({ id: datasetDedup.id }).from(datasetDedup).where(held(id, fence)).for('update')
        if (!mine) return
        const rows = pairs.map((pair, at) => ({ ...pair, jobId: id, nth: at + 1 }))
        for (let at = 0; at < rows.length; at += AT_ONCE)
          await tx.insert(datasetDedupPair).values(rows.slice(at, at + AT_ONCE))
        await tx
          .update(datasetDedup)
          .set({ status: JobStatus.completed, total, endedAt: clock.now() })
          .where(eq(datasetDedup.id, id))
      }),
    end: (id: string, fence: number, ending: Partial<Pick<DedupRow, 'status' | 'problem' | 'problemZh'>>) =>
      db
        .update(datasetDedup)
        .set({ ...ending, endedAt: clock.now() })
        .where(held(id, fence)),
    async counts(id: string): Promise<Record<number, number>> {
      const rows = await db
        .select({ decision: datasetDedupPair.decision, n: sql<number>`count(*)::int` })
        .from(datasetDedupPair)
        .where(eq(datasetDedupPair.jobId, id))
        .groupBy(datasetDedupPair.decision)
      return Object.fromEntries(rows.map(({ decision, n }) => [decision, n]))
    },
    pairs: (id: string, decision: number | undefined, page: number, size: number) =>
      db
        .select()
        .from(datasetDedupPair)
        .where(
          and(
            eq(datasetDedupPair.jobId, id),
            decision === undefined ? undefined : eq(datasetDedupPair.decision, decision),
          ),
        )
        .orderBy(asc(datasetDedupPair.nth))
        .limit(size)
        .offset((page - 1) * size),
    byKeys: (id: string, keys: string[]) =>
      db
        .select()
        .from(datasetDedupPair)
        .where(and(eq(datasetDedupPair.jobId, id), inArray(datasetDedupPair.key, keys))),
    decide: (id: string, keys: string[], decision: number, userId: string) =>
      db
        .update(datasetDedupPair)
        .set({ decision, decidedBy: userId, decidedAt: clock.now() })
        .where(and(eq(datasetDedupPair.jobId, id), inArray(datasetDedupPair.key, keys))),
    /** The keys of rows that people declared to be duplicates. */
    async duplicates(id: string): Promise<Set<string>> {
      const rows = await db
        .select({ key: datasetDedupPair.key })
        .from(datasetDedupPair)
        .where(and(eq(datasetDedupPair.jobId, id), eq(datasetDedupPair.decision, DedupDecision.duplicate)))
      return new Set(rows.map(({ key }) => key))
    },
  }
}
export type DedupRepo = ReturnType<typeof createDedupRepo>

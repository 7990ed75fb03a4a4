import { isId } from '@orrery/contract/shared/is-id'
import { CrowdStatus } from '@orrery/contract/shared/crowd-enums'
import { and, asc, desc, eq, ilike, inArray, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText, type Tx } from '#kit/db.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import {
  type CrowdItemRow,
  type CrowdJobRow,
  datasetCrowdAnswer,
  datasetCrowdJob,
  datasetCrowdRow,
  labelStudioLink,
} from './crowd.table.ts'
import type { PlatformAnswer } from './platform.ts'

export interface CrowdSearch {
  datasetId?: string | undefined
  name?: string | undefined
  id?: string | undefined
  makers?: string[] | undefined
}
const AT_ONCE = 2000

export function createCrowdRepo(db: Db, clock: Clock) {
  const held = (id: string, fence: number) =>
    and(eq(datasetCrowdJob.id, id), eq(datasetCrowdJob.fence, fence), lte(datasetCrowdJob.status, CrowdStatus.abnormal))
  const inSpace = (spaceId: string, where: SQL | undefined) =>
    db
      .select({ job: datasetCrowdJob, n: sql<number>`count(*) OVER ()::int` })
      .from(datasetCrowdJob)
      .innerJoin(resource, eq(resource.id, datasetCrowdJob.datasetId))
      .where(and(eq(resource.spaceId, spaceId), where))
  const rowsOf = (jobId: string, where?: SQL) => and(eq(datasetCrowdRow.jobId, jobId), where)
  return {
    find: async (id: string) => (await db.select().from(datasetCrowdJob).where(eq(datasetCrowdJob.id, id)))[0],
    inSpace: async (spaceId: string, id: string) => (await inSpace(spaceId, eq(datasetCrowdJob.id, id)))[0]?.job,
    byHook: async (key: string) => (await db.select().from(datasetCrowdJob).where(eq(datasetCrowdJob.hookKey, key)))[0],
    async search(spaceId: string, by: CrowdSearch, page: number, size: number) {
      const where = and(
        by.datasetId === undefined ? undefined : eq(datasetCrowdJob.datasetId, by.datasetId),
        by.id === undefined ? undefined : eq(datasetCrowdJob.id, by.id),
        by.name ? ilike(datasetCrowdJob.name, likeText(by.name)) : undefined,
        by.makers?.length ? inArray(datasetCrowdJob.createdBy, by.makers) : undefined,
      )
      const rows = await inSpace(spaceId, where)
        .orderBy(desc(datasetCrowdJob.id))
        .limit(size)
        .offset((page - 1) * size)
      return { rows: rows.map(({ job }) => job), total: rows[0]?.n ?? 0 }
    },
    open: () => db.select().from(datasetCrowdJob).where(lte(datasetCrowdJob.status, CrowdStatus.abnormal)).limit(1000),
    async insert(job: typeof datasetCrowdJob.$inferInsert, itemIds: string[], tx: Tx): Promise<void> {
      await tx.insert(datasetCrowdJob).values(job)
      for (let at = 0; at < itemIds.length; at += AT_ONCE)
        await tx
          .insert(datasetCrowdRow)
          .values(itemIds.slice(at, at + AT_ONCE).map((itemId, n) => ({ jobId: job.id, itemId, nth: at + n })))
    },
    async counts(id: string): Promise<{ sent: number; received: number }> {
      const { rows } = await db.execute<{ sent: number; received: number }>(sql`
        SELECT count(*) FILTER (WHERE is_sent)::int AS sent, count(*) FILTER (WHERE answer_ref <> '')::int AS received
        FROM dataset_crowd_row WHERE job_id = ${id}`)
      return rows[0]!
    },
    unsent: (id: string): Promise<CrowdItemRow[]> =>
      db
        .select()
        .from(datasetCrowdRow)
        .where(rowsOf(id, eq(datasetCrowdRow.isSent, false)))
        .orderBy(asc(datasetCrowdRow.nth)),
    /** Rows whose newest answer has not been written to the columns yet. */
    unapplied: (id: string, limit: number): Promise<CrowdItemRow[]> =>
      db
        .select()
        .from(datasetCrowdRow)
        .where(
          rowsOf(id, and(ne(datasetCrowdRow.answerRef, ''), ne(datasetCrowdRow.answerRef, datasetCrowdRow.appliedRef))),
        )
        .orderBy(asc(datasetCrowdRow.nth))
        .limit(limit),
    answersByRef: (id: string, refs: string[]) =>
      db
        .select()
        .from(datasetCrowdAnswer)
        .where(and(eq(datasetCrowdAnswer.jobId, id), inArray(datasetCrowdAnswer.ref, refs))),
    async answers(id: string, page: number, size: number) {
      const rows = await db
        .select({ answer: datasetCrowdAnswer, row: datasetCrowdRow })
        .from(datasetCrowdAnswer)
        .innerJoin(
          datasetCrowdRow,
          and(
            eq(datasetCrowdRow.jobId, datasetCrowdAnswer.jobId),
            eq(datasetCrowdRow.itemId, datasetCrowdAnswer.itemId),
          ),
        )
        .where(eq(datasetCrowdAnswer.jobId, id))
        .orderBy(asc(datasetCrowdRow.nth), asc(datasetCrowdAnswer.answeredAt), asc(datasetCrowdAnswer.ref))
        .limit(size)
        .offset((page - 1) * size)
      return { rows, total: await db.$count(datasetCrowdAnswer, eq(datasetCrowdAnswer.jobId, id)) }
    },
    /** Runs `work` in a transaction, unless another process has claimed the job; returns whether it ran. */
    write: (id: string, fence: number, work: (tx: Tx) => Promise<unknown>): Promise<boolean> =>
      db.transaction(async (tx) => {
        const [mine] = await tx
          .select({ id: datasetCrowdJob.id })
          .from(datasetCrowdJob)
          .where(held(id, fence))
          .for('update')
        if (!mine) return false
        await work(tx)
        return true
      }),
    set: (id: string, values: Partial<CrowdJobRow>, tx: Tx = db) =>
      tx
        .update(datasetCrowdJob)
        .set({ ...values, updatedAt: clock.now() })
        .where(eq(datasetCrowdJob.id, id)),
    release: (id: string, fence: number) =>
      db
        .update(datasetCrowdJob)
        .set({ leaseUntil: 0 })
        .where(and(eq(datasetCrowdJob.id, id), eq(datasetCrowdJob.fence, fence))),
    async markSent(id: string, itemIds: string[], tx: Tx): Promise<void> {
      for (let at = 0; at < itemIds.length; at += AT_ONCE)
        await tx
          .update(datasetCrowdRow)
          .set({ isSent: true })
          .where(rowsOf(id, inArray(datasetCrowdRow.itemId, itemIds.slice(at, at + AT_ONCE))))
    },
    /** Stores each answer once; the last one of a row counts. Answers to rows that were never sent are ignored. */
    async storeAnswers(id: string, answers: PlatformAnswer[], tx: Tx): Promise<void> {
      for (let at = 0; at < answers.length; at += AT_ONCE) {
        const part = answers.slice(at, at + AT_ONCE).filter(({ itemId }) => isId(itemId))
        const list = (values: unknown[], type: string) => sql`${sql.param(values)}::${sql.raw(type)}[]`
        await tx.execute(sql`
          INSERT INTO dataset_crowd_answer (job_id, item_id, ref, answers, answered_at)
          SELECT ${id}, x.item_id, x.ref, x.answers, x.at
          FROM unnest(${list(
            part.map((one) => one.itemId),
            'bigint',
          )}, ${list(
            part.map((one) => one.ref),
            'text',
          )},
            ${list(
              part.map((one) => JSON.stringify(one.answers)),
              'jsonb',
            )}, ${list(
              part.map((one) => one.at),
              'bigint',
            )}
          ) AS x (item_id, ref, answers, at)
          JOIN dataset_crowd_row r ON r.job_id = ${id} AND r.item_id = x.item_id
          ON CONFLICT (job_id, ref) DO NOTHING`)
      }
      await tx.execute(sql`
        UPDATE dataset_crowd_row r SET answer_ref = last.ref FROM (
          SELECT DISTINCT ON (item_id) item_id, ref FROM dataset_crowd_answer WHERE job_id = ${id}
          ORDER BY item_id, answered_at DESC, ref DESC) last
        WHERE r.job_id = ${id} AND r.item_id = last.item_id AND r.answer_ref <> last.ref`)
    },
    noteApplied: (
      id: string,
      { itemId, ...set }: Pick<CrowdItemRow, 'itemId' | 'appliedRef' | 'applied' | 'problem' | 'problemZh'>,
      tx: Tx,
    ) =>
      tx
        .update(datasetCrowdRow)
        .set(set)
        .where(rowsOf(id, eq(datasetCrowdRow.itemId, itemId))),
    /** Terminates the job; false if it had already ended. */
    async terminate(id: string, reason: string, tx: Tx): Promise<boolean> {
      const { rowCount } = await tx
        .update(datasetCrowdJob)
        .set({ status: CrowdStatus.terminated, terminateReason: reason, updatedAt: clock.now() })
        .where(and(eq(datasetCrowdJob.id, id), lte(datasetCrowdJob.status, CrowdStatus.abnormal)))
      return rowCount === 1
    },
    remove: (id: string, tx: Tx) => tx.delete(datasetCrowdJob).where(eq(datasetCrowdJob.id, id)),
    link: async (spaceId: string) =>
      (await db.select().from(labelStudioLink).where(eq(labelStudioLink.spaceId, spaceId)))[0],
    setLink: ({ spaceId, ...link }: typeof labelStudioLink.$inferInsert) =>
      db
        .insert(labelStudioLink)
        .values({ spaceId, ...link })
        .onConflictDoUpdate({ target: labelStudioLink.spaceId, set: link }),
    unlink: (spaceId: string) => db.delete(labelStudioLink).where(eq(labelStudioLink.spaceId, spaceId)),
  }
}
export type CrowdRepo = ReturnType<typeof createCrowdRepo>

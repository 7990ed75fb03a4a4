import { and, asc, avg, count, desc, eq, gt, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { dataset, datasetItem, datasetSchema } from '#domains/loop/dataset/dataset.table.ts'
import {
  type BatchResult,
  type BatchRow,
  type BatchStatus,
  promptBatch,
  promptBatchCase,
  promptBatchRow,
} from './prompt-run.table.ts'

interface Figures {
  done: number
  failed: number
  /** Mean over the rows with a score. */
  score: number | undefined
  scored: number
}
export type Place = { pos: number; itemId: string } | undefined

export function createBatchRepo(db: Db, clock: Clock) {
  const held = (id: string, fence: number) =>
    and(eq(promptBatch.id, id), eq(promptBatch.fence, fence), eq(promptBatch.status, 'open'))
  const inDraft = (datasetId: string) =>
    and(eq(datasetItem.datasetId, datasetId), isNull(datasetItem.delVn), sql`${datasetItem.addVn} IS NOT NULL`)
  return {
    /** Adds a batch, and remembers its dataset and evaluator as the prompt's last case if `caseId` is given. */
    add: (row: BatchRow, caseId: string | undefined) =>
      db.transaction(async (tx) => {
        const { promptId, datasetId, evaluatorVersionId } = row
        await tx.insert(promptBatch).values(row)
        if (caseId === undefined) return
        await tx
          .insert(promptBatchCase)
          .values({ promptId, id: caseId, datasetId, evaluatorVersionId })
          .onConflictDoUpdate({ target: promptBatchCase.promptId, set: { datasetId, evaluatorVersionId } })
      }),
    async caseOf(promptId: string, caseId: string) {
      await db.insert(promptBatchCase).values({ promptId, id: caseId }).onConflictDoNothing()
      return (await db.select().from(promptBatchCase).where(eq(promptBatchCase.promptId, promptId)))[0]!
    },
    async find(id: string): Promise<BatchRow | undefined> {
      return (await db.select().from(promptBatch).where(eq(promptBatch.id, id)))[0]
    },
    /** Column names of a dataset, by key. */
    async columns(datasetId: string): Promise<Map<string, string>> {
      const [found] = await db
        .select({ fields: datasetSchema.fields })
        .from(dataset)
        .innerJoin(datasetSchema, eq(datasetSchema.id, dataset.schemaId))
        .where(eq(dataset.id, datasetId))
      return new Map((found?.fields ?? []).map(({ key, name }) => [key, name]))
    },
    countItems: (datasetId: string) => db.$count(datasetItem, inDraft(datasetId)),
    /** Items of the dataset without a result, in dataset order. */
    next: (batch: Pick<BatchRow, 'id' | 'datasetId'>, after: Place, limit: number) =>
      db
        .select()
        .from(datasetItem)
        .where(
          and(
            inDraft(batch.datasetId),
            after &&
              or(
                gt(datasetItem.pos, after.pos),
                and(eq(datasetItem.pos, after.pos), gt(datasetItem.itemId, after.itemId)),
              ),
            notExists(
              db
                .select({ one: sql`1` })
                .from(promptBatchRow)
                .where(and(eq(promptBatchRow.batchId, batch.id), eq(promptBatchRow.itemId, datasetItem.itemId))),
            ),
          ),
        )
        .orderBy(asc(datasetItem.pos), asc(datasetItem.itemId))
        .limit(limit),
    /** Stores results; existing results are not replaced. False if another process has taken over. */
    write: (id: string, fence: number, results: BatchResult[]): Promise<boolean> =>
      db.transaction(async (tx) => {
        const [mine] = await tx.select({ id: promptBatch.id }).from(promptBatch).where(held(id, fence)).for('update')
        if (!mine) return false
        if (results.length) await tx.insert(promptBatchRow).values(results).onConflictDoNothing()
        return true
      }),
    end: (id: string, fence: number, status: BatchStatus, problem = '', problemZh = '') =>
      db.update(promptBatch).set({ status, problem, problemZh, endedAt: clock.now() }).where(held(id, fence)),
    async cancel(id: string): Promise<boolean> {
      const open = and(eq(promptBatch.id, id), eq(promptBatch.status, 'open'))
      const set = { status: 'cancelled' as const, endedAt: clock.now() }
      return (await db.update(promptBatch).set(set).where(open).returning({ id: promptBatch.id })).length > 0
    },
    async list(promptId: string, page: number, size: number) {
      const where = eq(promptBatch.promptId, promptId)
      const rows = await db
        .select()
        .from(promptBatch)
        .where(where)
        .orderBy(desc(promptBatch.id))
        .limit(size)
        .offset((page - 1) * size)
      return { rows, total: await db.$count(promptBatch, where) }
    },
    async figures(id: string): Promise<Figures> {
      const [found] = await db
        .select({
          done: count(),
          failed: sql<string>`count(*) FILTER (WHERE ${ne(promptBatchRow.problem, '')})`,
          score: avg(promptBatchRow.score),
          scored: count(promptBatchRow.score),
        })
        .from(promptBatchRow)
        .where(eq(promptBatchRow.batchId, id))
      const { done, failed, score, scored } = found!
      return { done, failed: Number(failed), score: score === null ? undefined : Number(score), scored }
    },
    async rows(id: string, page: number, size: number) {
      const where = eq(promptBatchRow.batchId, id)
      const rows = await db
        .select()
        .from(promptBatchRow)
        .where(where)
        .orderBy(asc(promptBatchRow.itemId))
        .limit(size)
        .offset((page - 1) * size)
      return { rows, total: await db.$count(promptBatchRow, where) }
    },
  }
}
export type BatchRepo = ReturnType<typeof createBatchRepo>

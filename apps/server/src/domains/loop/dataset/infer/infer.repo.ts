import { ColumnRunStatus } from '@orrery/contract/shared/dataset-enums'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { spaceMember } from '#domains/ground/space/space.table.ts'
import { datasetColumnRun } from '../column/column.table.ts'
import { datasetInferLine, datasetInferTask, type InferLineRow, type InferTaskRow } from './infer.table.ts'

const MAX_SPACES = 50

export function createInferRepo(db: Db, clock: Clock) {
  const withRun = () =>
    db
      .select({ task: datasetInferTask, run: datasetColumnRun })
      .from(datasetInferTask)
      .innerJoin(datasetColumnRun, eq(datasetColumnRun.id, datasetInferTask.runId))
  const held = (id: string, fence: number) => and(eq(datasetInferTask.id, id), eq(datasetInferTask.fence, fence))
  return {
    inSpace: async (spaceId: string, id: string) =>
      (await withRun().where(and(eq(datasetInferTask.id, id), eq(datasetInferTask.spaceId, spaceId))))[0],
    find: async (id: string) => (await withRun().where(eq(datasetInferTask.id, id)))[0],
    ofRun: async (runId: string) =>
      (await db.select().from(datasetInferTask).where(eq(datasetInferTask.runId, runId)))[0],
    /** Tasks of this provider whose run has not ended. */
    open: async (provider: number) =>
      (
        await withRun()
          .where(
            and(
              eq(datasetInferTask.provider, provider),
              inArray(datasetColumnRun.status, [ColumnRunStatus.waiting, ColumnRunStatus.running]),
            ),
          )
          .limit(1000)
      ).map(({ task }) => task.id),
    insert: (task: typeof datasetInferTask.$inferInsert, tx: Tx) => tx.insert(datasetInferTask).values(task),
    /** Runs `work` in a transaction, unless another process has claimed the task; returns whether it ran. */
    write: (id: string, fence: number, work: (tx: Tx) => Promise<unknown>): Promise<boolean> =>
      db.transaction(async (tx) => {
        const [mine] = await tx
          .select({ id: datasetInferTask.id })
          .from(datasetInferTask)
          .where(held(id, fence))
          .for('update')
        if (!mine) return false
        await work(tx)
        return true
      }),
    set: (id: string, values: Partial<InferTaskRow>, tx: Tx = db) =>
      tx
        .update(datasetInferTask)
        .set({ ...values, updatedAt: clock.now() })
        .where(eq(datasetInferTask.id, id)),
    release: (id: string, fence: number) => db.update(datasetInferTask).set({ leaseUntil: 0 }).where(held(id, fence)),
    addLines: (lines: (typeof datasetInferLine.$inferInsert)[], tx: Tx) =>
      tx.insert(datasetInferLine).values(lines).onConflictDoNothing(),
    lines: (taskId: string): Promise<InferLineRow[]> =>
      db
        .select()
        .from(datasetInferLine)
        .where(eq(datasetInferLine.taskId, taskId))
        .orderBy(asc(datasetInferLine.itemId), asc(datasetInferLine.round)),
    linesOf: (taskId: string, itemIds: string[]): Promise<InferLineRow[]> =>
      db
        .select()
        .from(datasetInferLine)
        .where(and(eq(datasetInferLine.taskId, taskId), inArray(datasetInferLine.itemId, itemIds)))
        .orderBy(asc(datasetInferLine.round)),
    countLines: (taskId: string) => db.$count(datasetInferLine, eq(datasetInferLine.taskId, taskId)),
    /** Stores the answers by row and round. Lines without an answer have failed. Deletes the questions. */
    async answer(
      taskId: string,
      answers: { itemId: string; round: number; text?: string | undefined; problem?: string | undefined }[],
      missing: { en: string; zh: string },
      tx: Tx,
    ): Promise<void> {
      const list = (values: unknown[], type: string) => sql`${sql.param(values)}::${sql.raw(type)}[]`
      await tx.execute(sql`
        UPDATE dataset_infer_line l SET answer = x.answer, problem = x.problem, problem_zh = x.problem
        FROM unnest(${list(
          answers.map((one) => one.itemId),
          'bigint',
        )}, ${list(
          answers.map((one) => one.round),
          'smallint',
        )},
          ${list(
            answers.map((one) => one.text ?? null),
            'text',
          )}, ${list(
            answers.map((one) => one.problem ?? ''),
            'text',
          )}
        ) AS x (item_id, round, answer, problem)
        WHERE l.task_id = ${taskId} AND l.item_id = x.item_id AND l.round = x.round`)
      await tx
        .update(datasetInferLine)
        .set({
          request: '',
          problem: sql`CASE WHEN answer IS NULL AND problem = '' THEN ${missing.en} ELSE problem END`,
          problemZh: sql`CASE WHEN answer IS NULL AND problem = '' THEN ${missing.zh} ELSE problem_zh END`,
        })
        .where(eq(datasetInferLine.taskId, taskId))
    },
    async spacesOf(userId: string): Promise<string[]> {
      const rows = await db
        .select({ id: spaceMember.spaceId })
        .from(spaceMember)
        .where(eq(spaceMember.userId, userId))
        .limit(MAX_SPACES)
      return rows.map(({ id }) => id)
    },
  }
}
export type InferRepo = ReturnType<typeof createInferRepo>

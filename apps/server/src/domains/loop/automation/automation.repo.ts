import { TaskStatus, WorkedStatus } from '@orrery/contract/shared/automation-enums'
import { and, asc, desc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { type ScoreRow, spanScore, type TaskRow, traceTask, traceTaskSpan, type WorkedRow } from './automation.table.ts'

const DAY_US = 86_400_000_000
const isOpen = [TaskStatus.unstarted, TaskStatus.running, TaskStatus.pending]
/** The score used in figures: a person's correction replaces the score of the evaluator. */
const counted = sql`coalesce(${spanScore.correctedScore}, ${spanScore.score})`

export function createAutomationRepo(db: Db, clock: Clock) {
  const held = (id: string, fence: number) => and(eq(traceTask.id, id), eq(traceTask.fence, fence))
  return {
    find: async (spaceId: string, id: string): Promise<TaskRow | undefined> =>
      (
        await db
          .select()
          .from(traceTask)
          .where(and(eq(traceTask.id, id), eq(traceTask.spaceId, spaceId)))
      )[0],
    byId: async (id: string): Promise<TaskRow | undefined> =>
      (await db.select().from(traceTask).where(eq(traceTask.id, id)))[0],
    hasName: async (spaceId: string, name: string): Promise<boolean> =>
      (await db.$count(
        traceTask,
        and(eq(traceTask.spaceId, spaceId), sql`lower(${traceTask.name}) = lower(${name})`),
      )) > 0,
    countOpen: (spaceId: string) =>
      db.$count(traceTask, and(eq(traceTask.spaceId, spaceId), inArray(traceTask.status, isOpen))),
    async list(where: SQL | undefined, isOldestFirst: boolean, limit: number, offset: number) {
      const order = isOldestFirst ? asc : desc
      const [rows, total] = await Promise.all([
        db.select().from(traceTask).where(where).orderBy(order(traceTask.id)).limit(limit).offset(offset),
        db.$count(traceTask, where),
      ])
      return { rows, total }
    },
    insert: (row: typeof traceTask.$inferInsert) => db.insert(traceTask).values(row),
    /** Updates the automation only if it still has the status `from`. Returns whether it did. */
    async update(id: string, from: TaskStatus, set: Partial<TaskRow>): Promise<boolean> {
      const { rowCount } = await db
        .update(traceTask)
        .set(set)
        .where(and(eq(traceTask.id, id), eq(traceTask.status, from)))
      return rowCount === 1
    },
    /** Starts automations whose start time has come. Returns the ids of running ones that no process holds. */
    async due(): Promise<string[]> {
      await db
        .update(traceTask)
        .set({ status: TaskStatus.running })
        .where(and(eq(traceTask.status, TaskStatus.unstarted), lte(traceTask.startAt, clock.now())))
      const rows = await db
        .select({ id: traceTask.id })
        .from(traceTask)
        .where(and(eq(traceTask.status, TaskStatus.running), lte(traceTask.leaseUntil, clock.now())))
      return rows.map(({ id }) => id)
    },
    status: async (id: string): Promise<TaskStatus | undefined> =>
      (await db.select({ status: traceTask.status }).from(traceTask).where(eq(traceTask.id, id)))[0]?.status,
    /** Counts the spans that were processed, in total and since `since`, and sums the cost of all of them. */
    async usage(id: string, since: number): Promise<{ total: number; inCycle: number; cost: number }> {
      const [row] = await db
        .select({
          total: sql<number>`count(*) FILTER (WHERE ${traceTaskSpan.status} <> ${WorkedStatus.skipped})::int`,
          inCycle: sql<number>`count(*) FILTER (WHERE ${traceTaskSpan.status} <> ${WorkedStatus.skipped} AND ${traceTaskSpan.createdAt} >= ${since})::int`,
          cost: sql<number>`coalesce(sum(${traceTaskSpan.cost}), 0)::float8`,
        })
        .from(traceTaskSpan)
        .where(eq(traceTaskSpan.taskId, id))
      return row!
    },
    /** Writes results, unless another process has claimed the task since. */
    write: (id: string, fence: number, worked: WorkedRow[], scores: (typeof spanScore.$inferInsert)[]) =>
      db.transaction(async (tx) => {
        const [mine] = await tx.select({ id: traceTask.id }).from(traceTask).where(held(id, fence)).for('update')
        if (!mine) return false
        if (worked.length) await tx.insert(traceTaskSpan).values(worked).onConflictDoNothing()
        if (scores.length) await tx.insert(spanScore).values(scores).onConflictDoNothing()
        return true
      }),
    /** Ends a pass and releases the lease, so that the next pass can start. */
    endPass: (id: string, fence: number, set: Partial<TaskRow>) =>
      db
        .update(traceTask)
        .set({ ...set, leaseUntil: 0 })
        .where(held(id, fence)),
    async counts(ids: string[]): Promise<Map<string, { done: number; failed: number; skipped: number; cost: number }>> {
      if (!ids.length) return new Map()
      const of = (status: number) => sql<number>`count(*) FILTER (WHERE ${traceTaskSpan.status} = ${status})::int`
      const rows = await db
        .select({
          id: traceTaskSpan.taskId,
          done: of(WorkedStatus.done),
          failed: of(WorkedStatus.failed),
          skipped: of(WorkedStatus.skipped),
          cost: sql<number>`coalesce(sum(${traceTaskSpan.cost}), 0)::float8`,
        })
        .from(traceTaskSpan)
        .where(inArray(traceTaskSpan.taskId, ids))
        .groupBy(traceTaskSpan.taskId)
      return new Map(rows.map(({ id, ...counts }) => [id, counts]))
    },
    worked: (
      taskId: string,
      status: number | undefined,
      after: { at: number; id: string } | undefined,
      limit: number,
    ) =>
      db
        .select({
          row: traceTaskSpan,
          score: sql<number | null>`(SELECT avg(coalesce(corrected_score, score))::float8 FROM span_score s
            WHERE s.task_id = trace_task_span.task_id AND s.trace_id = trace_task_span.trace_id AND s.span_id = trace_task_span.span_id)`,
        })
        .from(traceTaskSpan)
        .where(
          and(
            eq(traceTaskSpan.taskId, taskId),
            status ? sql`${traceTaskSpan.status} = ${status}` : undefined,
            after &&
              sql`(${traceTaskSpan.startedAt}, ${traceTaskSpan.spanId}) < (${after.at}::bigint, ${after.id}::text)`,
          ),
        )
        .orderBy(desc(traceTaskSpan.startedAt), desc(traceTaskSpan.spanId))
        .limit(limit),
    async averages(taskId: string) {
      const day = sql<number>`(${spanScore.startedAt} / ${sql.raw(String(DAY_US))})::int`
      const rows = await db
        .select({ day, count: sql<number>`count(*)::int`, sum: sql<number>`sum(${counted})::float8` })
        .from(spanScore)
        .where(eq(spanScore.taskId, taskId))
        .groupBy(day)
        .orderBy(day)
      const total = rows.reduce((all, { count }) => all + count, 0)
      return {
        average: total ? rows.reduce((all, { sum }) => all + sum, 0) / total : undefined,
        days: rows.map((row) => ({
          at: (row.day * DAY_US) / 1000,
          count: row.count,
          average_score: row.sum / row.count,
        })),
      }
    },
    scoresOf: (spaceId: string, traceId: string): Promise<ScoreRow[]> =>
      db
        .select()
        .from(spanScore)
        .where(and(eq(spanScore.spaceId, spaceId), eq(spanScore.traceId, traceId)))
        .orderBy(asc(spanScore.id)),
    score: async (spaceId: string, id: string, spanId: string): Promise<ScoreRow | undefined> =>
      (
        await db
          .select()
          .from(spanScore)
          .where(and(eq(spanScore.id, id), eq(spanScore.spaceId, spaceId), eq(spanScore.spanId, spanId)))
      )[0],
    correct: async (id: string, set: Partial<ScoreRow>): Promise<ScoreRow | undefined> =>
      (await db.update(spanScore).set(set).where(eq(spanScore.id, id)).returning())[0],
    /** Deletes old records of skipped spans, and records and scores of traces that no longer exist. */
    async deleteOld(): Promise<void> {
      const now = clock.now()
      await db.execute(
        sql`DELETE FROM trace_task_span WHERE status = ${WorkedStatus.skipped} AND created_at < ${now - 30 * 86_400_000}`,
      )
      for (const table of ['span_score', 'trace_task_span'])
        await db.execute(
          sql`DELETE FROM ${sql.raw(table)} s WHERE created_at < ${now - 7 * 86_400_000}
            AND NOT EXISTS (SELECT FROM trace_head h WHERE h.trace_id = s.trace_id)`,
        )
    },
  }
}
export type AutomationRepo = ReturnType<typeof createAutomationRepo>

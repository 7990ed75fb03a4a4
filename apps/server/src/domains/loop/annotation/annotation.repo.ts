import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import { annotationLabel, annotationRow, annotationTask, type LabelTaskRow } from './annotation.table.ts'

export interface TaskCounts {
  settled: number
  disputed: number
  mineFinished: number
  mineOpen: number
}
/**
 * Matches the unfinished labels that `me` may give: nobody else holds them or has them assigned, and `me` has no other
 * label of their rows.
 */
const isFree = (me: string, now: number) => sql`l.finished_at = 0
  AND (l.assigned_to IS NULL OR l.assigned_to = ${me})
  AND (l.held_by IS NULL OR l.held_by = ${me} OR l.held_until < ${now})
  AND NOT EXISTS (SELECT FROM annotation_label o WHERE o.task_id = l.task_id AND o.row_id = l.row_id AND o.id <> l.id
    AND (o.finished_by = ${me} OR (o.finished_at = 0 AND (o.assigned_to = ${me} OR (o.held_by = ${me} AND o.held_until >= ${now})))))`

export function createAnnotationRepo(db: Db) {
  const labelsWithRow = (tx: Tx) =>
    tx
      .select({ label: annotationLabel, content: annotationRow.content })
      .from(annotationLabel)
      .innerJoin(
        annotationRow,
        and(eq(annotationRow.taskId, annotationLabel.taskId), eq(annotationRow.rowId, annotationLabel.rowId)),
      )
  const ofPerson = (taskId: string, userId: string) =>
    and(eq(annotationLabel.taskId, taskId), eq(annotationLabel.finishedBy, userId))
  return {
    task: async (spaceId: string, id: string, tx: Tx = db) =>
      (
        await tx
          .select()
          .from(annotationTask)
          .where(and(eq(annotationTask.id, id), eq(annotationTask.spaceId, spaceId)))
      )[0],
    /** Locks the task (shared) while a label is submitted, so that it cannot be closed at the same moment. */
    async lockTask(id: string, tx: Tx) {
      return (await tx.select().from(annotationTask).where(eq(annotationTask.id, id)).for('share'))[0]
    },
    async tasks(spaceId: string, page: number, size: number) {
      const where = and(eq(annotationTask.spaceId, spaceId), eq(annotationTask.isHidden, false))
      const rows = await db
        .select()
        .from(annotationTask)
        .where(where)
        .orderBy(asc(annotationTask.isClosed), desc(annotationTask.id))
        .limit(size)
        .offset((page - 1) * size)
      return { rows, total: await db.$count(annotationTask, where) }
    },
    async counts(taskIds: string[], me: string, now: number): Promise<Map<string, TaskCounts>> {
      if (!taskIds.length) return new Map()
      const ids = sql`${sql.param(taskIds)}::bigint[]`
      const { rows } = await db.execute<Record<keyof TaskCounts | 'id', string>>(sql`
        SELECT t.id::text AS id,
          (SELECT count(*) FROM annotation_row r WHERE r.task_id = t.id AND r.settled_at > 0) AS settled,
          (SELECT count(*) FROM annotation_row r WHERE r.task_id = t.id AND r.is_disputed) AS disputed,
          (SELECT count(*) FROM annotation_label l WHERE l.task_id = t.id AND l.finished_by = ${me}) AS "mineFinished",
          (SELECT count(DISTINCT l.row_id) FROM annotation_label l WHERE l.task_id = t.id AND NOT t.is_closed AND ${isFree(me, now)}) AS "mineOpen"
        FROM annotation_task t WHERE t.id = ANY (${ids})`)
      return new Map(
        rows.map(({ id, settled, disputed, mineFinished, mineOpen }) => [
          id,
          {
            settled: Number(settled),
            disputed: Number(disputed),
            mineFinished: Number(mineFinished),
            mineOpen: Number(mineOpen),
          },
        ]),
      )
    },
    async people(taskId: string) {
      const { rows } = await db.execute<{ user_id: string; finished: number; assigned: number }>(sql`
        SELECT user_id::text, sum(finished)::int AS finished, sum(assigned)::int AS assigned FROM (
          SELECT finished_by AS user_id, 1 AS finished, 0 AS assigned FROM annotation_label
            WHERE task_id = ${taskId} AND finished_by IS NOT NULL
          UNION ALL SELECT assigned_to, 0, 1 FROM annotation_label
            WHERE task_id = ${taskId} AND assigned_to IS NOT NULL AND finished_at = 0) one
        GROUP BY user_id ORDER BY 2 DESC, 1`)
      return rows
    },
    /** Counts the rows with all their labels, and those among them that needed no decision of a person. */
    async agreement(taskId: string) {
      const { rows } = await db.execute<{ complete: number; agreed: number }>(sql`
        SELECT count(*) FILTER (WHERE settled_at > 0 OR is_disputed)::int AS complete,
          count(*) FILTER (WHERE settled_at > 0 AND decided_by IS NULL)::int AS agreed
        FROM annotation_row WHERE task_id = ${taskId}`)
      return rows[0]!
    },
    /** All finished labels, row by row. */
    async finishedLabels(taskId: string) {
      return db
        .select({
          rowId: annotationLabel.rowId,
          userId: annotationLabel.finishedBy,
          answers: annotationLabel.answers,
        })
        .from(annotationLabel)
        .where(and(eq(annotationLabel.taskId, taskId), gt(annotationLabel.finishedAt, 0)))
        .orderBy(annotationLabel.rowId, annotationLabel.blind)
    },
    /** Locks and returns the next label for a person: a held one first, then an assigned one, then any free one. */
    async nextFree(taskId: string, me: string, skip: string[], now: number, tx: Tx): Promise<string | undefined> {
      const { rows } = await tx.execute<{ id: string }>(sql`
        SELECT l.id::text FROM annotation_label l JOIN annotation_row r ON r.task_id = l.task_id AND r.row_id = l.row_id
        WHERE l.task_id = ${taskId} AND ${isFree(me, now)} AND l.id <> ALL (${sql.param(skip)}::bigint[])
        ORDER BY l.held_by = ${me} AND l.held_until >= ${now} DESC NULLS LAST, l.assigned_to = ${me} DESC NULLS LAST, r.nth, l.blind
        LIMIT 1 FOR UPDATE OF l SKIP LOCKED`)
      return rows[0]?.id
    },
    label: async (taskId: string, id: string, tx: Tx = db) =>
      (await labelsWithRow(tx).where(and(eq(annotationLabel.id, id), eq(annotationLabel.taskId, taskId))))[0],
    async mine(taskId: string, userId: string, page: number, size: number) {
      const rows = await labelsWithRow(db)
        .where(ofPerson(taskId, userId))
        .orderBy(desc(annotationLabel.finishedAt), desc(annotationLabel.id))
        .limit(size)
        .offset((page - 1) * size)
      return { rows, total: await db.$count(annotationLabel, ofPerson(taskId, userId)) }
    },
    /** Locks a row, so that submissions of its labels run one after another. */
    async lockRow(taskId: string, rowId: string, tx: Tx) {
      const where = and(eq(annotationRow.taskId, taskId), eq(annotationRow.rowId, rowId))
      return (await tx.select().from(annotationRow).where(where).for('update'))[0]
    },
    labelsOf: (taskId: string, rowIds: string[], tx: Tx = db): Promise<LabelTaskRow[]> =>
      tx
        .select()
        .from(annotationLabel)
        .where(and(eq(annotationLabel.taskId, taskId), inArray(annotationLabel.rowId, rowIds)))
        .orderBy(asc(annotationLabel.rowId), asc(annotationLabel.blind)),
    async disputed(taskId: string, page: number, size: number) {
      const where = and(eq(annotationRow.taskId, taskId), eq(annotationRow.isDisputed, true))
      const rows = await db
        .select()
        .from(annotationRow)
        .where(where)
        .orderBy(asc(annotationRow.nth))
        .limit(size)
        .offset((page - 1) * size)
      return { rows, total: await db.$count(annotationRow, where) }
    },
    /** Rows with a known outcome. */
    settled: (taskId: string, tx: Tx = db) =>
      tx
        .select({ rowId: annotationRow.rowId, outcome: annotationRow.outcome, settledAt: annotationRow.settledAt })
        .from(annotationRow)
        .where(and(eq(annotationRow.taskId, taskId), gt(annotationRow.settledAt, 0))),
    /** Unfinished labels in the order of their rows, with the people who have already labelled the row. */
    async unfinished(taskId: string, tx: Tx) {
      const { rows } = await tx.execute<{ id: string; row_id: string; taken: string[] }>(sql`
        SELECT l.id::text, l.row_id::text,
          ARRAY(SELECT o.finished_by::text FROM annotation_label o WHERE o.task_id = l.task_id AND o.row_id = l.row_id
            AND o.finished_by IS NOT NULL) AS taken
        FROM annotation_label l JOIN annotation_row r ON r.task_id = l.task_id AND r.row_id = l.row_id
        WHERE l.task_id = ${taskId} AND l.finished_at = 0 ORDER BY r.nth, l.blind FOR UPDATE OF l`)
      return rows
    },
  }
}
export type AnnotationRepo = ReturnType<typeof createAnnotationRepo>

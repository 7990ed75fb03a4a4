import { and, asc, desc, eq, ilike, inArray, sql } from 'drizzle-orm'
import { type Db, likeText } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { annotationErrors } from './annotation.errors.ts'
import { annotationLabel, annotationRow, annotationTask, type LabelTaskRow, type TaskRow } from './annotation.table.ts'

export interface TaskSearch {
  sources: string[]
  sourceId?: string | undefined
  area?: number | undefined
  maker?: string | undefined
  name?: string | undefined
  annotators?: string[] | undefined
}
export interface LabelSearch {
  rowIds?: string[] | undefined
  isFinished?: boolean | undefined
  assigned?: string[] | undefined
  finishedBy?: string[] | undefined
  blinds?: number[] | undefined
  places?: number[] | undefined
}
const MAX_LABELS_PER_ROW = 5
/** Answers of a row as they are written back, by question: from the chosen label, or agreed by all labels. */
export interface Verdict {
  rowId: string
  answers: Record<string, { text: string; why: string; userId: string }>
}

/** What reviewers do with labels: list, assign, choose and write back. */
export function createLabelReview({ db, newId }: { db: Db; newId: NewId }) {
  async function label(spaceId: string, id: string): Promise<{ label: LabelTaskRow; task: TaskRow }> {
    const [found] = await db
      .select({ label: annotationLabel, task: annotationTask })
      .from(annotationLabel)
      .innerJoin(annotationTask, eq(annotationTask.id, annotationLabel.taskId))
      .where(and(eq(annotationLabel.id, id), eq(annotationTask.spaceId, spaceId)))
    if (!found) throw errors.notFound({ what: 'label' })
    return found
  }
  const rowsOf = async (taskId: string, page: number, size: number) =>
    db
      .select()
      .from(annotationRow)
      .where(eq(annotationRow.taskId, taskId))
      .orderBy(asc(annotationRow.nth))
      .limit(size)
      .offset((page - 1) * size)
  const labelsOf = async (taskId: string, rowIds: string[]) =>
    rowIds.length
      ? db
          .select()
          .from(annotationLabel)
          .where(and(eq(annotationLabel.taskId, taskId), inArray(annotationLabel.rowId, rowIds)))
          .orderBy(asc(annotationLabel.rowId), asc(annotationLabel.blind))
      : []
  return {
    label,
    rowsOf,
    labelsOf,
    async tasks(spaceId: string, by: TaskSearch, page: number, size: number) {
      const where = and(
        eq(annotationTask.spaceId, spaceId),
        inArray(annotationTask.source, by.sources),
        by.sourceId ? eq(annotationTask.sourceId, by.sourceId) : undefined,
        by.area ? eq(annotationTask.area, by.area) : undefined,
        by.maker ? eq(annotationTask.createdBy, by.maker) : undefined,
        by.name ? ilike(annotationTask.name, likeText(by.name)) : undefined,
        by.annotators?.length
          ? sql`EXISTS (SELECT FROM annotation_label l WHERE l.task_id = ${annotationTask.id}
              AND l.assigned_to = ANY (${sql.param(by.annotators)}::bigint[]))`
          : undefined,
      )
      const rows = await db
        .select()
        .from(annotationTask)
        .where(where)
        .orderBy(desc(annotationTask.id))
        .limit(size)
        .offset((page - 1) * size)
      return { rows, total: await db.$count(annotationTask, where) }
    },
    /** Counts finished labels by task and by position of the blind label. */
    async progress(taskIds: string[]) {
      if (!taskIds.length) return []
      const { rows } = await db.execute<{ task: string; blind: number; all: number; finished: number }>(sql`
        SELECT task_id::text AS task, blind, count(*)::int AS all, count(*) FILTER (WHERE finished_at > 0)::int AS finished
        FROM annotation_label WHERE task_id = ANY (${sql.param(taskIds)}::bigint[]) GROUP BY 1, 2 ORDER BY 1, 2`)
      return rows
    },
    set: (
      taskId: string,
      set: Partial<Pick<TaskRow, 'name' | 'guide' | 'isHidden' | 'questions' | 'writeBack' | 'isClosed'>>,
    ) => db.update(annotationTask).set(set).where(eq(annotationTask.id, taskId)),
    async labels(taskId: string, by: LabelSearch, page: number, size: number) {
      const where = and(
        eq(annotationLabel.taskId, taskId),
        by.rowIds?.length ? inArray(annotationLabel.rowId, by.rowIds) : undefined,
        by.isFinished === undefined ? undefined : sql`(${annotationLabel.finishedAt} > 0) = ${by.isFinished}`,
        by.assigned?.length ? inArray(annotationLabel.assignedTo, by.assigned) : undefined,
        by.finishedBy?.length ? inArray(annotationLabel.finishedBy, by.finishedBy) : undefined,
        by.blinds?.length ? inArray(annotationLabel.blind, by.blinds) : undefined,
        by.places?.length ? inArray(annotationRow.nth, by.places) : undefined,
      )
      const of = and(eq(annotationRow.taskId, annotationLabel.taskId), eq(annotationRow.rowId, annotationLabel.rowId))
      const rows = await db
        .select({ label: annotationLabel, row: annotationRow })
        .from(annotationLabel)
        .innerJoin(annotationRow, of)
        .where(where)
        .orderBy(asc(annotationRow.nth), asc(annotationLabel.blind))
        .limit(size)
        .offset((page - 1) * size)
      const [all] = await db
        .select({ n: sql<number>`count(*)::int` })
        .from(annotationLabel)
        .innerJoin(annotationRow, of)
        .where(where)
      return { rows, total: all!.n }
    },
    /** Assigns unfinished labels to a person, at most one label of each row. */
    async assignTo(taskId: string, labelIds: string[], userId: string): Promise<void> {
      await db.transaction(async (tx) => {
        const rows = await tx
          .select()
          .from(annotationLabel)
          .where(and(eq(annotationLabel.taskId, taskId), inArray(annotationLabel.id, labelIds)))
          .for('update')
        if (rows.length < new Set(labelIds).size) throw errors.notFound({ what: 'label' })
        const rowIds = rows.map(({ rowId }) => rowId)
        const others = await tx
          .select()
          .from(annotationLabel)
          .where(and(eq(annotationLabel.taskId, taskId), inArray(annotationLabel.rowId, rowIds)))
        const isTwice = rows.some((row) =>
          others.some(
            (one) => one.id !== row.id && one.rowId === row.rowId && (one.finishedBy ?? one.assignedTo) === userId,
          ),
        )
        if (isTwice || new Set(rowIds).size < rowIds.length || rows.some(({ finishedAt }) => finishedAt))
          throw annotationErrors.ofOther()
        await tx
          .update(annotationLabel)
          .set({ assignedTo: userId, heldBy: null, heldUntil: 0 })
          .where(inArray(annotationLabel.id, labelIds))
      })
    },
    /** Adds one more independent label to each of these rows. */
    async addLabels(task: TaskRow, wanted: { rowId: string; userId: string | undefined }[]): Promise<void> {
      await db.transaction(async (tx) => {
        for (const { rowId, userId } of wanted) {
          const where = and(eq(annotationRow.taskId, task.id), eq(annotationRow.rowId, rowId))
          const [row] = await tx.select().from(annotationRow).where(where).for('update')
          if (!row) throw errors.notFound({ what: 'row' })
          const labels = await tx
            .select()
            .from(annotationLabel)
            .where(and(eq(annotationLabel.taskId, task.id), eq(annotationLabel.rowId, rowId)))
          if (labels.length >= MAX_LABELS_PER_ROW) throw annotationErrors.tooMany({ max: MAX_LABELS_PER_ROW })
          if (userId && labels.some((one) => (one.finishedBy ?? one.assignedTo) === userId))
            throw annotationErrors.ofOther()
          await tx
            .insert(annotationLabel)
            .values({ id: newId(), taskId: task.id, rowId, blind: labels.length, assignedTo: userId ?? null })
          await tx.update(annotationRow).set({ outcome: null, isDisputed: false, settledAt: 0 }).where(where)
        }
      })
    },
    /** Chooses the answer of one label to a question, or withdraws that choice. */
    async choose(spaceId: string, labelId: string, question: string, isChosen: boolean): Promise<void> {
      const { label: found, task } = await label(spaceId, labelId)
      if (task.isClosed) throw annotationErrors.closed()
      if (!task.questions.some(({ key }) => key === question)) throw errors.notFound({ what: 'label' })
      await db.transaction(async (tx) => {
        const where = and(eq(annotationRow.taskId, task.id), eq(annotationRow.rowId, found.rowId))
        const [row] = await tx.select().from(annotationRow).where(where).for('update')
        if (isChosen && !found.answers?.[question]) throw errors.notFound({ what: 'label' })
        const { [question]: now, ...others } = row!.chosen
        const chosen = isChosen ? { ...others, [question]: labelId } : now === labelId ? others : row!.chosen
        await tx.update(annotationRow).set({ chosen }).where(where)
      })
    },
    /** The result of each row: a chosen label wins, then a decision of a person, then what all labels agree on. */
    async verdicts(task: TaskRow): Promise<Verdict[]> {
      const rows = await db
        .select()
        .from(annotationRow)
        .where(eq(annotationRow.taskId, task.id))
        .orderBy(asc(annotationRow.nth))
      const labels = Map.groupBy(
        await labelsOf(
          task.id,
          rows.map(({ rowId }) => rowId),
        ),
        ({ rowId }) => rowId,
      )
      return rows.flatMap(({ rowId, chosen, outcome, decidedBy }): Verdict[] => {
        const given = (labels.get(rowId) ?? []).filter(({ finishedAt }) => finishedAt)
        const all = labels.get(rowId) ?? []
        const answers = task.questions.flatMap(({ key }) => {
          // A person's decision about a disagreement wins over the labels, unless a label was chosen.
          const decided = decidedBy && !chosen[key] ? outcome?.[key] : undefined
          if (decided) return [[key, { text: decided, why: '', userId: decidedBy! }] as const]
          const picked = given.find(({ id }) => id === chosen[key])
          const texts = new Set(given.map((one) => one.answers?.[key] ?? ''))
          const agreed = given.length === all.length && texts.size === 1 ? given[0] : undefined
          const from = picked ?? agreed
          const text = from?.answers?.[key]
          return from && text ? [[key, { text, why: from.reasons[key] ?? '', userId: from.finishedBy! }] as const] : []
        })
        return answers.length ? [{ rowId, answers: Object.fromEntries(answers) }] : []
      })
    },
  }
}
export type LabelReview = ReturnType<typeof createLabelReview>

import type { AnnotationQuestion } from '@orrery/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { badInput, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { agreementsOf } from './agreements.ts'
import { annotationErrors } from './annotation.errors.ts'
import type { AnnotationRepo } from './annotation.repo.ts'
import {
  type Answers,
  annotationLabel,
  annotationRow,
  annotationTask,
  type ShownValue,
  type TaskRow,
} from './annotation.table.ts'
import { isAgreed, readAnswers } from './answer-check.ts'

interface AnnotationDeps {
  db: Db
  repo: AnnotationRepo
  newId: NewId
  clock: Clock
  isMember(spaceId: string, userId: string): Promise<boolean>
}
export interface NewTask {
  spaceId: string
  datasetId: string
  userId: string
  name: string
  guide: string
  /** The part of the product that opened the task, and the id of its own record. */
  source: string
  sourceId: string
  questions: AnnotationQuestion[]
  blindCount: number
  rows: { rowId: string; content: ShownValue[] }[]
  /** People who get the labels in turn. If empty, each row goes to the first person who opens it. */
  annotators: string[]
  area?: number
  isHidden?: boolean
  rangeFrom?: number
  rangeTo?: number
}
const RESERVATION_MS = 30 * 60_000
const ROWS_PER_INSERT = 1000

/**
 * The queue of rows that people label. Other parts of the product open a task with rows, are notified when the
 * outcome of a row is known (`onSettled`), and read the outcomes. The queue does not know what they use them for.
 */
export function createAnnotationService({ db, repo, newId, clock, isMember }: AnnotationDeps) {
  const listeners = new Map<string, (sourceId: string) => void>()
  async function get(spaceId: string, id: string, tx: Tx = db) {
    const task = await repo.task(spaceId, id, tx)
    if (!task) throw errors.notFound({ what: 'task' })
    return task
  }
  async function openTask(spaceId: string, id: string, tx: Tx) {
    await get(spaceId, id, tx)
    const task = (await repo.lockTask(id, tx))!
    if (task.isClosed) throw annotationErrors.closed()
    return task
  }
  async function requireMembers(spaceId: string, userIds: string[], at: string) {
    for (const [index, userId] of userIds.entries())
      if (!(await isMember(spaceId, userId)))
        throw badInput(`${at}[${index}]`, 'is not a member of the space', '不是空间成员')
  }
  /** Assigns the open labels round-robin, never two labels of a row to the same person. Returns the number assigned. */
  async function assignRoundRobin(taskId: string, userIds: string[], tx: Tx): Promise<number> {
    const people = [...new Set(userIds)]
    const open = await repo.unfinished(taskId, tx)
    const chosen: { id: string; to: string }[] = []
    let turn = 0
    const taken = new Map<string, Set<string>>()
    for (const { id, row_id, taken: finished } of open) {
      const here = taken.get(row_id) ?? new Set(finished)
      taken.set(row_id, here)
      const at = people.findIndex((_, n) => !here.has(people[(turn + n) % people.length]!))
      if (at < 0) continue
      const to = people[(turn + at) % people.length]!
      here.add(to)
      turn = (turn + at + 1) % people.length
      chosen.push({ id, to })
    }
    if (!chosen.length) return 0
    const [ids, to] = [chosen.map((one) => one.id), chosen.map((one) => one.to)]
    await tx.execute(sql`UPDATE annotation_label l SET assigned_to = x.who, held_by = NULL, held_until = 0
      FROM unnest(${sql.param(ids)}::bigint[], ${sql.param(to)}::bigint[]) AS x (id, who) WHERE l.id = x.id`)
    return chosen.length
  }
  /** Stores the outcome of a row once all of its labels are finished. Never overwrites the decision of a person. */
  async function settle(taskId: string, rowId: string, questions: AnnotationQuestion[], tx: Tx): Promise<boolean> {
    const row = (await repo.lockRow(taskId, rowId, tx))!
    if (row.decidedBy) return false
    const labels = await repo.labelsOf(taskId, [rowId], tx)
    if (labels.some(({ finishedAt }) => !finishedAt)) return false
    const all = labels.map(({ answers }) => answers ?? {})
    const isAgreement = isAgreed(all, questions)
    const set = isAgreement
      ? { outcome: all[0]!, isDisputed: false, settledAt: clock.now() }
      : { outcome: null, isDisputed: true, settledAt: 0 }
    await tx
      .update(annotationRow)
      .set(set)
      .where(and(eq(annotationRow.taskId, taskId), eq(annotationRow.rowId, rowId)))
    return isAgreement
  }
  const notifySource = ({ source, sourceId }: { source: string; sourceId: string }) => listeners.get(source)?.(sourceId)

  return {
    get,
    requireMembers,
    /** Calls the listener with the `sourceId` of the task when the outcome of a row becomes known. */
    onSettled: (source: string, listener: (sourceId: string) => void) => void listeners.set(source, listener),
    /** Opens a task within the transaction of the caller. */
    async open(given: NewTask, tx: Tx): Promise<string> {
      const { rows, annotators, userId, ...task } = given
      const id = newId()
      const made = { createdBy: userId, createdAt: clock.now() }
      await tx.insert(annotationTask).values({ ...task, ...made, id, rowCount: rows.length })
      for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
        const part = rows.slice(at, at + ROWS_PER_INSERT)
        await tx
          .insert(annotationRow)
          .values(part.map(({ rowId, content }, n) => ({ taskId: id, rowId, content, nth: at + n })))
        const labels = part.flatMap(({ rowId }) =>
          Array.from({ length: given.blindCount }, (_, blind) => ({ id: newId(), taskId: id, rowId, blind })),
        )
        await tx.insert(annotationLabel).values(labels)
      }
      if (annotators.length) await assignRoundRobin(id, annotators, tx)
      return id
    },
    outcomes: repo.settled,
    /** Closes a task: none of its labels can change afterwards. */
    close: (id: string, tx: Tx = db) =>
      tx.update(annotationTask).set({ isClosed: true }).where(eq(annotationTask.id, id)),
    remove: (id: string, tx: Tx = db) => tx.delete(annotationTask).where(eq(annotationTask.id, id)),
    tasks: repo.tasks,
    counts: (ids: string[], userId: string) => repo.counts(ids, userId, clock.now()),
    people: repo.people,
    agreement: repo.agreement,
    agreements: async (task: TaskRow) => agreementsOf(task, await repo.finishedLabels(task.id)),
    /** Returns the next row for a person and reserves it for half an hour. */
    next: (spaceId: string, taskId: string, userId: string, skip: string[]) =>
      db.transaction(async (tx) => {
        const task = await get(spaceId, taskId, tx)
        if (task.isClosed) return undefined
        const now = clock.now()
        const id = await repo.nextFree(taskId, userId, skip, now, tx)
        if (!id) return undefined
        await tx
          .update(annotationLabel)
          .set({ heldBy: userId, heldUntil: now + RESERVATION_MS })
          .where(eq(annotationLabel.id, id))
        return repo.label(taskId, id, tx)
      }),
    mine: async (spaceId: string, taskId: string, userId: string, page: number, size: number) => {
      await get(spaceId, taskId)
      return repo.mine(taskId, userId, page, size)
    },
    async submit(
      spaceId: string,
      taskId: string,
      labelId: string,
      userId: string,
      given: Answers,
      reasons: Answers = {},
    ): Promise<void> {
      const settled = await db.transaction(async (tx) => {
        const task = await openTask(spaceId, taskId, tx)
        const found = await repo.label(taskId, labelId, tx)
        if (!found) throw errors.notFound({ what: 'label' })
        const answers = readAnswers(given, task.questions)
        const { rowId } = found.label
        await repo.lockRow(taskId, rowId, tx)
        const labels = await repo.labelsOf(taskId, [rowId], tx)
        const label = labels.find(({ id }) => id === labelId)!
        const hasOtherLabel = labels.some(({ id, finishedBy }) => id !== labelId && finishedBy === userId)
        const now = clock.now()
        const isForSomebodyElse =
          label.finishedBy !== null
            ? label.finishedBy !== userId
            : (label.assignedTo !== null && label.assignedTo !== userId) ||
              (label.heldBy !== null && label.heldBy !== userId && label.heldUntil >= now)
        if (hasOtherLabel || isForSomebodyElse) throw annotationErrors.ofOther()
        const done = { answers, reasons, finishedBy: userId, finishedAt: now, heldBy: null, heldUntil: 0 }
        await tx.update(annotationLabel).set(done).where(eq(annotationLabel.id, labelId))
        return (await settle(taskId, rowId, task.questions, tx)) ? task : undefined
      })
      if (settled) notifySource(settled)
    },
    async assign(spaceId: string, taskId: string, userIds: string[]): Promise<number> {
      await get(spaceId, taskId)
      await requireMembers(spaceId, userIds, 'userIDs')
      return db.transaction(async (tx) => {
        await openTask(spaceId, taskId, tx)
        return assignRoundRobin(taskId, userIds, tx)
      })
    },
    async disagreements(spaceId: string, taskId: string, page: number, size: number) {
      await get(spaceId, taskId)
      const { rows, total } = await repo.disputed(taskId, page, size)
      const ids = rows.map(({ rowId }) => rowId)
      const labels = ids.length ? await repo.labelsOf(taskId, ids) : []
      return { rows: rows.map((row) => ({ ...row, labels: labels.filter(({ rowId }) => rowId === row.rowId) })), total }
    },
    async decide(spaceId: string, taskId: string, rowId: string, userId: string, given: Answers): Promise<void> {
      const task = await db.transaction(async (tx) => {
        const found = await openTask(spaceId, taskId, tx)
        const row = await repo.lockRow(taskId, rowId, tx)
        if (!row) throw errors.notFound({ what: 'row' })
        if (!row.isDisputed && !row.decidedBy) throw annotationErrors.notDisputed()
        const outcome = readAnswers(given, found.questions)
        const set = { outcome, decidedBy: userId, isDisputed: false, settledAt: clock.now() }
        await tx
          .update(annotationRow)
          .set(set)
          .where(and(eq(annotationRow.taskId, taskId), eq(annotationRow.rowId, rowId)))
        return found
      })
      notifySource(task)
    },
  }
}
export type AnnotationService = ReturnType<typeof createAnnotationService>

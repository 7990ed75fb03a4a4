import { TaskKind, TaskRunStatus, TaskStatus } from '@orrery/contract'
import { and, asc, count, desc, eq, exists, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '#kit/db.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { botTask, botTaskHook, botTaskRun, type TaskRow, type TaskRunRow } from './task.table.ts'

export function createTaskRepo(db: Db) {
  /** Excludes bots in the bin, whose tasks do not run. */
  const isThere = (botId: PgColumn) =>
    exists(db.select({ id: resource.id }).from(resource).where(eq(resource.id, botId)))
  const isOpen = sql`status IN (${sql.raw(`${TaskRunStatus.waiting}, ${TaskRunStatus.running}`)})`
  /** Matches the run only while the process with this fencing number has its lease. */
  const isHeld = (id: string, fence: number) => and(eq(botTaskRun.id, id), eq(botTaskRun.fence, fence), isOpen)
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction(work),
    insert: (row: TaskRow, tx: Tx = db) => tx.insert(botTask).values(row),
    update: (id: string, values: Partial<TaskRow>, tx: Tx = db) =>
      tx.update(botTask).set(values).where(eq(botTask.id, id)),
    remove: (id: string) => db.delete(botTask).where(eq(botTask.id, id)),
    byId: async (id: string) => (await db.select().from(botTask).where(eq(botTask.id, id)))[0],
    ofBot: (botId: string, tx: Tx = db) =>
      tx.select().from(botTask).where(eq(botTask.botId, botId)).orderBy(asc(botTask.id)),
    /** The preset tasks of a bot, and the tasks of one person. */
    shownTo: (botId: string, userId: string) =>
      db
        .select()
        .from(botTask)
        .where(and(eq(botTask.botId, botId), or(eq(botTask.kind, TaskKind.preset), eq(botTask.userId, userId))))
        .orderBy(asc(botTask.id)),
    async count(botId: string, kind: number, userId?: string): Promise<number> {
      const ofUser = userId === undefined ? undefined : eq(botTask.userId, userId)
      const [row] = await db
        .select({ n: count() })
        .from(botTask)
        .where(and(eq(botTask.botId, botId), eq(botTask.kind, kind), ofUser))
      return row!.n
    },
    /** Due tasks, locked so that no other process takes them. */
    takeDue: (now: number, tx: Tx, limit = 100) =>
      tx
        .select()
        .from(botTask)
        .where(
          and(
            eq(botTask.status, TaskStatus.active),
            isNotNull(botTask.nextAt),
            lte(botTask.nextAt, now),
            isThere(botTask.botId),
          ),
        )
        .orderBy(asc(botTask.nextAt))
        .limit(limit)
        .for('update', { skipLocked: true }),
    /** Returns false if the occasion already has a run. */
    async addRun(row: TaskRunRow, tx: Tx = db): Promise<boolean> {
      const rows = await tx.insert(botTaskRun).values(row).onConflictDoNothing().returning({ id: botTaskRun.id })
      return rows.length > 0
    },
    runById: async (id: string) => (await db.select().from(botTaskRun).where(eq(botTaskRun.id, id)))[0],
    runAt: async (taskId: string, occasion: string) =>
      (
        await db
          .select()
          .from(botTaskRun)
          .where(and(eq(botTaskRun.taskId, taskId), eq(botTaskRun.occasion, occasion)))
      )[0],
    /** Leases of the runs that have not ended. */
    leases: createLeaseStore(db, botTaskRun, isOpen),
    /** Starts a waiting run. Returns false if it was started before. */
    async startRun(id: string, fence: number, now: number): Promise<boolean> {
      const rows = await db
        .update(botTaskRun)
        .set({ status: TaskRunStatus.running, startedAt: now })
        .where(and(isHeld(id, fence), eq(botTaskRun.status, TaskRunStatus.waiting)))
        .returning({ id: botTaskRun.id })
      return rows.length > 0
    },
    endRun: (id: string, fence: number, values: Partial<TaskRunRow>) =>
      db.update(botTaskRun).set(values).where(isHeld(id, fence)),
    waiting: (before: number) =>
      db
        .select({ id: botTaskRun.id })
        .from(botTaskRun)
        .where(and(eq(botTaskRun.status, TaskRunStatus.waiting), lte(botTaskRun.dueAt, before)))
        .limit(1000),
    async runs(botId: string, taskIds: string[], page: number, size: number) {
      const where = and(eq(botTaskRun.botId, botId), inArray(botTaskRun.taskId, taskIds.length ? taskIds : ['0']))
      const rows = await db
        .select({ run: botTaskRun, name: botTask.name })
        .from(botTaskRun)
        .innerJoin(botTask, eq(botTask.id, botTaskRun.taskId))
        .where(where)
        .orderBy(desc(botTaskRun.id))
        .limit(size)
        .offset((page - 1) * size)
      const [total] = await db.select({ n: count() }).from(botTaskRun).where(where)
      return { rows, total: total!.n }
    },
    async lastRun(taskId: string): Promise<TaskRunRow | undefined> {
      const [row] = await db
        .select()
        .from(botTaskRun)
        .where(eq(botTaskRun.taskId, taskId))
        .orderBy(desc(botTaskRun.id))
        .limit(1)
      return row
    },
    addHook: (row: typeof botTaskHook.$inferInsert) => db.insert(botTaskHook).values(row),
    hook: async (key: string) =>
      (
        await db
          .select()
          .from(botTaskHook)
          .where(and(eq(botTaskHook.key, key), isThere(botTaskHook.botId)))
      )[0],
    hasBot: async (botId: string): Promise<boolean> => (await db.$count(resource, eq(resource.id, botId))) > 0,
    byHook: async (key: string) => (await db.select().from(botTask).where(eq(botTask.hookKey, key)))[0],
  }
}
export type TaskRepo = ReturnType<typeof createTaskRepo>

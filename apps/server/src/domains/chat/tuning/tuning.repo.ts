import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { type DatasetRow, type TaskRow, tuningDataset as dataset, tuningTask as task } from './tuning.table.ts'

const OPEN = [4, 5]

export function createTuningRepo(db: Db) {
  return {
    addDataset: (row: DatasetRow) => db.insert(dataset).values(row),
    async dataset(spaceId: string, id: string): Promise<DatasetRow | undefined> {
      return (
        await db
          .select()
          .from(dataset)
          .where(and(eq(dataset.id, id), eq(dataset.spaceId, spaceId)))
      )[0]
    },
    addTask: (row: typeof task.$inferInsert) => db.insert(task).values(row),
    async task(id: string): Promise<TaskRow | undefined> {
      return (await db.select().from(task).where(eq(task.id, id)))[0]
    },
    tasks: (spaceId: string): Promise<(TaskRow & { datasetName: string })[]> =>
      db
        .select({ task, datasetName: dataset.name })
        .from(task)
        .innerJoin(dataset, eq(dataset.id, task.datasetId))
        .where(eq(task.spaceId, spaceId))
        .orderBy(desc(task.id))
        .then((rows) => rows.map((row) => ({ ...row.task, datasetName: row.datasetName }))),
    /** Open trainings, least recently checked first. */
    open: (most: number): Promise<TaskRow[]> =>
      db.select().from(task).where(inArray(task.status, OPEN)).orderBy(asc(task.lookedAt)).limit(most),
    async byModel(spaceId: string, modelId: string): Promise<TaskRow | undefined> {
      return (
        await db
          .select()
          .from(task)
          .where(and(eq(task.spaceId, spaceId), eq(task.modelId, modelId)))
      )[0]
    },
    /** Claims a training for one check; true for the process that gets it. */
    async claim({ id, lookedAt }: TaskRow, now: number): Promise<boolean> {
      const mine = and(eq(task.id, id), eq(task.lookedAt, lookedAt))
      return (await db.update(task).set({ lookedAt: now }).where(mine).returning({ id: task.id })).length > 0
    },
    change: (id: string, change: Partial<TaskRow>) => db.update(task).set(change).where(eq(task.id, id)),
    removeTask: (id: string) => db.delete(task).where(eq(task.id, id)),
  }
}
export type TuningRepo = ReturnType<typeof createTuningRepo>

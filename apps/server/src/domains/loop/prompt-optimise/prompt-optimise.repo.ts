import { and, asc, desc, eq, ilike, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText, violates } from '#kit/db.ts'
import { dataset, datasetItem, datasetSchema } from '#domains/loop/dataset/dataset.table.ts'
import type { Row } from './engine.ts'
import { optimiseErrors } from './prompt-optimise.errors.ts'
import {
  type OptimiseRunRow,
  type OptimiseTaskRow,
  promptOptimiseCall,
  promptOptimiseRun,
  promptOptimiseTask,
  RunStatus,
} from './prompt-optimise.table.ts'

export interface TaskSearch {
  name?: string | undefined
  promptId?: string | undefined
  version?: string | undefined
  createdBy?: string | undefined
}
export interface KnownCall {
  answer: unknown
  calls: number
  cost: number
}
/** More rows would cost more than they contribute. */
const MOST_ROWS = 1000

export function createOptimiseRepo(db: Db, clock: Clock) {
  const open = inArray(promptOptimiseRun.status, [RunStatus.init, RunStatus.running])
  const held = (id: string, fence: number) =>
    and(eq(promptOptimiseRun.id, id), eq(promptOptimiseRun.fence, fence), open)
  return {
    addTask: (row: OptimiseTaskRow) => db.insert(promptOptimiseTask).values(row),
    async task(id: string): Promise<OptimiseTaskRow | undefined> {
      return (await db.select().from(promptOptimiseTask).where(eq(promptOptimiseTask.id, id)))[0]
    },
    changeTask: (id: string, change: Partial<OptimiseTaskRow>) =>
      db
        .update(promptOptimiseTask)
        .set({ ...change, updatedAt: clock.now() })
        .where(eq(promptOptimiseTask.id, id)),
    removeTask: (id: string) => db.delete(promptOptimiseTask).where(eq(promptOptimiseTask.id, id)),
    async tasks(spaceId: string, search: TaskSearch, page: number, size: number) {
      const conditions: (SQL | undefined)[] = [
        eq(promptOptimiseTask.spaceId, spaceId),
        eq(promptOptimiseTask.isVisible, true),
        search.name ? ilike(promptOptimiseTask.name, likeText(search.name)) : undefined,
        search.promptId ? eq(promptOptimiseTask.promptId, search.promptId) : undefined,
        search.version ? eq(promptOptimiseTask.version, search.version) : undefined,
        search.createdBy ? eq(promptOptimiseTask.createdBy, search.createdBy) : undefined,
      ]
      const where = and(...conditions)
      const rows = await db
        .select()
        .from(promptOptimiseTask)
        .where(where)
        .orderBy(desc(promptOptimiseTask.id))
        .limit(size)
        .offset((page - 1) * size)
      return { rows, total: await db.$count(promptOptimiseTask, where) }
    },
    async addRun(row: OptimiseRunRow): Promise<void> {
      try {
        await db.insert(promptOptimiseRun).values(row)
      } catch (cause) {
        throw violates(cause, 'prompt_optimise_run_open') ? optimiseErrors.running() : cause
      }
    },
    async run(id: string): Promise<OptimiseRunRow | undefined> {
      return (await db.select().from(promptOptimiseRun).where(eq(promptOptimiseRun.id, id)))[0]
    },
    async runs(taskId: string, page: number, size: number) {
      const where = eq(promptOptimiseRun.taskId, taskId)
      const rows = await db
        .select()
        .from(promptOptimiseRun)
        .where(where)
        .orderBy(desc(promptOptimiseRun.id))
        .limit(size)
        .offset((page - 1) * size)
      return { rows, total: await db.$count(promptOptimiseRun, where) }
    },
    removeRun: (id: string) => db.delete(promptOptimiseRun).where(eq(promptOptimiseRun.id, id)),
    /** Updates a run if the fencing number is current; false if it has ended or another process has taken over. */
    async setHeld(id: string, fence: number, change: Partial<OptimiseRunRow>): Promise<boolean> {
      const done = await db
        .update(promptOptimiseRun)
        .set(change)
        .where(held(id, fence))
        .returning({ id: promptOptimiseRun.id })
      return done.length > 0
    },
    async cancel(id: string): Promise<boolean> {
      const set = { status: RunStatus.cancelled, endedAt: clock.now() }
      const where = and(eq(promptOptimiseRun.id, id), open)
      return (await db.update(promptOptimiseRun).set(set).where(where).returning()).length > 0
    },
    async reopen(id: string): Promise<boolean> {
      const set = { status: RunStatus.init, problem: '', problemZh: '', endedAt: 0, leaseUntil: 0 }
      const where = and(
        eq(promptOptimiseRun.id, id),
        inArray(promptOptimiseRun.status, [RunStatus.cancelled, RunStatus.failed]),
      )
      try {
        return (await db.update(promptOptimiseRun).set(set).where(where).returning()).length > 0
      } catch (cause) {
        throw violates(cause, 'prompt_optimise_run_open') ? optimiseErrors.running() : cause
      }
    },
    async calls(runId: string): Promise<Map<string, KnownCall>> {
      const rows = await db.select().from(promptOptimiseCall).where(eq(promptOptimiseCall.runId, runId))
      return new Map(rows.map(({ key, answer, calls, cost }) => [key, { answer, calls, cost }]))
    },
    async used(runIds: string[]): Promise<Map<string, { calls: number; cost: number }>> {
      if (!runIds.length) return new Map()
      const rows = await db
        .select({
          id: promptOptimiseCall.runId,
          calls: sql<string>`sum(${promptOptimiseCall.calls})`,
          cost: sql<number>`sum(${promptOptimiseCall.cost})`,
        })
        .from(promptOptimiseCall)
        .where(inArray(promptOptimiseCall.runId, runIds))
        .groupBy(promptOptimiseCall.runId)
      return new Map(rows.map(({ id, calls, cost }) => [id, { calls: Number(calls), cost: Number(cost) }]))
    },
    /** Stores an answer before it is used. False if another process has taken over. */
    keep: (runId: string, fence: number, key: string, call: KnownCall): Promise<boolean> =>
      db.transaction(async (tx) => {
        const [mine] = await tx
          .select({ id: promptOptimiseRun.id })
          .from(promptOptimiseRun)
          .where(held(runId, fence))
          .for('share')
        if (!mine) return false
        await tx
          .insert(promptOptimiseCall)
          .values({ runId, key, ...call })
          .onConflictDoNothing()
        return true
      }),
    /** Rows of a dataset, by column name. */
    async rows(datasetId: string): Promise<Row[]> {
      const [found] = await db
        .select({ fields: datasetSchema.fields })
        .from(dataset)
        .innerJoin(datasetSchema, eq(datasetSchema.id, dataset.schemaId))
        .where(eq(dataset.id, datasetId))
      const names = new Map((found?.fields ?? []).map(({ key, name }) => [key, name]))
      const items = await db
        .select({ id: datasetItem.itemId, turns: datasetItem.turns })
        .from(datasetItem)
        .where(
          and(eq(datasetItem.datasetId, datasetId), isNull(datasetItem.delVn), sql`${datasetItem.addVn} IS NOT NULL`),
        )
        .orderBy(asc(datasetItem.pos), asc(datasetItem.itemId))
        .limit(MOST_ROWS)
      return items.map(({ id, turns }) => ({
        id,
        input: Object.fromEntries(
          Object.entries(turns[0] ?? {}).flatMap(([key, cell]) => {
            const name = names.get(key)
            return name === undefined ? [] : [[name, cell.text ?? '']]
          }),
        ),
      }))
    },
  }
}
export type OptimiseRepo = ReturnType<typeof createOptimiseRepo>

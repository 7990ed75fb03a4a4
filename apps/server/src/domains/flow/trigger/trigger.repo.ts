import { and, count, desc, eq, getTableColumns, gt, ilike, ne, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Db, likeText } from '#kit/db.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { workflowRun } from '#domains/flow/run/run.table.ts'
import { type TestCall, type ListedTrigger, type TriggerRow, workflowTrigger } from './trigger.table.ts'

export interface TriggerFilter {
  workflowId?: string | undefined
  spaceId?: string | undefined
  projectId?: string | undefined
  id?: string | undefined
  name?: string | undefined
  setType?: number | undefined
  isSchedule?: boolean | undefined
  page: number
  size: number
}
const source = alias(resource, 'source')

export function createTriggerRepo(db: Db) {
  const whereOf = (filter: TriggerFilter): SQL | undefined =>
    and(
      filter.workflowId ? eq(workflowTrigger.workflowId, filter.workflowId) : undefined,
      filter.spaceId ? eq(resource.spaceId, filter.spaceId) : undefined,
      filter.projectId ? eq(workflowTrigger.projectId, filter.projectId) : undefined,
      filter.id ? eq(workflowTrigger.id, filter.id) : undefined,
      filter.name ? ilike(workflowTrigger.name, likeText(filter.name)) : undefined,
      filter.setType === undefined ? undefined : eq(workflowTrigger.setType, filter.setType),
      filter.isSchedule === undefined ? undefined : (filter.isSchedule ? eq : ne)(workflowTrigger.eventId, 'schedule'),
    )
  /** Finds one trigger. The join hides triggers of workflows in the bin. */
  const one = async (where: SQL | undefined): Promise<TriggerRow | undefined> =>
    (
      await db
        .select(getTableColumns(workflowTrigger))
        .from(workflowTrigger)
        .innerJoin(resource, eq(resource.id, workflowTrigger.workflowId))
        .where(where)
    )[0]

  return {
    get: (id: string) => one(eq(workflowTrigger.id, id)),
    byFormKey: (key: string) => one(and(eq(workflowTrigger.formKey, key), eq(workflowTrigger.eventId, 'form'))),
    schedulesOf: (workflowId: string): Promise<TriggerRow[]> =>
      db
        .select()
        .from(workflowTrigger)
        .where(and(eq(workflowTrigger.workflowId, workflowId), eq(workflowTrigger.eventId, 'schedule'))),
    async count(workflowId: string): Promise<number> {
      const [found] = await db
        .select({ n: count() })
        .from(workflowTrigger)
        .where(eq(workflowTrigger.workflowId, workflowId))
      return found!.n
    },
    async list(filter: TriggerFilter): Promise<{ rows: ListedTrigger[]; total: number }> {
      const where = whereOf(filter)
      const rows = await db
        .select({
          ...getTableColumns(workflowTrigger),
          lastStatus: workflowRun.status,
          sourceName: source.name,
        })
        .from(workflowTrigger)
        .innerJoin(resource, eq(resource.id, workflowTrigger.workflowId))
        .leftJoin(workflowRun, eq(workflowRun.id, workflowTrigger.lastRunId))
        .leftJoin(source, and(eq(source.id, workflowTrigger.sourceId), eq(source.spaceId, resource.spaceId)))
        .where(where)
        .orderBy(desc(workflowTrigger.id))
        .limit(filter.size)
        .offset((filter.page - 1) * filter.size)
      const [all] = await db
        .select({ n: count() })
        .from(workflowTrigger)
        .innerJoin(resource, eq(resource.id, workflowTrigger.workflowId))
        .where(where)
      return { rows, total: all!.n }
    },
    insert: (row: typeof workflowTrigger.$inferInsert) => db.insert(workflowTrigger).values(row),
    /** Returns whether a row was updated. */
    async update(id: string, change: Partial<TriggerRow>, workflowId?: string): Promise<boolean> {
      const where = and(
        eq(workflowTrigger.id, id),
        workflowId === undefined ? undefined : eq(workflowTrigger.workflowId, workflowId),
      )
      return (
        (await db.update(workflowTrigger).set(change).where(where).returning({ id: workflowTrigger.id })).length > 0
      )
    },
    async remove(id: string): Promise<number> {
      return (await db.delete(workflowTrigger).where(eq(workflowTrigger.id, id)).returning({ id: workflowTrigger.id }))
        .length
    },
    /** Stops listening for a test call. Returns true to the one call that was awaited. */
    async stopListening(id: string, now: number): Promise<boolean> {
      const where = and(eq(workflowTrigger.id, id), gt(workflowTrigger.listenUntil, now))
      const ended = await db.update(workflowTrigger).set({ listenUntil: 0 }).where(where).returning()
      return ended.length > 0
    },
    storeTestCall: async (id: string, heard: TestCall): Promise<void> => {
      await db.update(workflowTrigger).set({ heard }).where(eq(workflowTrigger.id, id))
    },
  }
}
export type TriggerRepo = ReturnType<typeof createTriggerRepo>

import { ProjectHistoryType, StepStatus, WorkStatus } from '@orrery/contract'
import { and, asc, desc, eq, getTableColumns, gt, ilike, inArray, lt, ne, sql } from 'drizzle-orm'
import { type Db, likeText } from '#kit/db.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { projectVersion } from '#domains/studio/project/project.table.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import { agentApp, type AgentAppRow, agentStep, agentWork, type StepRow, type WorkRow } from './agent-app.table.ts'

const inProgress = [WorkStatus.planning, WorkStatus.building]
/** How many pieces of work of a project keep the snapshot of the interface from before each step. */
const KEPT_SNAPSHOTS = 50
type NewAgentApp = typeof agentApp.$inferInsert
export interface PublicationFilter {
  spaceId: string
  projectId?: string | undefined
  id?: string | undefined
  word?: string
}
type NewStep = Pick<StepRow, 'n' | 'spec' | 'scope' | 'title' | 'madeId'>

export function createAgentAppRepo(db: Db) {
  return {
    leases: createLeaseStore(db, agentWork, sql`status IN (${WorkStatus.planning}, ${WorkStatus.building})`),
    async app(projectId: string): Promise<AgentAppRow | undefined> {
      return (await db.select().from(agentApp).where(eq(agentApp.projectId, projectId)))[0]
    },
    async appOfBot(botId: string): Promise<AgentAppRow | undefined> {
      return (await db.select().from(agentApp).where(eq(agentApp.botId, botId)).limit(1))[0]
    },
    async setPlugin(projectId: string, pluginId: string): Promise<void> {
      await db.update(agentApp).set({ pluginId }).where(eq(agentApp.projectId, projectId))
    },
    /** Publications of agent apps, newest first, each with its number within its app. */
    async publications({ spaceId, projectId, id, word }: PublicationFilter, page: number, size: number) {
      const numbered = db
        .select({
          id: projectVersion.id,
          no: sql<number>`row_number() OVER (PARTITION BY ${projectVersion.projectId} ORDER BY ${projectVersion.id})::int`.as(
            'no',
          ),
        })
        .from(projectVersion)
        .where(eq(projectVersion.kind, ProjectHistoryType.publish))
        .as('numbered')
      const { items: _, ...columns } = getTableColumns(projectVersion)
      const wanted = and(
        eq(projectVersion.kind, ProjectHistoryType.publish),
        eq(resource.spaceId, spaceId),
        projectId ? eq(projectVersion.projectId, projectId) : undefined,
        id ? eq(projectVersion.id, id) : undefined,
        word ? ilike(resource.name, likeText(word)) : undefined,
      )
      const rows = await db
        .select({ version: columns, app: agentApp, buildNo: numbered.no, total: sql<number>`count(*) OVER ()::int` })
        .from(projectVersion)
        .innerJoin(agentApp, eq(agentApp.projectId, projectVersion.projectId))
        .innerJoin(resource, eq(resource.id, projectVersion.projectId))
        .innerJoin(numbered, eq(numbered.id, projectVersion.id))
        .where(wanted)
        .orderBy(desc(projectVersion.id))
        .limit(size)
        .offset((page - 1) * size)
      return { rows, total: rows[0]?.total ?? 0 }
    },
    /** Adds an app. An existing app keeps its bot if it has one. */
    async saveApp(row: NewAgentApp): Promise<void> {
      await db
        .insert(agentApp)
        .values(row)
        .onConflictDoUpdate({
          target: agentApp.projectId,
          set: { botId: sql`coalesce(${agentApp.botId}, excluded.bot_id)` },
        })
    },
    insertWork: async (row: typeof agentWork.$inferInsert) => void (await db.insert(agentWork).values(row)),
    async work(id: string): Promise<WorkRow | undefined> {
      return (await db.select().from(agentWork).where(eq(agentWork.id, id)))[0]
    },
    worksOf: (projectId: string, size: number): Promise<WorkRow[]> =>
      db.select().from(agentWork).where(eq(agentWork.projectId, projectId)).orderBy(desc(agentWork.id)).limit(size),
    async isBusy(projectId: string): Promise<boolean> {
      const where = and(eq(agentWork.projectId, projectId), inArray(agentWork.status, inProgress))
      return (await db.$count(agentWork, where)) > 0
    },
    /** Whether a later change of the project is in progress or applied, so that this one cannot be undone. */
    async isFollowed({ id, projectId }: WorkRow): Promise<boolean> {
      if (!projectId) return false
      const later = and(
        eq(agentWork.projectId, projectId),
        gt(agentWork.id, id),
        inArray(agentWork.status, [...inProgress, WorkStatus.done]),
      )
      return (await db.$count(agentWork, later)) > 0
    },
    /** Returns false if the work is no longer in one of these states, or another process has taken it over. */
    async setWork(id: string, change: Partial<WorkRow>, from: readonly number[], fence?: number): Promise<boolean> {
      const rows = await db
        .update(agentWork)
        .set(change)
        .where(
          and(
            eq(agentWork.id, id),
            inArray(agentWork.status, [...from]),
            ...(fence === undefined ? [] : [eq(agentWork.fence, fence)]),
          ),
        )
        .returning({ id: agentWork.id })
      return rows.length > 0
    },
    steps: (workId: string): Promise<StepRow[]> =>
      db.select().from(agentStep).where(eq(agentStep.workId, workId)).orderBy(asc(agentStep.n)),
    stepsOf: (workIds: string[]): Promise<StepRow[]> =>
      workIds.length
        ? db
            .select()
            .from(agentStep)
            .where(inArray(agentStep.workId, workIds))
            .orderBy(asc(agentStep.workId), asc(agentStep.n))
        : Promise.resolve([]),
    /** Idempotent: a process that takes over continues with the same steps and ids. */
    addSteps: async (workId: string, steps: NewStep[]) =>
      void (
        steps.length &&
        (await db
          .insert(agentStep)
          .values(steps.map((step) => ({ ...step, workId })))
          .onConflictDoNothing())
      ),
    setStep: async (workId: string, n: number, change: Partial<StepRow>) =>
      void (await db
        .update(agentStep)
        .set(change)
        .where(and(eq(agentStep.workId, workId), eq(agentStep.n, n)))),
    /** Deletes old snapshots. Their steps can still be undone with the stored inverse edits. */
    async trim(projectId: string): Promise<void> {
      const [last] = await db
        .select({ id: agentWork.id })
        .from(agentWork)
        .where(eq(agentWork.projectId, projectId))
        .orderBy(desc(agentWork.id))
        .offset(KEPT_SNAPSHOTS)
        .limit(1)
      if (!last) return
      const old = db
        .select({ id: agentWork.id })
        .from(agentWork)
        .where(and(eq(agentWork.projectId, projectId), lt(agentWork.id, last.id)))
      await db
        .update(agentStep)
        .set({ before: null })
        .where(and(inArray(agentStep.workId, old), ne(agentStep.status, StepStatus.working)))
    },
  }
}
export type AgentAppRepo = ReturnType<typeof createAgentAppRepo>

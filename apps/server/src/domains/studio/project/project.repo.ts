import { ProjectTaskStatus, PublishRecordStatus } from '@orrery/contract'
import { and, asc, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#kit/db.ts'
import { createLeaseStore } from '#kit/work/lease-store.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import {
  type ConnectorRecord,
  projectConnector,
  projectTask,
  projectVersion,
  type TaskRow,
  type VersionRow,
} from './project.table.ts'

export interface VersionFilter {
  kind?: number | undefined
  /** Leaves out versions that failed or are still being published. */
  onlyDone?: boolean | undefined
}
const isOpen = inArray(projectVersion.status, [PublishRecordStatus.packing, PublishRecordStatus.connectorPublishing])

/** Versions, channels and tasks of projects. */
export function createProjectRepo(db: Db) {
  const ofProject = (projectId: string, { kind, onlyDone }: VersionFilter) =>
    and(
      eq(projectVersion.projectId, projectId),
      kind === undefined ? undefined : eq(projectVersion.kind, kind),
      onlyDone ? eq(projectVersion.status, PublishRecordStatus.publishDone) : undefined,
    )
  const held = (id: string, fence: number) => and(eq(projectVersion.id, id), eq(projectVersion.fence, fence), isOpen)
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction(work),
    inside: (projectId: string, tx: Tx = db) =>
      tx.select().from(resource).where(eq(resource.projectId, projectId)).orderBy(asc(resource.createdAt)).limit(5000),

    insertVersion: async (row: typeof projectVersion.$inferInsert, tx: Tx = db) =>
      void (await tx.insert(projectVersion).values(row)),
    updateVersion: async (id: string, change: Partial<VersionRow>, tx: Tx = db) =>
      void (await tx.update(projectVersion).set(change).where(eq(projectVersion.id, id))),
    async version(id: string): Promise<VersionRow | undefined> {
      return (await db.select().from(projectVersion).where(eq(projectVersion.id, id)))[0]
    },
    async versionNamed(projectId: string, version: string, kind?: number): Promise<VersionRow | undefined> {
      const where = and(
        eq(projectVersion.projectId, projectId),
        eq(projectVersion.version, version),
        kind === undefined ? undefined : eq(projectVersion.kind, kind),
      )
      return (await db.select().from(projectVersion).where(where).limit(1))[0]
    },
    versions: (projectId: string, filter: VersionFilter & { before?: string | undefined; size: number }) =>
      db
        .select()
        .from(projectVersion)
        .where(and(ofProject(projectId, filter), filter.before ? lt(projectVersion.id, filter.before) : undefined))
        .orderBy(desc(projectVersion.id))
        .limit(filter.size),
    countVersions: (projectId: string, filter: VersionFilter) =>
      db.$count(projectVersion, ofProject(projectId, filter)),
    /** Deletes a failed publication, so that its version name can be used again. */
    dropFailed: (projectId: string, version: string) =>
      db
        .delete(projectVersion)
        .where(
          and(
            eq(projectVersion.projectId, projectId),
            eq(projectVersion.version, version),
            inArray(projectVersion.status, [PublishRecordStatus.packFailed, PublishRecordStatus.auditNotPass]),
          ),
        ),
    isPublishing: async (projectId: string) =>
      (
        await db
          .select({ id: projectVersion.id })
          .from(projectVersion)
          .where(and(eq(projectVersion.projectId, projectId), isOpen))
          .limit(1)
      ).length > 0,
    leases: createLeaseStore(db, projectVersion, isOpen),
    /** Records progress. Returns false if another process has taken over. */
    async note(id: string, fence: number, change: Partial<VersionRow>, tx: Tx = db): Promise<boolean> {
      const rows = await tx
        .update(projectVersion)
        .set(change)
        .where(held(id, fence))
        .returning({ id: projectVersion.id })
      return rows.length > 0
    },
    async noteConnector(id: string, fence: number, connectorId: string, record: ConnectorRecord, tx: Tx = db) {
      const added = JSON.stringify({ [connectorId]: record })
      const connectors = sql`${projectVersion.connectors} || ${added}::jsonb`
      const rows = await tx
        .update(projectVersion)
        .set({ connectors })
        .where(held(id, fence))
        .returning({ id: projectVersion.id })
      return rows.length > 0
    },
    /** Reopens the publication. Returns false if another request already did. */
    async reopen(id: string, from: number, change: Partial<VersionRow>): Promise<boolean> {
      const rows = await db
        .update(projectVersion)
        .set({ ...change, leaseUntil: 0 })
        .where(and(eq(projectVersion.id, id), eq(projectVersion.status, from)))
        .returning({ id: projectVersion.id })
      return rows.length > 0
    },
    async connector(projectId: string, connectorId: string) {
      const [row] = await db
        .select({ connector: projectConnector, pins: projectVersion.pins })
        .from(projectConnector)
        .innerJoin(projectVersion, eq(projectVersion.id, projectConnector.versionId))
        // Excludes projects in the bin.
        .innerJoin(resource, eq(resource.id, projectConnector.projectId))
        .where(and(eq(projectConnector.projectId, projectId), eq(projectConnector.connectorId, connectorId)))
      return row
    },
    connectors: (projectIds: string[]) =>
      projectIds.length
        ? db
            .select({
              connector: projectConnector,
              version: projectVersion.version,
              createdAt: projectVersion.createdAt,
            })
            .from(projectConnector)
            .innerJoin(projectVersion, eq(projectVersion.id, projectConnector.versionId))
            .where(inArray(projectConnector.projectId, projectIds))
            .orderBy(asc(projectConnector.connectorId))
        : Promise.resolve([]),
    saveConnector: async (row: typeof projectConnector.$inferInsert, tx: Tx) =>
      void (await tx
        .insert(projectConnector)
        .values(row)
        .onConflictDoUpdate({
          target: [projectConnector.projectId, projectConnector.connectorId],
          set: { versionId: row.versionId, workflows: row.workflows, publishedAt: row.publishedAt },
        })),
    removeConnector: async (projectId: string, connectorId: string) =>
      (
        await db
          .delete(projectConnector)
          .where(and(eq(projectConnector.projectId, projectId), eq(projectConnector.connectorId, connectorId)))
          .returning({ id: projectConnector.connectorId })
      ).length > 0,

    insertTask: async (row: typeof projectTask.$inferInsert, tx: Tx = db) =>
      void (await tx.insert(projectTask).values(row)),
    async task(id: string): Promise<TaskRow | undefined> {
      return (await db.select().from(projectTask).where(eq(projectTask.id, id)))[0]
    },
    /** Tasks that work on a project or created it. */
    tasksOf: (projectId: string, types: number[]) =>
      db
        .select()
        .from(projectTask)
        .where(
          and(
            or(eq(projectTask.projectId, projectId), eq(projectTask.madeId, projectId)),
            inArray(projectTask.type, types),
          ),
        )
        .orderBy(desc(projectTask.id))
        .limit(100),
    taskLeases: createLeaseStore(db, projectTask, eq(projectTask.status, ProjectTaskStatus.processing)),
    /** Returns false if the task is in none of the given states, or another process has taken it over. */
    async setTask(id: string, change: Partial<TaskRow>, from?: number[], fence?: number): Promise<boolean> {
      const where = and(
        eq(projectTask.id, id),
        from ? inArray(projectTask.status, from) : undefined,
        fence === undefined ? undefined : eq(projectTask.fence, fence),
      )
      return (await db.update(projectTask).set(change).where(where).returning({ id: projectTask.id })).length > 0
    },
    noteMade: async ({ id, fence }: Pick<TaskRow, 'id' | 'fence'>, from: string, to: string) =>
      void (await db
        .update(projectTask)
        .set({ made: sql`${projectTask.made} || ${JSON.stringify({ [from]: to })}::jsonb` })
        .where(and(eq(projectTask.id, id), eq(projectTask.fence, fence)))),
    endTasks: async (projectId: string) =>
      void (await db
        .update(projectTask)
        .set({ status: ProjectTaskStatus.canceled })
        .where(
          and(
            or(eq(projectTask.projectId, projectId), eq(projectTask.madeId, projectId)),
            eq(projectTask.status, ProjectTaskStatus.processing),
          ),
        )),
  }
}
export type ProjectRepo = ReturnType<typeof createProjectRepo>

import { FlowMode } from '@orrery/contract'
import {
  and,
  arrayContains,
  asc,
  count,
  desc,
  eq,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type Db, likeText, type Tx } from '#kit/db.ts'
import { resource, type ResourceRow } from '#domains/ground/resource/resource.table.ts'
import { type CommitRow, type CommitType, workflow, workflowCommit, type WorkflowRow } from './workflow.table.ts'

export interface Found {
  head: ResourceRow
  row: WorkflowRow
}
export interface ListFilter {
  spaceId?: string | undefined
  ids?: string[] | undefined
  name?: string | undefined
  published?: boolean | undefined
  ownerId?: string | undefined
  flowMode?: number | undefined
  projectId?: string | undefined
  /** The spaces to search if no single space is given. */
  spaceIds?: string[] | undefined
  orderBy?: number | undefined
  page: number
  size: number
}

export function createWorkflowRepo(db: Db) {
  const joined = (tx: Tx) =>
    tx.select({ head: resource, row: workflow }).from(workflow).innerJoin(resource, eq(resource.id, workflow.id))
  const conditions = (filter: ListFilter): SQL | undefined =>
    and(
      filter.spaceId ? eq(resource.spaceId, filter.spaceId) : undefined,
      filter.spaceIds ? inArray(resource.spaceId, filter.spaceIds) : undefined,
      filter.ids ? inArray(resource.id, filter.ids) : undefined,
      filter.name ? ilike(resource.name, likeText(filter.name)) : undefined,
      filter.published === undefined
        ? undefined
        : filter.published
          ? isNotNull(workflow.version)
          : isNull(workflow.version),
      filter.ownerId ? eq(resource.ownerId, filter.ownerId) : undefined,
      filter.flowMode === undefined || filter.flowMode === FlowMode.all
        ? undefined
        : eq(workflow.flowMode, filter.flowMode),
      // Workflows of a project are not listed in the library.
      filter.projectId ? eq(resource.projectId, filter.projectId) : filter.ids ? undefined : isNull(resource.projectId),
    )
  return {
    db,
    async get(id: string, tx: Tx = db): Promise<Found | undefined> {
      return (await joined(tx).where(eq(workflow.id, id)))[0]
    },
    getMany: (ids: string[]): Promise<Found[]> =>
      ids.length ? joined(db).where(inArray(workflow.id, ids)) : Promise.resolve([]),
    async lock(id: string, tx: Tx): Promise<WorkflowRow | undefined> {
      return (await tx.select().from(workflow).where(eq(workflow.id, id)).for('update'))[0]
    },
    async madeFor(botId: string): Promise<string[]> {
      const rows = await db.select({ id: workflow.id }).from(workflow).where(eq(workflow.bindBizId, botId))
      return rows.map(({ id }) => id)
    },
    insert: (row: typeof workflow.$inferInsert, tx: Tx) => tx.insert(workflow).values(row),
    update: (id: string, change: Partial<WorkflowRow>, tx: Tx = db) =>
      tx.update(workflow).set(change).where(eq(workflow.id, id)),
    async list(filter: ListFilter): Promise<{ found: Found[]; total: number }> {
      const where = conditions(filter)
      const order =
        filter.orderBy === 0
          ? desc(resource.createdAt)
          : filter.orderBy === 2
            ? sql`${resource.publishedAt} DESC NULLS LAST`
            : filter.orderBy === 4
              ? desc(resource.id)
              : desc(resource.updatedAt)
      const found = await joined(db)
        .where(where)
        .orderBy(order, desc(resource.id))
        .limit(filter.size)
        .offset((filter.page - 1) * filter.size)
      const [all] = await db
        .select({ n: count() })
        .from(workflow)
        .innerJoin(resource, eq(resource.id, workflow.id))
        .where(where)
      return { found, total: all!.n }
    },
    /** Resources of a space outside of projects. Returns one more than the page size if there are more. */
    resources: (
      kind: 'knowledge' | 'database',
      spaceId: string,
      words: string | undefined,
      page: number,
      size: number,
    ): Promise<ResourceRow[]> =>
      db
        .select()
        .from(resource)
        .where(
          and(
            eq(resource.kind, kind),
            eq(resource.spaceId, spaceId),
            isNull(resource.projectId),
            words ? ilike(resource.name, likeText(words)) : undefined,
          ),
        )
        .orderBy(desc(resource.updatedAt), desc(resource.id))
        .limit(size + 1)
        .offset((page - 1) * size),
    async countShared(spaceId: string): Promise<number> {
      const [all] = await db
        .select({ n: count() })
        .from(workflow)
        .innerJoin(resource, eq(resource.id, workflow.id))
        .where(and(eq(resource.spaceId, spaceId), eq(workflow.collaboratorMode, 1)))
      return all!.n
    },
    /** Workflows whose drafts call this one. */
    callers: (id: string): Promise<Found[]> =>
      joined(db)
        .where(arrayContains(workflow.uses, [id]))
        .orderBy(asc(resource.id))
        .limit(500),
    addCommit: (row: typeof workflowCommit.$inferInsert, tx: Tx = db) =>
      tx.insert(workflowCommit).values(row).onConflictDoNothing(),
    async commit(workflowId: string, commitId: string, type?: CommitType): Promise<CommitRow | undefined> {
      const where = and(
        eq(workflowCommit.workflowId, workflowId),
        eq(workflowCommit.id, commitId),
        type === undefined ? undefined : eq(workflowCommit.type, type),
      )
      return (await db.select().from(workflowCommit).where(where).orderBy(desc(workflowCommit.type)).limit(1))[0]
    },
    async published(workflowId: string, version: string): Promise<CommitRow | undefined> {
      const where = and(
        eq(workflowCommit.workflowId, workflowId),
        eq(workflowCommit.type, 2),
        eq(workflowCommit.version, version),
      )
      return (await db.select().from(workflowCommit).where(where))[0]
    },
    commits: (filter: {
      workflowId: string
      type: CommitType
      limit: number
      before?: string | undefined
      ids?: string[] | undefined
    }): Promise<CommitRow[]> =>
      db
        .select()
        .from(workflowCommit)
        .where(
          and(
            eq(workflowCommit.workflowId, filter.workflowId),
            eq(workflowCommit.type, filter.type),
            filter.before ? lt(workflowCommit.id, filter.before) : undefined,
            filter.ids ? inArray(workflowCommit.id, filter.ids) : undefined,
          ),
        )
        .orderBy(desc(workflowCommit.id))
        .limit(filter.limit),
  }
}
export type WorkflowRepo = ReturnType<typeof createWorkflowRepo>

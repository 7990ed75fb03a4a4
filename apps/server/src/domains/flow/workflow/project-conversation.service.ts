import { and, asc, eq, gt, ilike, inArray } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText, violates } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { replaceTexts } from './replace-texts.ts'
import { workflowErrors } from './workflow.errors.ts'
import type { Found } from './workflow.repo.ts'
import type { WorkflowService } from './workflow.service.ts'
import { projectConversation, workflow } from './workflow.table.ts'

const nameTaken = (cause: unknown): never => {
  throw violates(cause, 'project_conversation_project_id_name_key') ? workflowErrors.nameTaken() : cause
}

/** Named conversations of a project, which its chatflows refer to by name. */
export function createProjectConversationService(deps: {
  db: Db
  workflows: Pick<WorkflowService, 'save'>
  newId: NewId
  clock: Clock
}) {
  const { db, workflows, newId, clock } = deps
  const mine = (projectId: string, id: string) =>
    and(eq(projectConversation.id, id), eq(projectConversation.projectId, projectId))
  async function get(projectId: string, id: string) {
    const [row] = await db.select().from(projectConversation).where(mine(projectId, id))
    if (!row) throw errors.notFound({ what: 'conversation' })
    return row
  }
  /** Chatflows of the project whose canvas contains the name of the conversation. */
  async function users(projectId: string, name: string): Promise<Found[]> {
    const rows = await db
      .select({ head: resource, row: workflow })
      .from(workflow)
      .innerJoin(resource, eq(resource.id, workflow.id))
      .where(eq(resource.projectId, projectId))
    return rows.filter(({ row }) => row.schema.includes(JSON.stringify(name)))
  }

  return {
    async create(projectId: string, userId: string, name: string): Promise<string> {
      const id = newId()
      await db
        .insert(projectConversation)
        .values({ id, projectId, name, createdBy: userId, createdAt: clock.now() })
        .catch(nameTaken)
      return id
    },
    /** Creates a conversation unless one of that name exists. */
    async ensure(projectId: string, userId: string, name: string): Promise<void> {
      await db
        .insert(projectConversation)
        .values({ id: newId(), projectId, name, createdBy: userId, createdAt: clock.now() })
        .onConflictDoNothing()
    },
    async named(projectId: string, name: string): Promise<boolean> {
      const where = and(eq(projectConversation.projectId, projectId), eq(projectConversation.name, name))
      return (await db.select({ id: projectConversation.id }).from(projectConversation).where(where)).length > 0
    },
    async names(projectId: string): Promise<string[]> {
      const rows = await db
        .select({ name: projectConversation.name })
        .from(projectConversation)
        .where(eq(projectConversation.projectId, projectId))
        .orderBy(asc(projectConversation.id))
        .limit(500)
      return rows.map((row) => row.name)
    },
    list: (projectId: string, after: string | undefined, limit: number, name: string | undefined) =>
      db
        .select()
        .from(projectConversation)
        .where(
          and(
            eq(projectConversation.projectId, projectId),
            after ? gt(projectConversation.id, after) : undefined,
            name ? ilike(projectConversation.name, likeText(name)) : undefined,
          ),
        )
        .orderBy(asc(projectConversation.id))
        .limit(limit),
    async rename(projectId: string, id: string, name: string): Promise<void> {
      await get(projectId, id)
      await db.update(projectConversation).set({ name }).where(mine(projectId, id)).catch(nameTaken)
    },
    /** Deletes a conversation. If chatflows without a replacement name use it, returns them and deletes nothing. */
    async remove(
      projectId: string,
      userId: string,
      id: string,
      replace: Record<string, string>,
      checkOnly: boolean,
    ): Promise<Found[]> {
      const { name } = await get(projectId, id)
      const needed = await users(projectId, name)
      const open = needed.filter(({ head }) => replace[head.id] === undefined)
      if (checkOnly || open.length) return checkOnly ? needed : open
      for (const { head, row } of needed) {
        const schema = replaceTexts(row.schema, name, replace[head.id]!)
        await workflows.save(head.id, userId, { schema, saveVersion: row.commitId })
      }
      await db.delete(projectConversation).where(mine(projectId, id))
      return []
    },
    async removeMany(projectId: string, ids: string[]): Promise<void> {
      await db
        .delete(projectConversation)
        .where(and(eq(projectConversation.projectId, projectId), inArray(projectConversation.id, ids)))
    },
  }
}
export type ProjectConversationService = ReturnType<typeof createProjectConversationService>

import { ReleaseStepStatus as Step, ReleaseTaskStatus as Status } from '@orrery/contract/shared/prompt-enums'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { promptReleaseTask, type TaskRow } from './prompt-release.table.ts'

interface TaskFilter {
  env?: number
  lane?: string
  label?: string
  promptId?: string | undefined
  /** Only tasks that this person may approve. */
  waitingFor?: string | undefined
}

export function createTaskRepo(db: Db) {
  return {
    find: async (id: string): Promise<TaskRow | undefined> =>
      (await db.select().from(promptReleaseTask).where(eq(promptReleaseTask.id, id)))[0],
    async list(spaceId: string, filter: TaskFilter, page: number, size: number) {
      const { promptId, env, lane, label, waitingFor } = filter
      const where = and(
        eq(promptReleaseTask.spaceId, spaceId),
        promptId ? sql`${promptReleaseTask.items} @> ${JSON.stringify([{ promptId }])}::jsonb` : undefined,
        env ? eq(promptReleaseTask.env, env) : undefined,
        lane === undefined ? undefined : eq(promptReleaseTask.lane, lane),
        label === undefined ? undefined : eq(promptReleaseTask.label, label),
        waitingFor
          ? and(eq(promptReleaseTask.status, Status.pendingApproval), ne(promptReleaseTask.releasedBy, waitingFor))
          : undefined,
      )
      const rows = await db
        .select()
        .from(promptReleaseTask)
        .where(where)
        .orderBy(desc(promptReleaseTask.id))
        .limit(size)
        .offset((page - 1) * size)
      return { rows, total: await db.$count(promptReleaseTask, where) }
    },
    /** Tasks in a gray release. */
    growing: () => db.select().from(promptReleaseTask).where(eq(promptReleaseTask.status, Status.gray)),
    /** Tasks whose gate is judging. */
    judged: () =>
      db
        .select({ id: promptReleaseTask.id })
        .from(promptReleaseTask)
        .where(
          and(
            eq(promptReleaseTask.status, Status.inProgress),
            sql`(${promptReleaseTask.steps}->'check'->>'status')::int = ${Step.inProgress}`,
          ),
        ),
  }
}

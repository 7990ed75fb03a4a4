import { and, asc, eq, gt } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import { createCache } from '#kit/cache.ts'
import { compileCanvas } from './shared/compile-canvas.ts'
import { workflowErrors } from './workflow.errors.ts'
import type { WorkflowRepo } from './workflow.repo.ts'
import type { WorkflowService } from './workflow.service.ts'
import { workflowEnv } from './workflow.table.ts'

export interface EnvironmentDeps {
  repo: WorkflowRepo
  workflows: Pick<WorkflowService, 'get' | 'keepDraft'>
  bus: Bus
  clock: Clock
}

/**
 * Environments: named states of a workflow. Callers who name an environment run its state; all others run the newest
 * version.
 */
export function createEnvironmentService({ repo, workflows, bus, clock }: EnvironmentDeps) {
  const { db } = repo
  const at = (workflowId: string, env: string) => and(eq(workflowEnv.workflowId, workflowId), eq(workflowEnv.env, env))
  /** Cached, because every run that names an environment reads the commit. */
  const commits = createCache<string | undefined>({
    bus,
    topic: 'workflow',
    limit: 2000,
    keepsMissing: true,
    async load(workflowId, env) {
      const [row] = await db.select({ id: workflowEnv.commitId }).from(workflowEnv).where(at(workflowId, env))
      return row?.id
    },
  })

  return {
    commitOf: (workflowId: string, env: string): Promise<string | undefined> => commits.get(workflowId, env),
    /** Puts the draft, or a stored commit, under a name. */
    async publish(workflowId: string, env: string, userId: string, note: string, commitId: string | undefined) {
      const { head, row } = await workflows.get(workflowId)
      const isDraft = commitId === undefined || commitId === row.commitId
      const kept = isDraft ? undefined : await repo.commit(workflowId, commitId)
      if (!isDraft && !kept) throw workflowErrors.noVersion({ version: commitId })
      compileCanvas(kept?.schema ?? row.schema, workflowId, kept?.id ?? row.commitId)
      if (isDraft) await workflows.keepDraft(head, row)
      const now = clock.now()
      const change = {
        commitId: kept?.id ?? row.commitId,
        sourceCommitId: kept?.submitCommitId ?? row.submitCommitId,
        note,
        userId,
        updatedAt: now,
      }
      await db
        .insert(workflowEnv)
        .values({ workflowId, env, createdAt: now, ...change })
        .onConflictDoUpdate({ target: [workflowEnv.workflowId, workflowEnv.env], set: change })
      await bus.publish('workflow', workflowId)
      return change.commitId
    },
    list: (workflowId: string, after: string | undefined, limit: number) =>
      db
        .select()
        .from(workflowEnv)
        .where(and(eq(workflowEnv.workflowId, workflowId), after ? gt(workflowEnv.env, after) : undefined))
        .orderBy(asc(workflowEnv.env))
        .limit(limit),
    async remove(workflowId: string, env: string): Promise<void> {
      const gone = await db.delete(workflowEnv).where(at(workflowId, env)).returning({ env: workflowEnv.env })
      if (!gone.length) throw errors.notFound({ what: 'environment' })
      await bus.publish('workflow', workflowId)
    },
  }
}
export type EnvironmentService = ReturnType<typeof createEnvironmentService>

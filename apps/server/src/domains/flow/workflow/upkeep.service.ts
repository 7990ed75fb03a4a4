import { asc, eq, gt, and } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { readFacts } from '@orrery/engine/canvas-facts'
import { compileCanvas } from './shared/compile-canvas.ts'
import type { Found, WorkflowRepo } from './workflow.repo.ts'
import { CommitType, workflow, type WorkflowRow } from './workflow.table.ts'

export interface Repaired {
  id: string
  name: string
  /** Changes that were made or, in a dry run, would be made. */
  changes: string[]
  /** Why the draft cannot run; empty if it can. */
  fault: string
}
const PAGE = 200

/** Repairs values that are derived from canvases and versions. */
export function createUpkeepService({ repo, bus }: { repo: WorkflowRepo; bus: Bus }) {
  const { db } = repo

  /** The columns of the row that are wrong, with their correct values. */
  async function corrections({ row }: Found): Promise<Partial<WorkflowRow>> {
    const change: Partial<WorkflowRow> = {}
    const uses = [...new Set(readFacts(row.schema).needs.workflows.map((workflow) => workflow.id))]
    if (uses.join() !== row.uses.join()) change.uses = uses
    const [newest] = await repo.commits({ workflowId: row.id, type: CommitType.publish, limit: 1 })
    if ((newest?.version ?? null) !== row.version) change.version = newest?.version ?? null
    if ((newest?.id ?? null) !== row.publishCommitId) change.publishCommitId = newest?.id ?? null
    const submitted = row.submitCommitId && (await repo.commit(row.id, row.submitCommitId, CommitType.submit))
    if (row.submitCommitId && !submitted) change.submitCommitId = newest?.submitCommitId ?? null
    return change
  }
  async function repair(found: Found, isReal: boolean): Promise<Repaired> {
    const change = await corrections(found)
    const changes = Object.keys(change)
    if (isReal && changes.length) {
      await repo.update(found.row.id, change)
      await bus.publish('workflow', found.row.id)
    }
    let fault = ''
    try {
      compileCanvas(found.row.schema, found.row.id, '')
    } catch (cause) {
      fault = (cause as Error).message
    }
    return { id: found.head.id, name: found.head.name, changes, fault }
  }

  return {
    repair,
    /** Repairs all workflows of a space or of the instance, page by page. */
    async *repairAll(spaceId: string | undefined, isReal: boolean): AsyncGenerator<Repaired> {
      for (let after = '0'; ;) {
        const page = await db
          .select({ head: resource, row: workflow })
          .from(workflow)
          .innerJoin(resource, eq(resource.id, workflow.id))
          .where(and(gt(workflow.id, after), spaceId ? eq(resource.spaceId, spaceId) : undefined))
          .orderBy(asc(workflow.id))
          .limit(PAGE)
        for (const found of page) yield repair(found, isReal)
        if (page.length < PAGE) return
        after = page.at(-1)!.row.id
      }
    },
  }
}
export type UpkeepService = ReturnType<typeof createUpkeepService>
